package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.MfaCompleter;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderHttp;
import java.util.Locale;
import java.util.Optional;

/**
 * Login of patients with their password. The password is stored, because tokens cannot be
 * refreshed, together with a device token that lets the next login skip the second factor.
 */
final class PatientLogin implements PasswordLogin, MfaCompleter {
  private static final String TRUSTED = "trusted";
  private static final String REGION = "region";
  private static final String TOKEN = "token";
  private static final String USER = "user";
  private static final String SECRET = "secret";

  private final PortalLogin portal;
  private final LibreFollowerClient app;

  PatientLogin(ProviderHttp http) {
    this.portal = new PortalLogin(http);
    this.app = new LibreFollowerClient(http);
  }

  /** Logs in; the portal determines the region, because the one in the link is a country. */
  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    return switch (portal.sign(app, user, secret, "", Optional.empty())) {
      case PortalLogin.In in -> connected(app, in, user, secret, in.trusted(), Optional.empty());
      case PortalLogin.Code code -> codeSent(app, code, user, secret);
      case PortalLogin.No no -> new Refused(no.why());
    };
  }

  private Pending codeSent(AppCredentials app, PortalLogin.Code code, String user, String secret) {
    String token = portal.sendCode(app, code);
    ObjectNode pending =
        Json.object()
            .put(REGION, code.region())
            .put(TOKEN, token)
            .put(USER, user)
            .put(SECRET, secret);
    JsonNode factor = code.data().path("user").path("twoFactor");
    boolean phone =
        factor.path("primaryMethod").asText("").toLowerCase(Locale.ROOT).equals("phone");
    String shown = factor.path("primaryValue").asText("");
    return new Pending(
        phone ? Method.SMS : Method.EMAIL, shown.isEmpty() ? masked(user) : shown, pending);
  }

  /** Masks an e-mail address as {@code a***@example.org}. */
  private static String masked(String email) {
    int at = email.indexOf('@');
    return at < 1 ? "***" : email.charAt(0) + "***" + email.substring(at);
  }

  @Override
  public Outcome second(AppCredentials app, ObjectNode pending, String code) {
    String user = pending.path(USER).asText();
    String secret = pending.path(SECRET).asText();
    String region = pending.path(REGION).asText();
    return switch (portal.confirm(app, region, pending.path(TOKEN).asText(), code)) {
      case PortalLogin.In in -> connected(app, in, user, secret, in.trusted(), Optional.empty());
      case PortalLogin.Code again -> new Refused(Problem.WRONG_CODE);
      case PortalLogin.No no -> new Refused(no.why());
    };
  }

  /** Logs in again without requesting a code, because only the user could enter it. */
  @Override
  public Outcome again(AppCredentials app, Kept kept, ObjectNode state) {
    LibreState known = LibreState.of(state);
    Optional<String> trusted =
        Optional.of(kept.more().path(TRUSTED).asText("")).filter(t -> !t.isEmpty());
    return switch (portal.sign(app, kept.user(), kept.secret(), known.region(), trusted)) {
      case PortalLogin.In in ->
          in.user().equals(known.patient()) || known.patient().isEmpty()
              ? connected(
                  app,
                  in,
                  kept.user(),
                  kept.secret(),
                  in.trusted().or(() -> trusted),
                  known.follows())
              // The e-mail address belongs to another account by now.
              : new Refused(Problem.WRONG_CREDENTIALS);
      case PortalLogin.Code code -> new Pending(Method.EMAIL, "", Json.object());
      case PortalLogin.No no -> new Refused(no.why());
    };
  }

  private Connected connected(
      AppCredentials app,
      PortalLogin.In in,
      String user,
      String secret,
      Optional<String> trusted,
      Optional<Boolean> follows) {
    LibreFollowerClient.Followed followed =
        follows.equals(Optional.of(false))
            ? LibreFollowerClient.NOT_FOLLOWED
            : this.app.find(app, in.region(), in.user(), user, secret);
    LibreTokens tickets =
        new LibreTokens(in.ticket().token(), followed.ticket().map(LibreToken::token));
    ObjectNode more = Json.object();
    trusted.ifPresent(t -> more.put(TRUSTED, t));
    return new Connected(
        new OAuth.Granted(
            new OAuth.Tokens(
                tickets.accessToken(),
                null,
                // The token of the app is valid for months; an expired portal token is detected by
                // its refusal.
                followed.ticket().orElse(in.ticket()).expiresAt()),
            Optional.empty(),
            Optional.of(in.user()),
            new LibreState(in.region(), in.user(), followed.follows()).json()),
        Optional.of(new Kept(user, secret, more)));
  }
}
