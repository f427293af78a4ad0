package io.tributary.provider.sdk;

import io.tributary.provider.Adapter;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.Puller;
import java.util.Arrays;
import java.util.List;

/** A slug whose data come by themselves: it has a descriptor, but nothing to call or to pull. */
public final class PushAdapter implements Adapter {
  private final Descriptor descriptor;

  private PushAdapter(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /** One adapter for each slug that clients push for. */
  public static List<Adapter> all(ProviderCatalog catalog) {
    return Arrays.stream(PushProvider.values())
        .<Adapter>map(p -> new PushAdapter(descriptor(p, catalog)))
        .toList();
  }

  private static Descriptor descriptor(PushProvider p, ProviderCatalog catalog) {
    ProviderCatalog.Entry entry = catalog.find(p.slug()).orElseThrow();
    int days = entry.historicalDays().orElse(1);
    Descriptor.Draft draft =
        Descriptor.of(p.slug(), entry.name())
            .description(entry.description())
            .logo(entry.logo())
            .auth(entry.auth().orElse(AuthKind.SDK))
            .kind(entry.kind())
            .resources(p.resources());
    if (p == PushProvider.HEALTH_CONNECT) {
      draft.scopes(Permissions.NEEDS);
    }
    return (entry.daysConfigurable() ? draft.historicalDays(days) : draft.fixedDays(days)).build();
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  @Override
  public Puller puller() {
    return (account, feed, window, cursor) -> {
      throw new IllegalStateException("nothing is pulled from " + descriptor.slug());
    };
  }
}
