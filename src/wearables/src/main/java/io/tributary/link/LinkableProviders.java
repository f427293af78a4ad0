package io.tributary.link;

import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Optional;

/** Providers that can be linked on this installation: catalog entries with an adapter. */
final class LinkableProviders {
  private final ProviderCatalog catalog;
  private final Adapters adapters;

  LinkableProviders(ProviderCatalog catalog, Adapters adapters) {
    this.catalog = catalog;
    this.adapters = adapters;
  }

  /** Provider that is linked by OAuth. */
  record OAuthTarget(ProviderCatalog.Entry entry, Adapter adapter, OAuth oauth) {
    String slug() {
      return entry.slug();
    }
  }

  /** Provider that is linked by password or e-mail address. */
  record SignInTarget(ProviderCatalog.Entry entry, Adapter adapter, PasswordLogin login) {
    String slug() {
      return entry.slug();
    }
  }

  /** Returns true when the provider can be linked by any method. */
  boolean isLinkable(String slug) {
    return findOAuth(slug).isPresent() || findSignIn(slug).isPresent();
  }

  Optional<SignInTarget> findSignIn(String slug) {
    return catalog
        .find(slug)
        .filter(ProviderCatalog.Entry::isSignIn)
        .flatMap(
            e ->
                adapters
                    .of(slug, false)
                    .flatMap(a -> a.login().map(l -> new SignInTarget(e, a, l))));
  }

  Optional<OAuthTarget> findOAuth(String slug) {
    return catalog
        .find(slug)
        .filter(ProviderCatalog.Entry::isOAuth)
        .flatMap(
            e ->
                adapters
                    .of(slug, false)
                    .flatMap(a -> a.oauth().map(o -> new OAuthTarget(e, a, o))));
  }

  /** Returns all linkable providers, in slug order. */
  List<ProviderCatalog.Entry> entries() {
    return catalog.all().stream().filter(e -> isLinkable(e.slug())).toList();
  }
}
