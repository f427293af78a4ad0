package io.tributary.provider;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The OAuth part of an adapter. Calls block their virtual thread; they fail with {@link
 * ProviderFault}.
 */
public interface OAuth {
  /** Where to send the user. */
  String authoriseUrl(AppCredentials app, Start start);

  /** Trades the code of a callback for tokens. */
  Granted exchange(AppCredentials app, Callback back);

  /** A new token pair. A refused refresh token is {@link ProviderFault.TokenRefused}. */
  Tokens refresh(AppCredentials app, Session session);

  /**
   * Ends the grant at the provider. {@link ProviderFault.Unauthorised}: the access token has run
   * out and the grant lives on; with a refreshed one it may be ended.
   */
  void revoke(AppCredentials app, Session session);

  /**
   * An authorisation that begins.
   *
   * @param state opaque to the provider
   * @param verifier PKCE verifier kept by the caller; ignored by providers without PKCE
   */
  record Start(String state, List<String> scopes, String verifier) {
    public Start {
      scopes = List.copyOf(scopes);
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
   */
  record Callback(String code, String verifier, List<String> asked, Optional<String> scope) {
    public Callback {
      asked = List.copyOf(asked);
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
   */
  record Session(Tokens tokens, Optional<String> externalUserId) {
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
   */
  record Granted(Tokens tokens, Optional<List<String>> scopes, Optional<String> externalUserId) {
    public Granted {
      scopes = scopes.map(List::copyOf);
    }

    @Override
    public String toString() {
      return "Granted[***]";
    }
  }
}
