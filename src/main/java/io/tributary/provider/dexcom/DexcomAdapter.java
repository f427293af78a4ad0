package io.tributary.provider.dexcom;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.Doubling;
import io.tributary.provider.doc.FeedPuller;
import java.util.List;
import java.util.Optional;

/** Dexcom, API v3, for teams with an application of their own. */
public final class DexcomAdapter implements Adapter {
  private static final int HISTORICAL_DAYS = 30;
  private static final List<DexcomFeed> FEEDS = List.of(DexcomFeed.values());

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(DexcomNormaliser.SLUG, "Dexcom")
          .description("Glucose from a Dexcom sensor, and what its user has entered")
          .historicalDays(HISTORICAL_DAYS)
          .ownApp()
          .resources(
              List.of(
                  Resource.CARBOHYDRATES,
                  Resource.GLUCOSE,
                  Resource.INSULIN_INJECTION,
                  Resource.NOTE,
                  Resource.WORKOUT_DURATION))
          .feeds(FEEDS.stream().map(DexcomFeed::feed).toList())
          .build();

  private final OAuth oauth;
  private final Puller puller;
  private final Mapping mapping =
      new DocMapping<>(
          DexcomNormaliser.SLUG,
          DexcomNormaliser.VERSION,
          FEEDS,
          DexcomNormaliser::normalise,
          DexcomRules::of);

  public DexcomAdapter(ProviderHttp http) {
    this.oauth = new DexcomOAuth(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new DexcomSource(
                new DocCalls(
                    http,
                    new Doubling(),
                    account -> DexcomRegion.base(account.app(), account.state()))),
            DexcomNormaliser::normalise,
            DexcomRaws.RULES);
  }

  @Override
  public Descriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public Optional<OAuth> oauth() {
    return Optional.of(oauth);
  }

  @Override
  public Puller puller() {
    return puller;
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(mapping);
  }
}
