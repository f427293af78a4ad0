package io.tributary.link;

import io.tributary.provider.ProviderCatalog;
import java.util.List;

/** Providers that a session may link. Blocks; runs on virtual threads. */
final class OfferedProviders {
  private final LinkableProviders linkable;
  private final OAuthLinkFlow oauth;
  private final PasswordLinkFlow passwords;

  OfferedProviders(LinkableProviders linkable, OAuthLinkFlow oauth, PasswordLinkFlow passwords) {
    this.linkable = linkable;
    this.oauth = oauth;
    this.passwords = passwords;
  }

  /** Returns the providers in slug order. */
  List<ProviderCatalog.Entry> list(LinkSession s) {
    return linkable.entries().stream().filter(e -> contains(s, e.slug())).toList();
  }

  /** Returns true when the session may link the provider. */
  boolean contains(LinkSession s, String slug) {
    return s.filter().map(f -> f.contains(slug)).orElse(true)
        && (linkable.findOAuth(slug).filter(t -> oauth.canLink(s, t)).isPresent()
            || linkable.findSignIn(slug).filter(t -> passwords.canLink(s, t)).isPresent());
  }
}
