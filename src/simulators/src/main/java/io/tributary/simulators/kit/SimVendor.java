package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Vendor to be simulated: its rules, its formats and its data routes. The framework provides
 * everything else. An instance belongs to one simulator and one event loop, and may keep state.
 */
public interface SimVendor {
  /**
   * Returns the slug of the provider, which is also the last segment of the default redirect URIs.
   */
  String slug();

  /** Returns the OAuth rules; empty if the vendor has no OAuth routes. */
  Optional<OAuthSimRules> oauth();

  /** Returns the published quotas. */
  RateQuotas.Plan limits();

  /** Returns the delivery rules of notifications; empty if the vendor sends none. */
  default Optional<PushRules> pushes() {
    return Optional.empty();
  }

  /** Returns the protection of password logins. */
  default PasswordSim.Rules passwords() {
    return new PasswordSim.Rules(5, Duration.ofMinutes(15));
  }

  /** Returns the path prefix of the data routes, to which fault scripts apply by default. */
  default String dataPath() {
    return "/";
  }

  /** Returns the name prefix of people without a given name; a number follows it. */
  default String personPrefix() {
    return "person";
  }

  /** Mounts the data and subscription routes. */
  void mount(Router router, SimContext world);

  /** Mounts additional control endpoints under {@code /control/}. */
  default void mountControl(Router router, SimContext world) {}

  /** Formats a rejection. */
  default VendorError toError(SimError problem) {
    return SimError.plain(problem);
  }

  /**
   * Creates the notifications that a tester orders for a person.
   *
   * @param order request of the tester in the vendor's terms
   * @throws IllegalArgumentException if the order is invalid
   */
  default List<OutgoingNotification> orderedNotifications(
      SimPerson person, JsonObject order, SimContext world) {
    return List.of();
  }

  /**
   * Handles the revision of a day, after {@link SimPeople#revision} was incremented.
   *
   * @return notifications about the revision
   */
  default List<OutgoingNotification> revisionNotifications(
      SimPerson person, LocalDate day, SimContext world) {
    return List.of();
  }

  /**
   * Handles a record that a tester added to a day; everything else of the day is unchanged.
   *
   * @return notifications about the record; empty if the vendor has no such records
   */
  default List<OutgoingNotification> recordNotifications(
      SimPerson person, LocalDate day, PointEvent record, SimContext world) {
    return List.of();
  }

  /**
   * Handles a person who revokes all grants at the vendor's site, called while the grants still
   * exist.
   *
   * @return notifications about the revocation
   */
  default List<OutgoingNotification> revocationNotifications(SimPerson person, SimContext world) {
    return List.of();
  }

  /**
   * Returns the settings that point a node at the simulator, without the common prefix {@code
   * TRIBUTARY_PROVIDERS_<SLUG>_} and without those of the client.
   *
   * @param base base URL of the simulator, without a trailing slash
   */
  default Map<String, String> settings(String base) {
    var settings = new TreeMap<String, String>();
    settings.put("API_URL", base);
    oauth().ifPresent(rules -> settings.put("AUTHORIZE_URL", base + rules.authorisePath()));
    return settings;
  }

  /** Returns a request path without its IDs, for the request log. */
  default String pathWithoutIds(String path) {
    return path;
  }

  /** Adds the vendor's state that must survive a restart. */
  default void save(JsonObject state) {}

  /** Restores the state that {@link #save} added, if present. */
  default void restore(JsonObject state, SimContext world) {}
}
