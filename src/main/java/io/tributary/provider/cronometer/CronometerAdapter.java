package io.tributary.provider.cronometer;

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
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Cronometer, the interface for partners. Nothing of it is published: off until an operator with a
 * contract turns it on, with the contract's addresses in the configuration.
 */
public final class CronometerAdapter implements Adapter {
  private static final int HISTORICAL_DAYS = 28;
  private static final List<CronometerFeed> FEEDS = List.of(CronometerFeed.values());

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(CronometerNormaliser.SLUG, "Cronometer")
          .description("Food and water diary")
          .kind("app")
          .privateApi()
          .historicalDays(HISTORICAL_DAYS)
          .pollEvery(Duration.ofHours(1))
          .resources(CronometerNormaliser.RESOURCES)
          .feeds(FEEDS.stream().map(CronometerFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          CronometerNormaliser.SLUG,
          CronometerNormaliser.VERSION,
          FEEDS,
          CronometerNormaliser::normalise,
          CronometerRaws::rules);

  private final OAuth oauth;
  private final Puller puller;

  public CronometerAdapter(ProviderHttp http) {
    this.oauth = new CronometerOAuth(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new CronometerSource(
                new DocCalls(http, new Doubling(), account -> account.app().urls().api())),
            CronometerNormaliser::normalise,
            CronometerRaws.RULES);
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
    return Optional.of(MAPPING);
  }
}
