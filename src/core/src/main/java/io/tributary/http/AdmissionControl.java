package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.tributary.core.ServiceException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Admits a request to its handler.
 *
 * <p>It authenticates the caller, applies the rate limit of the key, takes a slot of the
 * concurrency limit, checks the scopes and the user in the path, and records a change in the audit
 * trail if that is configured to happen first.
 */
final class AdmissionControl {
  /** Key of the caller in the routing context. */
  static final String CALLER = "caller";

  /** Health checks bypass the concurrency limit: a busy node must not appear to be down. */
  private static final String HEALTH_PREFIX = "/health/";

  private final ServiceConfig.Http settings;
  private final Authenticator authenticator;
  private final RequestConcurrencyLimit concurrencyLimit;
  private final ApiKeyRateLimiter rateLimiter;

  AdmissionControl(
      ServiceConfig.Http settings,
      Authenticator authenticator,
      RequestConcurrencyLimit limit,
      ApiKeyRateLimiter keys) {
    this.settings = settings;
    this.authenticator = authenticator;
    this.concurrencyLimit = limit;
    this.rateLimiter = keys;
  }

  /**
   * Puts the {@link Principal} into the context if the route requires one. Fails with a {@code
   * ServiceException} if the request is rejected.
   */
  Future<?> admit(RoutingContext c, Routes.RouteSpec spec) {
    HttpServerRequest request = c.request();
    return switch (spec.access()) {
      case OPEN ->
          spec.template().startsWith(HEALTH_PREFIX)
              ? Future.succeededFuture()
              : acquireSlot(c, RequestConcurrencyLimit.ANONYMOUS);
      case SESSION ->
          acquireSlot(c, RequestConcurrencyLimit.ANONYMOUS).compose(v -> limitLargeBody(c, spec));
      case TEAM -> authenticator.authenticateTeam(request).compose(k -> admitCaller(c, k, spec));
      case CLIENT ->
          authenticator.authenticateClient(request).compose(k -> admitCaller(c, k, spec));
      case MANAGEMENT ->
          authenticator.authenticateManagement(request).compose(k -> admitCaller(c, k, spec));
    };
  }

  private Future<Void> admitCaller(RoutingContext c, Principal caller, Routes.RouteSpec spec) {
    c.put(CALLER, caller);
    // The rate limit applies before anything is done or written.
    rateLimiter.checkLimit(caller, c.response());
    return acquireSlot(c, caller.accountId()).compose(v -> authorize(c, caller, spec));
  }

  private static Future<Void> authorize(RoutingContext c, Principal caller, Routes.RouteSpec spec) {
    AuditedRequest audited = AuditedRequest.of(c);
    audited.setCaller(caller);
    caller.requireScopes(spec.requiredScopes());
    if (!caller.mayAccessUser(c.pathParam("user_id"))) {
      throw ServiceException.notFound("user");
    }
    return audited.recordStart().compose(v -> requireOpen(c));
  }

  static ServiceException overloaded() {
    return ServiceException.unavailable(
        "too many requests in flight; try again", Duration.ofSeconds(1));
  }

  /** Takes a slot of the concurrency limit and keeps it until the response has ended. */
  private Future<Void> acquireSlot(RoutingContext c, Object caller) {
    Future<Void> here = requireOpen(c);
    if (here.failed()) {
      return here;
    }
    if (!concurrencyLimit.tryAcquireSlot(caller)) {
      return Future.failedFuture(overloaded());
    }
    c.addEndHandler(r -> concurrencyLimit.releaseSlot(caller));
    return here;
  }

  /**
   * Fails if the response has already been sent or the client is gone, so that no work is started
   * for it.
   */
  static Future<Void> requireOpen(RoutingContext c) {
    return c.response().ended() || c.response().closed()
        ? Future.failedFuture(
            new HttpClosedException("the connection closed before the request was admitted"))
        : Future.succeededFuture();
  }

  /**
   * Limits large bodies on session routes.
   *
   * <p>The handler identifies the session only after the body has been read. A body above the usual
   * limit is therefore read only if the request has a cookie, and only a few such bodies are read
   * at once.
   */
  private Future<Void> limitLargeBody(RoutingContext c, Routes.RouteSpec spec) {
    if (spec.bodyLimit() <= settings.maxBodyBytes()
        || declaredLength(c.request()) <= settings.maxBodyBytes()) {
      return Future.succeededFuture();
    }
    if (c.request().cookieCount() == 0) {
      return Future.failedFuture(ServiceException.unauthorized("no session; request a new link"));
    }
    if (!concurrencyLimit.tryAcquireLargeBody()) {
      return Future.failedFuture(
          ServiceException.unavailable(
              "too many large bodies are being read; try again", Duration.ofSeconds(2)));
    }
    c.addEndHandler(r -> concurrencyLimit.releaseLargeBody());
    return Future.succeededFuture();
  }

  /**
   * Returns the declared body length. Without a valid Content-Length the length is unknown and
   * counts as unlimited.
   */
  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
