package io.tributary.provider;

/**
 * Renews tokens by a refresh token. Blocks its virtual thread; fails with {@link
 * ProviderException}.
 */
@FunctionalInterface
public interface TokenRefreshClient {
  /** A new token pair. A refused refresh token is {@link ProviderException.TokenRefused}. */
  OAuth.Tokens refresh(AppCredentials app, OAuth.Session session);
}
