package io.tributary.provider.sdk;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderCatalog;
import java.util.Arrays;
import java.util.List;

/** Adapters of push-only slugs: they have a descriptor but no OAuth and no pulls. */
public final class SdkAdapter {
  private SdkAdapter() {}

  /** Returns one adapter for each slug that clients upload for. */
  public static List<Adapter> all(ProviderCatalog catalog) {
    return Arrays.stream(SdkProvider.values())
        .map(p -> AdapterBuilder.of(descriptor(p, catalog)).build())
        .toList();
  }

  private static Descriptor descriptor(SdkProvider p, ProviderCatalog catalog) {
    ProviderCatalog.Entry entry = catalog.find(p.slug()).orElseThrow();
    int days = entry.historicalDays().orElse(1);
    Descriptor.Draft draft =
        Descriptor.of(p.slug(), entry.name())
            .description(entry.description())
            .logo(entry.logo())
            .auth(entry.auth().orElse(AuthKind.SDK))
            .kind(entry.kind())
            .resources(p.resources());
    if (p == SdkProvider.HEALTH_CONNECT) {
      draft.scopes(HealthConnectPermissions.NEEDS);
    }
    return (entry.daysConfigurable() ? draft.historicalDays(days) : draft.fixedDays(days)).build();
  }
}
