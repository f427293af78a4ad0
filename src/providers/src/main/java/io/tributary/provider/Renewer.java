package io.tributary.provider;

/**
 * Renews tokens by a refresh token. Blocks its virtual thread; fails with {@link ProviderFault}.
 */
@FunctionalInterface
public interface Renewer {
  /** A new token pair. A refused refresh token is {@link ProviderFault.TokenRefused}. */
  OAuth.Tokens refresh(AppCredentials app, OAuth.Session session);
}
