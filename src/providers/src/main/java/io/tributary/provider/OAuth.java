package io.tributary.provider;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The OAuth part of an adapter. Calls block their virtual thread; they fail with {@link
 * ProviderFault}.
 */
public interface OAuth extends TokenRefreshClient {
  /** Where to send the user. */
  String authoriseUrl(AppCredentials app, Start start);

  /** Trades the code of a callback for tokens. */
  Granted exchange(AppCredentials app, Callback back);

  /**
   * Whether an exchange usually makes calls besides that for the tokens: that there is leave for
   * them is better known before the code is spent.
   */
  default boolean exchangeCalls() {
    return false;
  }

  /**
   * Ends the grant at the provider. {@link ProviderException.Unauthorised}: the access token has
   * run out and the grant lives on; with a refreshed one it may be ended.
   */
  void revoke(AppCredentials app, Session session);

  /**
   * An authorisation that begins.
   *
   * @param state opaque to the provider
   * @param verifier PKCE verifier kept by the caller; ignored by providers without PKCE
   * @param region of the account, where the link named one
   */
  record Start(String state, List<String> scopes, String verifier, Optional<String> region) {
    public Start {
      scopes = List.copyOf(scopes);
    }

    public Start(String state, List<String> scopes, String verifier) {
      this(state, scopes, verifier, Optional.empty());
    }

    @Override
    public String toString() {
      return "Start[***]";
    }
  }

  /**
   * What came back with the user.
   *
   * @param verifier as in {@link Start}
   * @param asked scopes that were asked for: an answer that tells none grants these (RFC 6749,
   *     section 5.1)
   * @param scope the callback's scope parameter, which passed through the user's browser
   * @param user our id of the user, which some providers want to know; null only where no user is
   *     linked
   * @param region as in {@link Start}
   * @param leave for calls that are made to learn whose grant it is
   */
  record Callback(
      String code,
      String verifier,
      List<String> asked,
      Optional<String> scope,
      UUID user,
      Optional<String> region,
      PermitClient leave) {
    public Callback {
      asked = List.copyOf(asked);
    }

    public Callback(String code, String verifier, List<String> asked, Optional<String> scope) {
      this(code, verifier, asked, scope, null, Optional.empty());
    }

    /** Where nothing is counted. */
    public Callback(
        String code,
        String verifier,
        List<String> asked,
        Optional<String> scope,
        UUID user,
        Optional<String> region) {
      this(code, verifier, asked, scope, user, region, PermitClient.OPEN);
    }

    @Override
    public String toString() {
      return "Callback[***]";
    }
  }

  /**
   * A grant that lives.
   *
   * @param externalUserId the provider's id of the user, where it told one
   * @param state what the adapter keeps of the account
   */
  record Session(Tokens tokens, Optional<String> externalUserId, ObjectNode state) {
    public Session(Tokens tokens, Optional<String> externalUserId) {
      this(tokens, externalUserId, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public String toString() {
      return "Session[***]";
    }
  }

  /** A token pair; {@code refresh} may be null. */
  record Tokens(String access, String refresh, Instant expiresAt) {
    @Override
    public String toString() {
      return "Tokens[***]";
    }
  }

  /**
   * What a finished authorisation gave.
   *
   * @param scopes empty when the provider knows no scopes
   * @param externalUserId empty when the grant does not tell it
   * @param state what the adapter keeps of the account from now on; nothing secret
   */
  record Granted(
      Tokens tokens,
      Optional<List<String>> scopes,
      Optional<String> externalUserId,
      ObjectNode state) {
    public Granted {
      scopes = scopes.map(List::copyOf);
    }

    public Granted(Tokens tokens, Optional<List<String>> scopes, Optional<String> externalUserId) {
      this(tokens, scopes, externalUserId, JsonNodeFactory.instance.objectNode());
    }

    @Override
    public String toString() {
      return "Granted[***]";
    }
  }
}
