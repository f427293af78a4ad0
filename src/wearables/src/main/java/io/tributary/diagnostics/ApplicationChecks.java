package io.tributary.diagnostics;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.lease.LeaseDirectory;
import io.tributary.provider.Descriptor;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Checks of an OAuth application against the database: scopes, subscriptions, rate limits and
 * connections. Blocking.
 */
final class ApplicationChecks {
  private static final String SCOPES =
      "select user_must_grant, user_may_grant from scope_requirement where team_id = $1"
          + " and provider = $2";
  private static final String SUBSCRIPTIONS =
      """
      select kind, state, attempt from provider_subscription
       where provider = $1 and app_id = $2 and connection_id is null order by kind
      """;
  private static final String PAUSES =
      """
      select max(extract(epoch from expires_at - now()))::bigint as rest, count(*) as n
        from provider_cooldown where provider = $1 and app_id = $2 and expires_at > now()
      """;
  private static final String CONNECTIONS =
      """
      select status, error_type, count(*) as n from connection
       where provider = $1 and app_id = $2 and not demo
         and ($3::uuid is null or team_id = $3 and environment = $4)
       group by 1, 2 order by 1, 2
      """;

  private final Db db;
  private final LeaseDirectory leases;

  ApplicationChecks(Db db, LeaseDirectory leases) {
    this.db = db;
    this.leases = leases;
  }

  DiagnosticResult scopes(Descriptor provider, Optional<Tenant> tenant) {
    List<String> asked = provider.defaultScopes();
    if (asked.isEmpty()) {
      return DiagnosticResult.note("scopes", "the provider has no scopes");
    }
    TreeSet<String> team = new TreeSet<>();
    tenant.ifPresent(
        t ->
            RowMapping.list(
                    db.query(SCOPES, t.team(), provider.slug()),
                    r ->
                        Arrays.asList(
                            r.getArrayOfStrings("user_must_grant"),
                            r.getArrayOfStrings("user_may_grant")))
                .forEach(lists -> lists.forEach(l -> team.addAll(Arrays.asList(l)))));
    String next =
        "The application must be approved for these scopes; register whatever the provider's"
            + " console asks for";
    return team.isEmpty()
        ? DiagnosticResult.note("scopes", "requested: " + String.join(" ", asked), next)
        : DiagnosticResult.note(
            "scopes", "requested by this team: " + String.join(" ", team), next);
  }

  DiagnosticResult subscriptions(String provider, UUID app) {
    record ReportedState(String kind, String state, int attempt) {}
    List<ReportedState> all =
        RowMapping.list(
            db.query(SUBSCRIPTIONS, provider, app),
            r ->
                new ReportedState(
                    r.getString("kind"), r.getString("state"), r.getInteger("attempt")));
    List<String> ill =
        all.stream()
            .filter(t -> !t.state().equals("active"))
            .map(t -> t.kind() + " is " + t.state() + " after " + t.attempt() + " refusals")
            .toList();
    if (all.isEmpty()) {
      return DiagnosticResult.note(
          "subscriptions",
          "no subscription of the application; new data is polled, or each user has a"
              + " subscription");
    }
    return ill.isEmpty()
        ? DiagnosticResult.good("subscriptions", all.size() + " are live")
        : DiagnosticResult.bad(
            "subscriptions",
            String.join(", ", ill),
            "The provider must be able to reach the notification URL from outside: check the public"
                + " URL of this service and its log");
  }

  DiagnosticResult rateLimits(String provider, UUID app) {
    if (leases.epoch("throttle:" + provider).isEmpty()) {
      return DiagnosticResult.bad(
          "pace",
          "no node holds the throttle lease of the provider: no calls are made",
          "Wait until the lease expires; then search the log for throttle=" + provider);
    }
    return RowMapping.first(
            db.query(PAUSES, provider, app),
            r ->
                r.getLong("n") == 0
                    ? DiagnosticResult.good("pace", "calls are allowed")
                    : DiagnosticResult.note(
                        "pace",
                        r.getLong("n")
                            + " pauses requested by the provider, the longest for another "
                            + Duration.ofSeconds(r.getLong("rest"))))
        .orElseThrow();
  }

  DiagnosticResult connections(String provider, UUID app, Optional<Tenant> tenant) {
    List<String> all =
        RowMapping.list(
            db.query(
                CONNECTIONS,
                provider,
                app,
                tenant.map(Tenant::team).orElse(null),
                tenant.map(t -> t.environment().wire()).orElse(null)),
            r -> {
              String error = r.getString("error_type");
              return r.getLong("n")
                  + " "
                  + r.getString("status")
                  + (error == null ? "" : " (" + error + ")");
            });
    return DiagnosticResult.note(
        "connections", all.isEmpty() ? "none" : all.stream().collect(Collectors.joining(", ")));
  }
}
