package io.tributary.link;

import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import java.util.List;
import java.util.Optional;

/** What can be linked here: OAuth slugs of the catalogue that have code. */
final class Linkable {
  private final ProviderCatalog catalog;
  private final Adapters adapters;

  Linkable(ProviderCatalog catalog, Adapters adapters) {
    this.catalog = catalog;
    this.adapters = adapters;
  }

  /** A slug that users can be sent to. */
  record Target(ProviderCatalog.Entry entry, Adapter adapter, OAuth oauth) {
    String slug() {
      return entry.slug();
    }
  }

  Optional<Target> find(String slug) {
    return catalog
        .find(slug)
        .filter(ProviderCatalog.Entry::oauth)
        .flatMap(
            e -> adapters.of(slug, false).flatMap(a -> a.oauth().map(o -> new Target(e, a, o))));
  }

  /** In slug order. */
  List<Target> all() {
    return catalog.slugs().stream().flatMap(s -> find(s).stream()).toList();
  }
}
