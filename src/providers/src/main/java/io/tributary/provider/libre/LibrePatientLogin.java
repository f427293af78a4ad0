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
final class LibrePatientLogin implements PasswordLogin, MfaCompleter {
  private static final String TRUSTED = "trusted";
  private static final String REGION = "region";
  private static final String TOKEN = "token";
  private static final String USER = "user";
  private static final String SECRET = "secret";

  private final LibrePortalLogin portal;
  private final LibreFollowerClient app;

  LibrePatientLogin(ProviderHttp http) {
    this.portal = new LibrePortalLogin(http);
    this.app = new LibreFollowerClient(http);
  }

  /** Logs in; the portal determines the region, because the one in the link is a country. */
  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    return switch (portal.login(app, user, secret, "", Optional.empty())) {
      case LibrePortalLogin.LoggedIn in ->
          connected(app, in, user, secret, in.trusted(), Optional.empty());
      case LibrePortalLogin.SecondFactorRequired code -> codeSent(app, code, user, secret);
      case LibrePortalLogin.LoginRefused no -> new Refused(no.problem());
    };
  }

  private Pending codeSent(
      AppCredentials app, LibrePortalLogin.SecondFactorRequired code, String user, String secret) {
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
  public Outcome complete(AppCredentials app, ObjectNode pending, String code) {
    String user = pending.path(USER).asText();
    String secret = pending.path(SECRET).asText();
    String region = pending.path(REGION).asText();
    return switch (portal.confirmCode(app, region, pending.path(TOKEN).asText(), code)) {
      case LibrePortalLogin.LoggedIn in ->
          connected(app, in, user, secret, in.trusted(), Optional.empty());
      case LibrePortalLogin.SecondFactorRequired again -> new Refused(RefusalReason.WRONG_CODE);
      case LibrePortalLogin.LoginRefused no -> new Refused(no.problem());
    };
  }

  /** Logs in again without requesting a code, because only the user could enter it. */
  @Override
  public Outcome renewSession(AppCredentials app, StoredLogin kept, ObjectNode state) {
    LibreState known = LibreState.of(state);
    Optional<String> trusted =
        Optional.of(kept.more().path(TRUSTED).asText("")).filter(t -> !t.isEmpty());
    return switch (portal.login(app, kept.user(), kept.secret(), known.region(), trusted)) {
      case LibrePortalLogin.LoggedIn in ->
          in.user().equals(known.patient()) || known.patient().isEmpty()
              ? connected(
                  app,
                  in,
                  kept.user(),
                  kept.secret(),
                  in.trusted().or(() -> trusted),
                  known.follows())
              // The e-mail address belongs to another account by now.
              : new Refused(RefusalReason.WRONG_CREDENTIALS);
      case LibrePortalLogin.SecondFactorRequired code ->
          new Pending(Method.EMAIL, "", Json.object());
      case LibrePortalLogin.LoginRefused no -> new Refused(no.problem());
    };
  }

  private Connected connected(
      AppCredentials app,
      LibrePortalLogin.LoggedIn in,
      String user,
      String secret,
      Optional<String> trusted,
      Optional<Boolean> follows) {
    LibreFollowerClient.FollowResult followed =
        follows.equals(Optional.of(false))
            ? LibreFollowerClient.NOT_FOLLOWED
            : this.app.checkFollowing(app, in.region(), in.user(), user, secret);
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
        Optional.of(new StoredLogin(user, secret, more)));
  }
}
