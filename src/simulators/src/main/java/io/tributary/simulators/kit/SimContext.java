package io.tributary.simulators.kit;

import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * State and services that a vendor's routes use. All of it belongs to the simulator's event loop.
 *
 * @param base base URL without a trailing slash, available once the simulator listens
 * @param changed must be run after each change of the vendor's own state to save it
 */
public record SimContext(
    Vertx vertx,
    SimVendor vendor,
    SimOptions options,
    SimClock clock,
    SimPeople people,
    OAuthGrantStore grants,
    PasswordSim passwords,
    FaultInjection faults,
    ScriptTimers scriptEnds,
    RateQuotas quotas,
    WebhookSubscriptions hooks,
    PushSender sender,
    RequestLog log,
    Supplier<String> base,
    Runnable changed) {

  /** Person whose data a request reads, with the grant that allows it. */
  public record Reader(SimPerson person, OAuthGrantStore.Grant grant) {
    public Set<String> scopes() {
      return grant.scopes();
    }
  }

  /** Returns the bearer token of a request. */
  public static Optional<String> bearer(RoutingContext ctx) {
    return Optional.ofNullable(ctx.request().getHeader("Authorization"))
        .filter(h -> h.regionMatches(true, 0, "Bearer ", 0, 7))
        .map(h -> h.substring(7).strip())
        .filter(t -> !t.isEmpty());
  }

  /**
   * Authorizes a data request. Checks in this order, each rejected in the vendor's format: token
   * 401, quota 429, scope 403.
   *
   * @param anyScope one of these scopes must be granted; empty if no scope is needed
   */
  public Reader authorize(RoutingContext ctx, String... anyScope) {
    return authorize(ctx, 1, anyScope);
  }

  /** Authorizes a request that weighs several units. */
  public Reader authorize(RoutingContext ctx, int units, String... anyScope) {
    String token = bearer(ctx).orElseThrow(() -> new SimRejection(new SimError.NoToken()));
    return authorize(ctx, token, units, anyScope);
  }

  /** Authorizes a request whose token was not sent as a bearer token. */
  public Reader authorize(RoutingContext ctx, String token, int units, String... anyScope) {
    OAuthGrantStore.Grant grant =
        grants.grantOf(token).orElseThrow(() -> new SimRejection(new SimError.BadToken()));
    consumeQuota(ctx, grant.clientId(), grant.userId(), units);
    if (anyScope.length > 0 && Set.of(anyScope).stream().noneMatch(grant.scopes()::contains)) {
      throw new SimRejection(new SimError.NoScope(anyScope[0]));
    }
    SimPerson person =
        people.find(grant.userId()).orElseThrow(() -> new SimRejection(new SimError.BadToken()));
    return new Reader(person, grant);
  }

  /**
   * Counts a call against the quotas and adds their headers to the response; rejects it with 429 if
   * a quota is exhausted.
   */
  public void consumeQuota(RoutingContext ctx, String clientId, String userId, int units) {
    RateQuotas.QuotaDecision verdict = quotas.acquire(clientId, userId, units);
    if (!verdict.passed()) {
      throw new SimRejection(new SimError.TooMany(verdict));
    }
    verdict.headers().forEach(ctx.response()::putHeader);
  }

  /** Returns the page size: the tester's setting, otherwise the vendor's. */
  public int pageSize(int vendors) {
    return options.pageSize().orElse(vendors);
  }

  /** Returns the settings that point a node at the given base URL. */
  Map<String, String> settings(String base) {
    String begin = "TRIBUTARY_PROVIDERS_" + vendor().slug().toUpperCase(Locale.ROOT) + "_";
    var all = new LinkedHashMap<String, String>();
    vendor().settings(base).forEach((name, value) -> all.put(begin + name, value));
    all.put(begin + "CLIENT_ID", options().app().clientId());
    all.put(begin + "CLIENT_SECRET", options().app().clientSecret());
    return all;
  }
}
