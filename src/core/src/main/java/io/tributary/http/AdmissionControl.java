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
  private static final String PROBES = "/health/";

  private final ServiceConfig.Http settings;
  private final Authenticator gatekeeper;
  private final RequestConcurrencyLimit limit;
  private final ApiKeyRateLimiter keys;

  AdmissionControl(
      ServiceConfig.Http settings,
      Authenticator gatekeeper,
      RequestConcurrencyLimit limit,
      ApiKeyRateLimiter keys) {
    this.settings = settings;
    this.gatekeeper = gatekeeper;
    this.limit = limit;
    this.keys = keys;
  }

  /**
   * Puts the {@link Principal} into the context if the route requires one. Fails with a {@code
   * ServiceException} if the request is rejected.
   */
  Future<?> pass(RoutingContext c, Routes.Spec spec) {
    HttpServerRequest request = c.request();
    return switch (spec.access()) {
      case OPEN ->
          spec.template().startsWith(PROBES)
              ? Future.succeededFuture()
              : place(c, RequestConcurrencyLimit.NOBODY);
      case SESSION -> place(c, RequestConcurrencyLimit.NOBODY).compose(v -> bounded(c, spec));
      case TEAM -> gatekeeper.team(request).compose(k -> admitted(c, k, spec));
      case CLIENT -> gatekeeper.client(request).compose(k -> admitted(c, k, spec));
      case MANAGEMENT -> gatekeeper.management(request).compose(k -> admitted(c, k, spec));
    };
  }

  private Future<Void> admitted(RoutingContext c, Principal caller, Routes.Spec spec) {
    c.put(CALLER, caller);
    // The rate limit applies before anything is done or written.
    keys.take(caller, c.response());
    return place(c, caller.party()).compose(v -> allowed(c, caller, spec));
  }

  private static Future<Void> allowed(RoutingContext c, Principal caller, Routes.Spec spec) {
    AuditedRequest audited = AuditedRequest.of(c);
    audited.by(caller);
    caller.need(spec.needs());
    if (!caller.sees(c.pathParam("user_id"))) {
      throw ServiceException.notFound("user");
    }
    return audited.admitted().compose(v -> here(c));
  }

  static ServiceException full() {
    return ServiceException.unavailable(
        "too many requests in flight; try again", Duration.ofSeconds(1));
  }

  /** Takes a slot of the concurrency limit and keeps it until the response has ended. */
  private Future<Void> place(RoutingContext c, Object who) {
    Future<Void> here = here(c);
    if (here.failed()) {
      return here;
    }
    if (!limit.take(who)) {
      return Future.failedFuture(full());
    }
    c.addEndHandler(r -> limit.giveBack(who));
    return here;
  }

  /**
   * Fails if the response has already been sent or the client is gone, so that no work is started
   * for it.
   */
  static Future<Void> here(RoutingContext c) {
    return c.response().ended() || c.response().closed()
        ? Future.failedFuture(new HttpClosedException("gone before it was let in"))
        : Future.succeededFuture();
  }

  /**
   * Limits large bodies on session routes.
   *
   * <p>The handler identifies the session only after the body has been read. A body above the usual
   * limit is therefore read only if the request has a cookie, and only a few such bodies are read
   * at once.
   */
  private Future<Void> bounded(RoutingContext c, Routes.Spec spec) {
    if (spec.bodyLimit() <= settings.maxBodyBytes()
        || announced(c.request()) <= settings.maxBodyBytes()) {
      return Future.succeededFuture();
    }
    if (c.request().cookieCount() == 0) {
      return Future.failedFuture(ServiceException.unknownKey("there is no session"));
    }
    if (!limit.enterLarge()) {
      return Future.failedFuture(
          ServiceException.unavailable(
              "too many large bodies are being read; try again", Duration.ofSeconds(2)));
    }
    c.addEndHandler(r -> limit.leaveLarge());
    return Future.succeededFuture();
  }

  /**
   * Returns the declared body length. Without a valid Content-Length the length is unknown and
   * counts as unlimited.
   */
  private static long announced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
