package io.tributary.provider.polar;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.Inbound;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.Subscriber;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Polar, AccessLink API v3. */
public final class PolarAdapter implements Adapter {
  private static final List<PolarFeed> FEEDS = List.of(PolarFeed.values());
  private static final List<Resource> RESOURCES =
      List.of(
          ACTIVITY,
          BODY,
          HEARTRATE,
          HRV,
          PROFILE,
          RESPIRATORY_RATE,
          SLEEP,
          SLEEP_CYCLE,
          VO2_MAX,
          WORKOUTS,
          WORKOUT_STREAM);
  private static final ScopeNeed NEED = new ScopeNeed(Set.of(PolarKind.SCOPE), Set.of());
  private static final int NIGHTS = 28;

  /** A watch keeps what it measured until it is synchronised. */
  private static final int LATE_DAYS = 7;

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(PolarNormaliser.SLUG, "Polar")
          .description("Heart-rate watches and chest straps")
          .fixedDays(NIGHTS)
          // There is no history but that of nights: wearables-providers.md §5.
          .fixedDays(
              RESOURCES.stream()
                  .collect(
                      Collectors.toMap(
                          Function.identity(),
                          r -> PolarFeed.SLEEP.resources().contains(r) ? NIGHTS : 0)))
          // Lists and spans have all of these days in the same calls.
          .lookBackDays(LATE_DAYS)
          .resources(RESOURCES)
          .scopes(RESOURCES.stream().collect(Collectors.toMap(Function.identity(), r -> NEED)))
          .scopesAsked(List.of(PolarKind.SCOPE))
          .feeds(FEEDS.stream().map(PolarFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          PolarNormaliser.SLUG,
          PolarNormaliser.VERSION,
          FEEDS,
          PolarNormaliser::normalise,
          PolarRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new PolarInbound();
  private final Subscriber subscriber;

  public PolarAdapter(ProviderHttp http) {
    this.oauth = new PolarOAuth(http);
    this.subscriber = new PolarSubscriber(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new PolarSource(
                new DocCalls(http, PolarAnswers.RULES, account -> account.app().urls().api())),
            PolarNormaliser::normalise,
            PolarRaws.RULES);
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
  public Optional<Inbound> inbound() {
    return Optional.of(inbound);
  }

  @Override
  public Optional<Subscriber> subscriber() {
    return Optional.of(subscriber);
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(MAPPING);
  }
}
