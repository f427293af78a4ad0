package io.tributary.provider.eightsleep;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;

/**
 * Renews what a password began. Nobody is sent to a page of consent, and nothing ends a grant at
 * the vendor: what is kept is forgotten.
 */
final class EightRefresh implements OAuth {
  private final EightTokens tokens;

  EightRefresh(ProviderHttp http) {
    this.tokens = new EightTokens(http);
  }

  @Override
  public String authoriseUrl(AppCredentials app, Start start) {
    throw new UnsupportedOperationException("users sign in by password");
  }

  @Override
  public Granted exchange(AppCredentials app, Callback back) {
    throw new UnsupportedOperationException("users sign in by password");
  }

  @Override
  public Tokens refresh(AppCredentials app, Session session) {
    return tokens.refresh(app, session.tokens().refresh());
  }

  @Override
  public void revoke(AppCredentials app, Session session) {}
}
