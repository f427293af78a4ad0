package io.tributary.provider;

import java.time.Instant;
import java.util.List;

/**
 * The OAuth part of an adapter. Calls block their virtual thread; they fail with {@link
 * ProviderFault}.
 */
public interface OAuth {
  /**
   * Where to send the user.
   *
   * @param state opaque to the provider
   * @param verifier PKCE verifier kept by the caller; ignored by providers without PKCE
   */
  String authoriseUrl(AppCredentials app, String state, List<String> scopes, String verifier);

  /**
   * Trades the code of a callback for tokens. {@code grantedScope} is the callback's scope
   * parameter, or null.
   */
  Granted exchange(AppCredentials app, String code, String verifier, String grantedScope);

  /** A new token pair. A refused refresh token is {@link ProviderFault.TokenRefused}. */
  Tokens refresh(AppCredentials app, String refreshToken);

  /** Ends the grant at the provider. */
  void revoke(AppCredentials app, Tokens tokens);

  /** A token pair; {@code refresh} may be null. */
  record Tokens(String access, String refresh, Instant expiresAt) {
    @Override
    public String toString() {
      return "Tokens[***]";
    }
  }

  /**
   * What a finished authorisation gave; {@code externalUserId} null when the grant does not tell
   * it.
   */
  record Granted(Tokens tokens, List<String> scopes, String externalUserId) {
    public Granted {
      scopes = List.copyOf(scopes);
    }

    @Override
    public String toString() {
      return "Granted[***]";
    }
  }
}
