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
  record Target(ProviderCatalog.Entry entry, Adapter adapter, OAuth oauth) {
    String slug() {
      return entry.slug();
    }
  }

  /** Provider that is linked by password or e-mail address. */
  record SignIn(ProviderCatalog.Entry entry, Adapter adapter, PasswordLogin login) {
    String slug() {
      return entry.slug();
    }
  }

  /** Returns true when the provider can be linked by any method. */
  boolean knows(String slug) {
    return find(slug).isPresent() || signIn(slug).isPresent();
  }

  Optional<SignIn> signIn(String slug) {
    return catalog
        .find(slug)
        .filter(ProviderCatalog.Entry::signIn)
        .flatMap(
            e -> adapters.of(slug, false).flatMap(a -> a.login().map(l -> new SignIn(e, a, l))));
  }

  Optional<Target> find(String slug) {
    return catalog
        .find(slug)
        .filter(ProviderCatalog.Entry::oauth)
        .flatMap(
            e -> adapters.of(slug, false).flatMap(a -> a.oauth().map(o -> new Target(e, a, o))));
  }

  /** Returns all linkable providers, in slug order. */
  List<ProviderCatalog.Entry> entries() {
    return catalog.all().stream().filter(e -> knows(e.slug())).toList();
  }
}
