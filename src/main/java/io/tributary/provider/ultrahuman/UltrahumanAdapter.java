package io.tributary.provider.ultrahuman;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ultrahuman, partnership API: what the ring and the glucose sensor measured, a call a day. */
public final class UltrahumanAdapter implements Adapter {
  /** A ring keeps what it measured until it is synchronised, of which nobody tells us. */
  private static final int LATE_DAYS = 7;

  static final List<Resource> RESOURCES =
      List.of(
          Resource.ACTIVITY,
          Resource.BODY_TEMPERATURE,
          Resource.GLUCOSE,
          Resource.HEARTRATE,
          Resource.HRV,
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.STEPS,
          Resource.VO2_MAX);

  private static final List<UltrahumanFeed> FEEDS = List.of(UltrahumanFeed.values());

  private static final Map<Resource, ScopeNeed> SCOPES =
      RESOURCES.stream()
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  r ->
                      new ScopeNeed(
                          Set.of(r == Resource.GLUCOSE ? UltrahumanKind.CGM : UltrahumanKind.RING),
                          Set.of(UltrahumanKind.PROFILE))));

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(UltrahumanNormaliser.SLUG, "Ultrahuman")
          .description("Rings and glucose sensors")
          .historicalDays(30)
          .lookBackDays(LATE_DAYS)
          .resources(RESOURCES)
          .scopes(SCOPES)
          .scopesAsked(List.of(UltrahumanKind.RING, UltrahumanKind.CGM, UltrahumanKind.PROFILE))
          .feeds(FEEDS.stream().map(UltrahumanFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          UltrahumanNormaliser.SLUG,
          UltrahumanNormaliser.VERSION,
          FEEDS,
          UltrahumanNormaliser::normalise,
          UltrahumanRaws::rules);

  private final OAuth oauth;
  private final Puller puller;

  public UltrahumanAdapter(ProviderHttp http) {
    UltrahumanAnswers answers = new UltrahumanAnswers(Clock.systemUTC());
    this.oauth = UltrahumanOAuth.on(http, answers);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new UltrahumanSource(http, answers),
            UltrahumanNormaliser::normalise,
            UltrahumanRaws.RULES);
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
