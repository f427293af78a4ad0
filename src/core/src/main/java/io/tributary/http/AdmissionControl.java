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
 * Who comes in: the caller's key is known and may do this now, there is a place for the request,
 * and the audit trail knows of it.
 */
final class AdmissionControl {
  /** Who calls, in the context of a request. */
  static final String CALLER = "caller";

  /** Whoever asks whether the node lives must not be told that it is busy. */
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

  /** Puts the {@link Principal} into the context, where the route has one. Fails with a refusal. */
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
    // Who comes too often is turned away before anything is done or written down.
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

  /** One of the places for requests, until the answer has ended. */
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

  /** Nothing is begun for somebody who has been told that there was no time for it, or is gone. */
  static Future<Void> here(RoutingContext c) {
    return c.response().ended() || c.response().closed()
        ? Future.failedFuture(new HttpClosedException("gone before it was let in"))
        : Future.succeededFuture();
  }

  /**
   * Whose session it is only the handler finds out, when the body has been read: what is larger
   * than usual is read of nobody who shows no cookie, and of few at once.
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

  /** How long the body is, as its sender says; who does not say may send any length. */
  private static long announced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? Long.MAX_VALUE : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
