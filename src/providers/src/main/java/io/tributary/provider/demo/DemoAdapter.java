package io.tributary.provider.demo;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Adapters for demo connections. Ordinary pulls read them without network access, and no consent is
 * required for generated data.
 */
public final class DemoAdapter {
  private DemoAdapter() {}

  /**
   * Returns one adapter for each provider with generated data.
   *
   * @param days number of days before the connection from which data exist
   * @param newDataEvery data exist up to the last full step of this length
   */
  public static List<Adapter> all(int days, Duration newDataEvery) {
    return Arrays.stream(DemoProvider.values()).map(p -> of(p, days, newDataEvery)).toList();
  }

  private static Adapter of(DemoProvider provider, int days, Duration newDataEvery) {
    return AdapterBuilder.of(provider.descriptor(days))
        .puller(new DemoPuller(provider, days, newDataEvery))
        .build();
  }
}
