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
  List<ProviderCatalog.Entry> of(LinkSession s) {
    return linkable.entries().stream().filter(e -> has(s, e.slug())).toList();
  }

  /** Returns true when the session may link the provider. */
  boolean has(LinkSession s, String slug) {
    return s.filter().map(f -> f.contains(slug)).orElse(true)
        && (linkable.find(slug).filter(t -> oauth.offers(s, t)).isPresent()
            || linkable.signIn(slug).filter(t -> passwords.offers(s, t)).isPresent());
  }
}
