package io.tributary.provider.demo;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Demo connections of providers: read by the ordinary pulls, without any network. Nobody has to
 * consent to invented data.
 */
public final class DemoAdapter {
  private DemoAdapter() {}

  /**
   * One adapter for each provider that has invented data.
   *
   * @param days how far before the connection the data begin
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
