package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PasswordLogin.Problem;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import java.util.Locale;
import java.util.Optional;

/**
 * Login to the portal. Calls are never retried, because a password that may have been refused must
 * not be sent again.
 */
final class PortalLogin {
  private static final int MOST_REGIONS = 3;

  private final ProviderHttp http;

  PortalLogin(ProviderHttp http) {
    this.http = http;
  }

  /** Result of a login. */
  sealed interface Signed {}

  /**
   * Successful login.
   *
   * @param user ID of the account at LibreView
   * @param trusted device token that lets the next login skip the second factor
   */
  record In(String region, String user, LibreToken ticket, Optional<String> trusted)
      implements Signed {}

  /**
   * Login that requires a second factor.
   *
   * @param token token that is valid for the second factor only
   * @param data other data of the response
   */
  record Code(String region, String token, JsonNode data) implements Signed {}

  record No(Problem why) implements Signed {}

  /**
   * Logs in.
   *
   * @param region region whose host is called first; it redirects if the account is elsewhere
   * @param trusted device token of an earlier login with a second factor
   */
  Signed sign(
      AppCredentials app, String email, String password, String region, Optional<String> trusted) {
    ObjectNode body = Json.object().put("email", email).put("password", password);
    trusted.ifPresent(t -> body.put("trustedDeviceToken", t));
    String at = region;
    for (int i = 0; i < MOST_REGIONS; i++) {
      Optional<String> host = LibreState.host(app, at);
      if (host.isEmpty()) {
        return new No(Problem.UNSUPPORTED_REGION);
      }
      Answer answer = send(app, ProviderRequest.post(host.get() + "/auth/login").json(body));
      JsonNode data = answer.jsonOrEmpty().path("data");
      if (!data.path("redirect").asBoolean(false)) {
        return read(at, answer);
      }
      at = LibreState.region(data.path("region").asText(""));
    }
    throw new ProviderException.Unavailable("the regions name one another");
  }

  /** Requests a code; returns the token for confirming it. */
  String sendCode(AppCredentials app, Code code) {
    Answer answer =
        send(
            app,
            ProviderRequest.post(address(app, code.region(), "sendcode"))
                .bearer(code.token())
                .json(Json.object().put("isPrimaryMethod", true)));
    LibreErrorMapping.ALL
        .fault(answer, http.limits().window())
        .ifPresent(
            f -> {
              throw f;
            });
    return LibreToken.of(answer.json().path("ticket"))
        .map(LibreToken::token)
        .orElseThrow(() -> new ProviderException.Unavailable("no ticket for the code"));
  }

  /** Confirms a code. */
  Signed confirm(AppCredentials app, String region, String token, String code) {
    ObjectNode body = Json.object().put("code", code).put("isPrimaryMethod", true);
    Answer answer =
        send(app, ProviderRequest.post(address(app, region, "result")).bearer(token).json(body));
    return switch (read(region, answer)) {
      case No no when no.why() == Problem.WRONG_CREDENTIALS -> new No(Problem.WRONG_CODE);
      case Code again -> new No(Problem.WRONG_CODE);
      case In in -> in;
      case No no -> no;
    };
  }

  private static String address(AppCredentials app, String region, String what) {
    return LibreState.host(app, region)
            .orElseThrow(() -> new ProviderException.Rejected("no address for the region"))
        + "/auth/continue/2fa/"
        + what;
  }

  private Answer send(AppCredentials app, ProviderRequest request) {
    Answer answer = http.send(app, request);
    LibreErrorMapping.limited(answer)
        .ifPresent(
            f -> {
              throw f;
            });
    if (answer.status() >= 500) {
      throw new ProviderException.Unavailable("status " + answer.status());
    }
    return answer;
  }

  private static Signed read(String region, Answer answer) {
    JsonNode data = answer.jsonOrEmpty().path("data");
    Optional<LibreToken> ticket = LibreToken.of(data.path("authTicket"));
    String step = data.path("step").path("type").asText("").toLowerCase(Locale.ROOT);
    if (step.equals("2faverify")) {
      return ticket
          .<Signed>map(t -> new Code(region, t.token(), data))
          .orElseThrow(() -> new ProviderException.Unavailable("no ticket for the second factor"));
    }
    if (!step.isEmpty()) {
      // The name of the step that requires a new password is undocumented; other steps are terms to
      // accept.
      return new No(step.contains("password") ? Problem.PASSWORD_EXPIRED : Problem.ELSEWHERE);
    }
    String user = data.path("user").path("id").asText("");
    if (answer.ok() && ticket.isPresent() && !user.isEmpty()) {
      Optional<String> trusted =
          Optional.of(data.path("trustedDeviceToken").asText("")).filter(t -> !t.isEmpty());
      return new In(region, user, ticket.get(), trusted);
    }
    if (LibreErrorMapping.refusesLogin(answer)) {
      return new No(Problem.WRONG_CREDENTIALS);
    }
    throw new ProviderException.Unavailable(
        "login status " + answer.status() + ", within " + LibreErrorMapping.own(answer));
  }
}
