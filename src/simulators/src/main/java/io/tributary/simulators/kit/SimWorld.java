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
 * What a vendor's routes stand in: everything belongs to the simulator's event loop.
 *
 * @param base where it listens, without a slash at the end; known once it does
 * @param changed to be run after each change of the vendor's own state, so that it is saved
 */
public record SimWorld(
    Vertx vertx,
    SimVendor vendor,
    SimOptions options,
    SimClock clock,
    People people,
    OAuthGrantStore grants,
    PasswordSim passwords,
    FaultInjection faults,
    ScriptEnds scriptEnds,
    RateQuotas quotas,
    WebhookSubscriptions hooks,
    PushSender sender,
    RequestLog log,
    Supplier<String> base,
    Runnable changed) {

  /** Who reads, and what of. */
  public record Reader(SimPerson person, OAuthGrantStore.Grant grant) {
    public Set<String> scopes() {
      return grant.scopes();
    }
  }

  /** The bearer token of a request. */
  public static Optional<String> bearer(RoutingContext ctx) {
    return Optional.ofNullable(ctx.request().getHeader("Authorization"))
        .filter(h -> h.regionMatches(true, 0, "Bearer ", 0, 7))
        .map(h -> h.substring(7).strip())
        .filter(t -> !t.isEmpty());
  }

  /**
   * Whose data the request may read. Checked in this order, each refused in the vendor's words:
   * token 401, quota 429, scope 403.
   *
   * @param anyScope one of these must be granted; none: no scope is needed
   */
  public Reader reader(RoutingContext ctx, String... anyScope) {
    return reader(ctx, 1, anyScope);
  }

  /** The same for a call that weighs several units. */
  public Reader reader(RoutingContext ctx, int units, String... anyScope) {
    String token = bearer(ctx).orElseThrow(() -> new SimRejection(new SimError.NoToken()));
    return reader(ctx, token, units, anyScope);
  }

  /** The same for a token that came another way. */
  public Reader reader(RoutingContext ctx, String token, int units, String... anyScope) {
    OAuthGrantStore.Grant grant =
        grants.allowed(token).orElseThrow(() -> new SimRejection(new SimError.BadToken()));
    spend(ctx, grant.clientId(), grant.userId(), units);
    if (anyScope.length > 0 && Set.of(anyScope).stream().noneMatch(grant.scopes()::contains)) {
      throw new SimRejection(new SimError.NoScope(anyScope[0]));
    }
    SimPerson person =
        people.find(grant.userId()).orElseThrow(() -> new SimRejection(new SimError.BadToken()));
    return new Reader(person, grant);
  }

  /** Counts a call against the quotas and puts their headers on its answer; refuses it with 429. */
  public void spend(RoutingContext ctx, String clientId, String userId, int units) {
    RateQuotas.Verdict verdict = quotas.ask(clientId, userId, units);
    if (!verdict.passed()) {
      throw new SimRejection(new SimError.TooMany(verdict));
    }
    verdict.headers().forEach(ctx.response()::putHeader);
  }

  /** Items in a page: the tester's number, else the vendor's. */
  public int pageSize(int vendors) {
    return options.pageSize().orElse(vendors);
  }

  /** The environment that points a node at it, where it is at such an address. */
  Map<String, String> settings(String base) {
    String begin = "TRIBUTARY_PROVIDERS_" + vendor().slug().toUpperCase(Locale.ROOT) + "_";
    var all = new LinkedHashMap<String, String>();
    vendor().settings(base).forEach((name, value) -> all.put(begin + name, value));
    all.put(begin + "CLIENT_ID", options().app().clientId());
    all.put(begin + "CLIENT_SECRET", options().app().clientSecret());
    return all;
  }
}
