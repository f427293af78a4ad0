package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PasswordLogin.RefusalReason;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import java.util.Locale;
import java.util.Optional;

/**
 * Login to the portal. Calls are never retried, because a password that may have been refused must
 * not be sent again.
 */
final class LibrePortalLogin {
  private static final int MAX_REGIONS = 3;

  private final ProviderHttp http;

  LibrePortalLogin(ProviderHttp http) {
    this.http = http;
  }

  /** Result of a login. */
  sealed interface PortalLoginResult {}

  /**
   * Successful login.
   *
   * @param user ID of the account at LibreView
   * @param trusted device token that lets the next login skip the second factor
   */
  record LoggedIn(String region, String user, LibreToken ticket, Optional<String> trusted)
      implements PortalLoginResult {}

  /**
   * Login that requires a second factor.
   *
   * @param token token that is valid for the second factor only
   * @param data other data of the response
   */
  record SecondFactorRequired(String region, String token, JsonNode data)
      implements PortalLoginResult {}

  record LoginRefused(RefusalReason problem) implements PortalLoginResult {}

  /**
   * Logs in.
   *
   * @param region region whose host is called first; it redirects if the account is elsewhere
   * @param trusted device token of an earlier login with a second factor
   */
  PortalLoginResult login(
      AppCredentials app, String email, String password, String region, Optional<String> trusted) {
    ObjectNode body = Json.object().put("email", email).put("password", password);
    trusted.ifPresent(t -> body.put("trustedDeviceToken", t));
    String at = region;
    for (int i = 0; i < MAX_REGIONS; i++) {
      Optional<String> host = LibreState.host(app, at);
      if (host.isEmpty()) {
        return new LoginRefused(RefusalReason.UNSUPPORTED_REGION);
      }
      ProviderResponse answer =
          send(app, ProviderRequest.post(host.get() + "/auth/login").json(body));
      JsonNode data = answer.jsonOrEmpty().path("data");
      if (!data.path("redirect").asBoolean(false)) {
        return toResult(at, answer);
      }
      at = LibreState.region(data.path("region").asText(""));
    }
    throw new ProviderException.Unavailable("the regions redirect to each other");
  }

  /** Requests a code; returns the token for confirming it. */
  String sendCode(AppCredentials app, SecondFactorRequired code) {
    ProviderResponse answer =
        send(
            app,
            ProviderRequest.post(url(app, code.region(), "sendcode"))
                .bearer(code.token())
                .json(Json.object().put("isPrimaryMethod", true)));
    LibreErrorMapping.INSTANCE
        .toException(answer, http.limits().defaultRateLimitDelay())
        .ifPresent(
            f -> {
              throw f;
            });
    return LibreToken.of(answer.json().path("ticket"))
        .map(LibreToken::token)
        .orElseThrow(
            () -> new ProviderException.Unavailable("response without a ticket for the code"));
  }

  /** Confirms a code. */
  PortalLoginResult confirmCode(AppCredentials app, String region, String token, String code) {
    ObjectNode body = Json.object().put("code", code).put("isPrimaryMethod", true);
    ProviderResponse answer =
        send(app, ProviderRequest.post(url(app, region, "result")).bearer(token).json(body));
    return switch (toResult(region, answer)) {
      case LoginRefused no when no.problem() == RefusalReason.WRONG_CREDENTIALS ->
          new LoginRefused(RefusalReason.WRONG_CODE);
      case SecondFactorRequired again -> new LoginRefused(RefusalReason.WRONG_CODE);
      case LoggedIn in -> in;
      case LoginRefused no -> no;
    };
  }

  private static String url(AppCredentials app, String region, String what) {
    return LibreState.host(app, region)
            .orElseThrow(
                () -> new ProviderException.Rejected("no URL is configured for the region"))
        + "/auth/continue/2fa/"
        + what;
  }

  private ProviderResponse send(AppCredentials app, ProviderRequest request) {
    ProviderResponse answer = http.send(app, request);
    LibreErrorMapping.rateLimit(answer)
        .ifPresent(
            f -> {
              throw f;
            });
    if (answer.status() >= 500) {
      throw new ProviderException.Unavailable("status " + answer.status());
    }
    return answer;
  }

  private static PortalLoginResult toResult(String region, ProviderResponse answer) {
    JsonNode data = answer.jsonOrEmpty().path("data");
    Optional<LibreToken> ticket = LibreToken.of(data.path("authTicket"));
    String step = data.path("step").path("type").asText("").toLowerCase(Locale.ROOT);
    if (step.equals("2faverify")) {
      return ticket
          .<PortalLoginResult>map(t -> new SecondFactorRequired(region, t.token(), data))
          .orElseThrow(
              () ->
                  new ProviderException.Unavailable(
                      "response without a ticket for two-factor authentication"));
    }
    if (!step.isEmpty()) {
      // The name of the step that requires a new password is undocumented; other steps are terms to
      // accept.
      return new LoginRefused(
          step.contains("password")
              ? RefusalReason.PASSWORD_EXPIRED
              : RefusalReason.ACTION_IN_PROVIDER_APP);
    }
    String user = data.path("user").path("id").asText("");
    if (answer.isSuccess() && ticket.isPresent() && !user.isEmpty()) {
      Optional<String> trusted =
          Optional.of(data.path("trustedDeviceToken").asText("")).filter(t -> !t.isEmpty());
      return new LoggedIn(region, user, ticket.get(), trusted);
    }
    if (LibreErrorMapping.refusesLogin(answer)) {
      return new LoginRefused(RefusalReason.WRONG_CREDENTIALS);
    }
    throw new ProviderException.Unavailable(
        "login status " + answer.status() + ", within " + LibreErrorMapping.bodyStatus(answer));
  }
}
