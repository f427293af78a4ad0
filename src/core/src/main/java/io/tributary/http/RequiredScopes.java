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
  private static final Set<KeyScope> NO_EXTRA = Set.of();
  private static final Set<KeyScope> LAB = Set.of(KeyScope.LAB);
  private static final Set<KeyScope> MANAGEMENT = Set.of(KeyScope.MANAGEMENT);
  private static final Set<KeyScope> LAB_AND_MANAGEMENT = Set.of(KeyScope.LAB, KeyScope.MANAGEMENT);

  /** Path prefix and the scopes that it requires in addition to read or write. */
  private record PathScopes(String path, Set<KeyScope> scopes) {
    boolean matches(String template) {
      return template.equals(path) || template.startsWith(path + "/");
    }
  }

  // The longest matching prefix applies.
  private static final List<PathScopes> PATH_SCOPES =
      List.of(
          new PathScopes("/v2/user", NO_EXTRA),
          new PathScopes("/v2/user/{user_id}/insurance", LAB),
          new PathScopes("/v2/team", NO_EXTRA),
          new PathScopes("/v2/team/{team_id}/physicians", LAB),
          // The portal shows the URLs and secrets of webhooks, and the events that were sent to
          // them.
          new PathScopes("/v2/team/webhook_portal", LAB_AND_MANAGEMENT),
          new PathScopes("/v2/providers", NO_EXTRA),
          new PathScopes("/v2/link", NO_EXTRA),
          // These calls handle provider tokens and all users at once.
          new PathScopes("/v2/link/bulk_export", MANAGEMENT),
          new PathScopes("/v2/link/bulk_import", MANAGEMENT),
          new PathScopes("/v2/link/bulk_pause", MANAGEMENT),
          new PathScopes("/v2/link/bulk_trigger_historical_pull", MANAGEMENT),
          new PathScopes("/v2/summary", NO_EXTRA),
          new PathScopes("/v2/timeseries", NO_EXTRA),
          new PathScopes("/v2/workouts", NO_EXTRA),
          new PathScopes("/v2/explain", NO_EXTRA),
          new PathScopes("/v2/introspect", NO_EXTRA),
          new PathScopes("/v2/events", NO_EXTRA),
          new PathScopes("/aggregate", NO_EXTRA),
          new PathScopes("/fhir", NO_EXTRA),
          // Laboratory results are mixed with the measurements of wearables.
          new PathScopes("/fhir/Observation", LAB),
          new PathScopes("/fhir/ServiceRequest", LAB),
          new PathScopes("/fhir/DiagnosticReport", LAB),
          new PathScopes("/fhir/Specimen", LAB),
          new PathScopes("/v3", LAB),
          new PathScopes("/lab_report", LAB),
          new PathScopes("/v1/org", MANAGEMENT),
          new PathScopes("/v1/org/{org_id}/lab_account", LAB_AND_MANAGEMENT),
          new PathScopes("/v1/org/{org_id}/lab_message", LAB_AND_MANAGEMENT),
          new PathScopes("/v1/org/{org_id}/lab_order_dispatch", LAB_AND_MANAGEMENT),
          new PathScopes("/v1/org/{org_id}/lab_report", LAB_AND_MANAGEMENT),
          new PathScopes(
              "/v1/org/{org_id}/team/{team_id}/{environment}/lab_test", LAB_AND_MANAGEMENT),
          // Webhooks receive all events, including laboratory events, and their log shows them.
          new PathScopes(
              "/v1/org/{org_id}/team/{team_id}/{environment}/webhook", LAB_AND_MANAGEMENT),
          new PathScopes(
              "/v1/org/{org_id}/team/{team_id}/{environment}/webhook_portal_link",
              LAB_AND_MANAGEMENT),
          // Streaming destinations also receive all events.
          new PathScopes("/v1/org/{org_id}/team_etl_pipelines", LAB_AND_MANAGEMENT));

  /** Routes that use POST for queries and change nothing. */
  private static final Set<String> READ_ONLY_POSTS =
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
  static boolean isReadOnly(HttpMethod method, String template) {
    return method.equals(HttpMethod.GET)
        || method.equals(HttpMethod.HEAD)
        || method.equals(HttpMethod.POST) && READ_ONLY_POSTS.contains(template);
  }

  static Set<KeyScope> of(HttpMethod method, String template) {
    Optional<Set<KeyScope>> more = extraScopes(template);
    if (more.isEmpty()) {
      return KeyScope.ALL;
    }
    EnumSet<KeyScope> out =
        EnumSet.of(isReadOnly(method, template) ? KeyScope.READ : KeyScope.WRITE);
    out.addAll(more.get());
    return Set.copyOf(out);
  }

  /**
   * Returns the scopes that a path requires in addition to read or write; empty if no prefix
   * matches.
   */
  static Optional<Set<KeyScope>> extraScopes(String template) {
    return PATH_SCOPES.stream()
        .filter(a -> a.matches(template))
        .max(Comparator.comparingInt(a -> a.path().length()))
        .map(PathScopes::scopes);
  }

  /** Returns the templates that count as reads although they use POST. */
  static Set<String> readOnlyPosts() {
    return READ_ONLY_POSTS;
  }
}
