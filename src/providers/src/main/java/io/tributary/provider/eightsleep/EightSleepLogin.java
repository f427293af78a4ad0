package io.tributary.provider.eightsleep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.oauth.FreshGrant;
import java.util.Optional;

/**
 * Login with the password of the user's account. The password is stored, because the provider may
 * refuse to refresh the tokens.
 */
final class EightSleepLogin implements PasswordLogin {
  /** Key of the provider's user ID in the account's state; paths contain it. */
  static final String USER_ID = "user_id";

  private final ProviderHttp http;
  private final EightSleepTokens tokens;

  EightSleepLogin(ProviderHttp http) {
    this.http = http;
    this.tokens = new EightSleepTokens(http);
  }

  /** Logs in and also reads the zone of the mattress, because days are requested by it. */
  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    Optional<JsonNode> answer = requestTokens(app, user, secret);
    if (answer.isEmpty()) {
      return new Refused(RefusalReason.WRONG_CREDENTIALS);
    }
    OAuth.Tokens pair = EightSleepTokens.tokens(answer.get(), null);
    JsonNode person =
        new FreshGrant(http, app, EightSleepErrorMapping.MAPPING, PermitClient.UNLIMITED)
            .find(ProviderRequest.get(app.urls().api() + EightSleepClient.ME).bearer(pair.access()))
            .map(me -> me.path("user"))
            .orElseGet(Json::object);
    String id =
        id(answer.get())
            .or(() -> id(person))
            .orElseThrow(() -> new ProviderException.Unavailable("token response without userId"));
    ObjectNode state = EightSleepTime.state(person).put(USER_ID, id);
    return connected(pair, id, state, user, secret);
  }

  @Override
  public Outcome renewSession(AppCredentials app, StoredLogin kept, ObjectNode state) {
    Optional<JsonNode> answer = requestTokens(app, kept.user(), kept.secret());
    if (answer.isEmpty()) {
      return new Refused(RefusalReason.WRONG_CREDENTIALS);
    }
    String known = state.path(USER_ID).asText("");
    String id = id(answer.get()).orElse(known);
    if (!known.isEmpty() && !known.equals(id)) {
      // The e-mail address belongs to another account by now.
      return new Refused(RefusalReason.WRONG_CREDENTIALS);
    }
    OAuth.Tokens pair = EightSleepTokens.tokens(answer.get(), null);
    return connected(pair, id, Json.object().put(USER_ID, id), kept.user(), kept.secret());
  }

  /** Returns empty for a wrong name or password. */
  private Optional<JsonNode> requestTokens(AppCredentials app, String user, String secret) {
    try {
      return Optional.of(tokens.requestWithPassword(app, user, secret));
    } catch (ProviderException.TokenRejected wrong) {
      return Optional.empty();
    }
  }

  private static Optional<String> id(JsonNode answer) {
    return Optional.ofNullable(LenientJson.of(answer).id("userId"));
  }

  private static Connected connected(
      OAuth.Tokens pair, String id, ObjectNode state, String user, String secret) {
    return new Connected(
        new OAuth.Granted(pair, Optional.empty(), Optional.of(id).filter(i -> !i.isEmpty()), state),
        Optional.of(new StoredLogin(user, secret, Json.object())));
  }
}
