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
 * A vendor to be played: its rules, its words and its data routes; everything else the kit brings.
 * One instance plays in one simulator, on one event loop, and may keep state.
 */
public interface SimVendor {
  /** The provider's slug, also the last word of default return addresses. */
  String slug();

  /** How it does OAuth; nothing: it does not, and no such routes are there. */
  Optional<OAuthSimRules> oauth();

  /** Its quotas as published. */
  RateQuotas.Plan limits();

  /** How it notifies; nothing: it never does. */
  default Optional<PushRules> pushes() {
    return Optional.empty();
  }

  /** How it guards logins by password. */
  default PasswordSim.Rules passwords() {
    return new PasswordSim.Rules(5, Duration.ofMinutes(15));
  }

  /** Where its data lie: what fault scripts harm unless told otherwise. */
  default String dataPath() {
    return "/";
  }

  /** What people are called whom nobody has named: this and a number. */
  default String personPrefix() {
    return "person";
  }

  /** Brings the data and subscription routes. */
  void mount(Router router, SimWorld world);

  /** Brings levers of its own, under {@code /control/}. */
  default void control(Router router, SimWorld world) {}

  /** Words a refusal. */
  default VendorError refuse(SimError problem) {
    return SimError.plain(problem);
  }

  /**
   * The notifications that a tester orders for a person.
   *
   * @param order what the tester said, in the vendor's words
   * @throws IllegalArgumentException when it makes no sense
   */
  default List<OutgoingNotification> notices(SimPerson person, JsonObject order, SimWorld world) {
    return List.of();
  }

  /**
   * The vendor thought again about a day: {@link People#revision} counts one more.
   *
   * @return the notifications that tell of it
   */
  default List<OutgoingNotification> revised(SimPerson person, LocalDate day, SimWorld world) {
    return List.of();
  }

  /**
   * A tester added a record to a day; all else of the day is as before.
   *
   * @return the notifications that tell of it; none from a vendor that has no such records
   */
  default List<OutgoingNotification> recorded(
      SimPerson person, LocalDate day, PointEvent record, SimWorld world) {
    return List.of();
  }

  /**
   * A person takes back all grants, at the vendor's own site; they are still there.
   *
   * @return the notifications that tell of it
   */
  default List<OutgoingNotification> revoked(SimPerson person, SimWorld world) {
    return List.of();
  }

  /**
   * The settings that point a node at the simulator, without their common beginning {@code
   * TRIBUTARY_PROVIDERS_<SLUG>_} and without the client's.
   *
   * @param base where it listens, without a slash at the end
   */
  default Map<String, String> settings(String base) {
    var settings = new TreeMap<String, String>();
    settings.put("API_URL", base);
    oauth().ifPresent(rules -> settings.put("AUTHORISE_URL", base + rules.authorisePath()));
    return settings;
  }

  /** A request path with its ids left out, for the request log. */
  default String countedPath(String path) {
    return path;
  }

  /** Adds what a restart has to keep. */
  default void save(JsonObject state) {}

  /** Takes back what {@link #save} added, if it is there. */
  default void restore(JsonObject state, SimWorld world) {}
}
