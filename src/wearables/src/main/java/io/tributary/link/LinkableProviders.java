package io.tributary.link;

import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Optional;

/** What can be linked here: slugs of the catalogue that have code. */
final class LinkableProviders {
  private final ProviderCatalog catalog;
  private final Adapters adapters;

  LinkableProviders(ProviderCatalog catalog, Adapters adapters) {
    this.catalog = catalog;
    this.adapters = adapters;
  }

  /** A slug that users can be sent to. */
  record Target(ProviderCatalog.Entry entry, Adapter adapter, OAuth oauth) {
    String slug() {
      return entry.slug();
    }
  }

  /** A slug that users sign in to by password or e-mail. */
  record SignIn(ProviderCatalog.Entry entry, Adapter adapter, PasswordLogin login) {
    String slug() {
      return entry.slug();
    }
  }

  /** Whether there is any way to link the slug. */
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

  /** Those that there is a way for, in slug order. */
  List<ProviderCatalog.Entry> entries() {
    return catalog.all().stream().filter(e -> knows(e.slug())).toList();
  }
}
