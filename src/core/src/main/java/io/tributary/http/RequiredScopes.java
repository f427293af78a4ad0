package io.tributary.http;

import io.vertx.core.http.HttpMethod;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Scopes that each route requires of a key.
 *
 * <p>Whether a route reads or writes follows from its method, except for searches that are sent
 * with POST. The additional scopes follow from the path prefix. A path that matches no prefix
 * requires all scopes, so that a route missing from this table is closed to keys with few scopes.
 */
public final class RequiredScopes {
  private static final Set<KeyScope> NOTHING_MORE = Set.of();
  private static final Set<KeyScope> LAB = Set.of(KeyScope.LAB);
  private static final Set<KeyScope> MANAGEMENT = Set.of(KeyScope.MANAGEMENT);
  private static final Set<KeyScope> BOTH = Set.of(KeyScope.LAB, KeyScope.MANAGEMENT);

  /** Path prefix and the scopes that it requires in addition to read or write. */
  private record Area(String path, Set<KeyScope> scopes) {
    boolean holds(String template) {
      return template.equals(path) || template.startsWith(path + "/");
    }
  }

  // The longest matching prefix applies.
  private static final List<Area> AREAS =
      List.of(
          new Area("/v2/user", NOTHING_MORE),
          new Area("/v2/user/{user_id}/insurance", LAB),
          new Area("/v2/team", NOTHING_MORE),
          new Area("/v2/team/{team_id}/physicians", LAB),
          // The portal shows the URLs and secrets of webhooks, and the events that were sent to
          // them.
          new Area("/v2/team/webhook_portal", BOTH),
          new Area("/v2/providers", NOTHING_MORE),
          new Area("/v2/link", NOTHING_MORE),
          // These calls handle provider tokens and all users at once.
          new Area("/v2/link/bulk_export", MANAGEMENT),
          new Area("/v2/link/bulk_import", MANAGEMENT),
          new Area("/v2/link/bulk_pause", MANAGEMENT),
          new Area("/v2/link/bulk_trigger_historical_pull", MANAGEMENT),
          new Area("/v2/summary", NOTHING_MORE),
          new Area("/v2/timeseries", NOTHING_MORE),
          new Area("/v2/workouts", NOTHING_MORE),
          new Area("/v2/explain", NOTHING_MORE),
          new Area("/v2/introspect", NOTHING_MORE),
          new Area("/v2/events", NOTHING_MORE),
          new Area("/aggregate", NOTHING_MORE),
          new Area("/fhir", NOTHING_MORE),
          // Laboratory results are mixed with the measurements of wearables.
          new Area("/fhir/Observation", LAB),
          new Area("/fhir/ServiceRequest", LAB),
          new Area("/fhir/DiagnosticReport", LAB),
          new Area("/fhir/Specimen", LAB),
          new Area("/v3", LAB),
          new Area("/lab_report", LAB),
          new Area("/v1/org", MANAGEMENT),
          new Area("/v1/org/{org_id}/lab_account", BOTH),
          new Area("/v1/org/{org_id}/lab_message", BOTH),
          new Area("/v1/org/{org_id}/lab_order_dispatch", BOTH),
          new Area("/v1/org/{org_id}/lab_report", BOTH),
          new Area("/v1/org/{org_id}/team/{team_id}/{environment}/lab_test", BOTH),
          // Webhooks receive all events, including laboratory events, and their log shows them.
          new Area("/v1/org/{org_id}/team/{team_id}/{environment}/webhook", BOTH),
          new Area("/v1/org/{org_id}/team/{team_id}/{environment}/webhook_portal_link", BOTH),
          // Streaming destinations also receive all events.
          new Area("/v1/org/{org_id}/team_etl_pipelines", BOTH));

  /** Routes that use POST for queries and change nothing. */
  private static final Set<String> READING =
      Set.of(
          "/aggregate/v1/user/{user_id}/query",
          "/v1/org/{org_id}/resolve_team",
          "/v1/org/{org_id}/team/{team_id}/{environment}/validate_continuous_query",
          "/v3/compendium/convert",
          "/v3/compendium/search",
          "/v3/compendium/search_orderable_tests",
          "/v3/insurance/search/payor",
          "/v3/insurance/validate_icd_codes",
          "/v3/lab_tests/list_order_set_markers",
          "/v3/order/phlebotomy/appointment/availability",
          "/v3/order/psc/appointment/availability");

  private RequiredScopes() {}

  /** Returns whether a route only reads. */
  static boolean reads(HttpMethod method, String template) {
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.POST) && READING.contains(template);
  }

  static Set<KeyScope> of(HttpMethod method, String template) {
    Optional<Set<KeyScope>> more = area(template);
    if (more.isEmpty()) {
      return KeyScope.ALL;
    }
    EnumSet<KeyScope> out = EnumSet.of(reads(method, template) ? KeyScope.READ : KeyScope.WRITE);
    out.addAll(more.get());
    return Set.copyOf(out);
  }

  /**
   * Returns the scopes that a path requires in addition to read or write; empty if no prefix
   * matches.
   */
  static Optional<Set<KeyScope>> area(String template) {
    return AREAS.stream()
        .filter(a -> a.holds(template))
        .max(Comparator.comparingInt(a -> a.path().length()))
        .map(Area::scopes);
  }

  /** Returns the templates that count as reads although they use POST. */
  static Set<String> reading() {
    return READING;
  }
}
