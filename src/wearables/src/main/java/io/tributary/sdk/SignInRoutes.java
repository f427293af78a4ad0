package io.tributary.sdk;

import io.tributary.bus.Bus;
import io.tributary.core.Times;
import io.tributary.http.Authenticator;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.TrustedProxies;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Routes for a phone's tokens. The two calls that exchange tokens are authenticated by the token
 * itself.
 */
final class SignInRoutes implements Routes.Source {
  private static final int MAX_LENGTH = 200;
  private static final Duration MAX_CODE_TTL = Duration.ofDays(30);

  private final Bus bus;
  private final TrustedProxies proxies;

  SignInRoutes(Bus bus, TrustedProxies proxies) {
    this.bus = bus;
    this.proxies = proxies;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v2/link/code/create", RouteAccess.TEAM, this::code);
    routes.post("/v2/user/sign_in", RouteAccess.OPEN, this::signIn);
    routes.post("/v2/user/sign_in/refresh", RouteAccess.OPEN, this::renew);
    routes.post("/v2/user/{user_id}/deauthorise", RouteAccess.CLIENT, this::deauthorize);
  }

  private Future<Response> signIn(RequestContext call) {
    JsonFields body = call.body();
    Optional<String> code = body.text("code", MAX_LENGTH);
    String token = code.isPresent() ? null : body.requiredText("sign_in_token", 1, MAX_LENGTH);
    code.filter(c -> !PairingCodes.isCode(c))
        .ifPresent(
            c ->
                body.addError(
                    "code",
                    "Input should be a sign-in code issued by this service",
                    "value_error"));
    call.requireValid();
    return SdkUploadRoutes.send(
        bus, new PushMessages.SignIn(code.orElse(token), clientAddress(call)));
  }

  private String clientAddress(RequestContext call) {
    return Optional.ofNullable(proxies.clientAddress(call.request())).orElse("gone");
  }

  private Future<Response> code(RequestContext call) {
    QueryParameters query = call.query();
    UUID user = query.requiredUuid("user_id");
    Optional<Instant> until = query.text("expires_at").flatMap(text -> parseExpiry(query, text));
    call.requireValid();
    return SdkUploadRoutes.send(bus, new PushMessages.MakeCode(call.tenant(), user, until));
  }

  /**
   * Parses a future time. A time too far ahead is reduced to the maximum, which the response shows.
   */
  private static Optional<Instant> parseExpiry(QueryParameters query, String text) {
    Instant now = Instant.now();
    Optional<Instant> at = Times.parseInstant(text);
    if (at.isEmpty()) {
      query.addError("expires_at", "Input should be a date and time", "datetime_parsing");
    } else if (!at.get().isAfter(now)) {
      query.addError("expires_at", "Input should be in the future", "value_error");
    }
    return at.map(t -> t.isAfter(now.plus(MAX_CODE_TTL)) ? now.plus(MAX_CODE_TTL) : t);
  }

  private Future<Response> renew(RequestContext call) {
    String token = call.body().requiredText("refresh_token", 1, MAX_LENGTH);
    call.requireValid();
    return SdkUploadRoutes.send(bus, new PushMessages.Renew(token));
  }

  /** Ends the token's own sign-in for a user token, or all sign-ins of the user for an API key. */
  private Future<Response> deauthorize(RequestContext call) {
    return SdkUploadRoutes.send(
        bus,
        new PushMessages.Deauthorize(
            call.tenant(),
            call.pathUuid("user_id"),
            call.signedIn().map(Authenticator.SignedIn::signIn)));
  }
}
