package io.tributary.provider.demo;

import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.Puller;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A demo connection of a provider: read by the ordinary pulls, without any network. */
public final class DemoAdapter implements Adapter {
  private final Descriptor descriptor;
  private final Puller puller;

  private DemoAdapter(DemoProvider provider, int days, Duration newDataEvery) {
    this.descriptor = provider.descriptor(days);
    this.puller = new DemoPuller(provider, days, newDataEvery);
  }

  /**
   * One adapter for each provider that has invented data.
   *
   * @param days how far before the connection the data begin
   * @param newDataEvery data exist up to the last full step of this length
   */
  public static List<Adapter> all(int days, Duration newDataEvery) {
    return Arrays.stream(DemoProvider.values())
        .<Adapter>map(p -> new DemoAdapter(p, days, newDataEvery))
        .toList();
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  /** Nobody has to consent to invented data. */
  @Override
  public Optional<OAuth> oauth() {
    return Optional.empty();
  }

  @Override
  public Puller puller() {
    return puller;
  }
}
