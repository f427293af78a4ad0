package io.tributary.provider;

/**
 * Refreshes tokens with a refresh token. Blocks its virtual thread; fails with {@link
 * ProviderException}.
 */
@FunctionalInterface
public interface TokenRefreshClient {
  /**
   * Returns a new token pair. A refused refresh token is a {@link ProviderException.TokenRejected}.
   */
  OAuth.Tokens refresh(AppCredentials app, OAuth.Session session);
}
