package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.FreshGrant;
import io.tributary.provider.oauth.OAuthClient;
import io.tributary.provider.oauth.OAuthRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * OAuth for Polar: one scope, HTTP Basic client credentials, and access tokens that neither expire
 * nor can be refreshed. A user must be registered with the application before data are accessible,
 * and deleting that registration ends the grant.
 */
final class PolarOAuth implements OAuth {
  /** Key of Polar's user ID in the account's state; paths contain it. */
  static final String USER_ID = "user_id";

  static final String USERS = "/v3/users";

  private static final int CONFLICT = 409;

  private final ProviderHttp http;
  private final OAuthClient client;

  PolarOAuth(ProviderHttp http) {
    this.http = http;
    this.client =
        new OAuthClient(
            http,
            OAuthRules.standard("/v2/oauth2/token")
                .client(OAuthRules.ClientAuthentication.BASIC)
                .revokedBy(
                    (app, session) ->
                        ProviderRequest.delete(user(app, id(session)))
                            .bearer(session.tokens().access())),
            fresh -> Optional.ofNullable(LenientJson.of(fresh.answer()).id("x_user_id")));
  }

  @Override
  public String authorizeUrl(AppCredentials app, Start start) {
    return client.authorizeUrl(app, start);
  }

  /**
   * Returns tokens of a registered user. A user without Polar's mandatory consents is not
   * registered and has granted nothing, so all resources are unavailable.
   */
  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    Granted granted = client.exchange(app, back);
    String id =
        granted
            .externalUserId()
            .orElseThrow(
                () -> new ProviderException.Unavailable("token response without x_user_id"));
    boolean registered = register(app, granted.tokens().access(), id, back);
    ObjectNode state = Json.object().put(USER_ID, id);
    return new Granted(
        granted.tokens(),
        registered ? granted.scopes() : Optional.of(List.of()),
        Optional.of(id),
        state);
  }

  @Override
  public boolean exchangeNeedsFurtherCalls() {
    return true;
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    throw new ProviderException.TokenRejected("the provider issues no refresh tokens");
  }

  @Override
  public void revoke(AppCredentials app, Session session) {
    client.revoke(app, session);
  }

  private static String user(AppCredentials app, String id) {
    return app.urls().api() + USERS + "/" + id;
  }

  private static String id(Session session) {
    return session.externalUserId().orElseGet(() -> session.state().path(USER_ID).asText());
  }

  /** Returns false without the mandatory consents. */
  private boolean register(AppCredentials app, String access, String id, Callback back) {
    ProviderRequest register =
        ProviderRequest.post(app.urls().api() + USERS)
            .bearer(access)
            .json(Json.object().put("member-id", memberId(id, back.user())));
    try {
      JsonNode answer =
          new FreshGrant(http, app, PolarOAuth::registrationFault, back.permits())
              .readJson(register);
      if (LenientJson.of(answer).id("polar-user-id") == null) {
        // Already registered: as this user, if the grant can read it.
        new FreshGrant(http, app, PolarErrorMapping.MAPPING, back.permits())
            .readJson(ProviderRequest.get(user(app, id)).bearer(access));
      }
      return true;
    } catch (ProviderException.ScopeMissing withoutConsent) {
      return false;
    }
  }

  private static Optional<ProviderException> registrationFault(
      ProviderResponse answer, Duration usual) {
    return answer.status() == CONFLICT
        ? Optional.empty()
        : PolarErrorMapping.MAPPING.toException(answer, usual);
  }

  /**
   * Returns an ID that is stable for a pair of users, so that a new connection reuses the
   * registration, and that reveals nothing.
   */
  private static String memberId(String id, UUID ours) {
    return UUID.nameUUIDFromBytes(("polar " + id + " " + ours).getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}
