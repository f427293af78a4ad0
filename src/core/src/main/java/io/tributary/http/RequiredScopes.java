package io.tributary.http;

import io.vertx.core.http.HttpMethod;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a route needs of a key: the one table of it. Whether a route reads or writes is told by its
 * method, but for searches that are sent with POST; what it is about by the begin of its path. A
 * path that stands in no area needs everything, so that a route that was forgotten here is closed
 * for keys of few scopes.
 */
public final class RequiredScopes {
  private static final Set<KeyScope> NOTHING_MORE = Set.of();
  private static final Set<KeyScope> LAB = Set.of(KeyScope.LAB);
  private static final Set<KeyScope> MANAGEMENT = Set.of(KeyScope.MANAGEMENT);
  private static final Set<KeyScope> BOTH = Set.of(KeyScope.LAB, KeyScope.MANAGEMENT);

  /** What lies below a path, and what it needs beside read or write. */
  private record Area(String path, Set<KeyScope> scopes) {
    boolean holds(String template) {
      return template.equals(path) || template.startsWith(path + "/");
    }
  }

  // The longest that holds a path counts.
  private static final List<Area> AREAS =
      List.of(
          new Area("/v2/user", NOTHING_MORE),
          new Area("/v2/user/{user_id}/insurance", LAB),
          new Area("/v2/team", NOTHING_MORE),
          new Area("/v2/team/{team_id}/physicians", LAB),
          // Addresses and secrets of webhooks are shown there, and what was sent to them.
          new Area("/v2/team/webhook_portal", BOTH),
          new Area("/v2/providers", NOTHING_MORE),
          new Area("/v2/link", NOTHING_MORE),
          // Tokens of providers, and all users at once.
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
          // Results of laboratories stand among what wearables measured.
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
          // Webhooks get all that happens, what laboratories found included, and their log shows
          // it.
          new Area("/v1/org/{org_id}/team/{team_id}/{environment}/webhook", BOTH),
          new Area("/v1/org/{org_id}/team/{team_id}/{environment}/webhook_portal_link", BOTH),
          // So do streaming destinations.
          new Area("/v1/org/{org_id}/team_etl_pipelines", BOTH));

  /** Sent with POST because of what they ask for; they change nothing. */
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

  /** Whether a route changes nothing. */
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

  /** What the area of a path needs beside read or write; empty when it stands in none. */
  static Optional<Set<KeyScope>> area(String template) {
    return AREAS.stream()
        .filter(a -> a.holds(template))
        .max(Comparator.comparingInt(a -> a.path().length()))
        .map(Area::scopes);
  }

  /** The templates that are said to read though they are sent with POST. */
  static Set<String> reading() {
    return READING;
  }
}
