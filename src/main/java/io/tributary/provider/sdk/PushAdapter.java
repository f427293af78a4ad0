package io.tributary.provider.sdk;

import io.tributary.provider.Adapter;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.Puller;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return new Descriptor(
        p.slug(),
        entry.name(),
        entry.description(),
        entry.logo(),
        entry.auth().orElse(AuthKind.SDK),
        entry.kind(),
        entry.historicalDays().orElse(1),
        !entry.daysConfigurable(),
        false,
        p.resources(),
        p == PushProvider.HEALTH_CONNECT ? Permissions.NEEDS : Map.of(),
        List.of(),
        List.of());
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  @Override
  public Optional<OAuth> oauth() {
    return Optional.empty();
  }

  @Override
  public Puller puller() {
    return (account, feed, window, cursor) -> {
      throw new IllegalStateException("nothing is pulled from " + descriptor.slug());
    };
  }
}
