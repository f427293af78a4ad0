package io.tributary.provider.strava;

import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

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
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Strava, API v3: activities with their streams, and the athlete. */
public final class StravaAdapter implements Adapter {
  private static final List<StravaFeed> FEEDS = List.of(StravaFeed.values());
  private static final ScopeNeed ALL = new ScopeNeed(Set.of(StravaKind.READ_ALL), Set.of());
  private static final ScopeNeed ATHLETE = new ScopeNeed(Set.of(StravaKind.PROFILE), Set.of());

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(StravaNormaliser.SLUG, "Strava")
          .description("Recorded runs, rides and other workouts")
          .kind("app")
          .ownApp()
          .historicalDays(14)
          // Activities are told of; a thousand calls a day and application are for what was missed.
          .pollEvery(Duration.ofDays(1))
          .resources(List.of(BODY, HEARTRATE, PROFILE, WORKOUT_STREAM, WORKOUTS))
          .scopes(
              Map.of(
                  WORKOUTS,
                  new ScopeNeed(Set.of(), Set.of(), Set.of(StravaKind.READ, StravaKind.READ_ALL)),
                  WORKOUT_STREAM,
                  ALL,
                  HEARTRATE,
                  ALL,
                  BODY,
                  ATHLETE,
                  PROFILE,
                  ATHLETE))
          .scopesAsked(List.of("read", StravaKind.READ, StravaKind.READ_ALL, StravaKind.PROFILE))
          .feeds(FEEDS.stream().map(StravaFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          StravaNormaliser.SLUG,
          StravaNormaliser.VERSION,
          FEEDS,
          StravaNormaliser::normalise,
          StravaRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new StravaInbound();
  private final Subscriber subscriber;

  public StravaAdapter(ProviderHttp http) {
    this.oauth = StravaOAuth.on(http);
    StravaAnswers answers = new StravaAnswers(Clock.systemUTC());
    this.subscriber = new StravaSubscriber(http, answers);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new StravaSource(new DocCalls(http, answers, account -> account.app().urls().api())),
            StravaNormaliser::normalise,
            StravaRaws.RULES);
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

  @Override
  public Optional<Inbound> inbound() {
    return Optional.of(inbound);
  }

  @Override
  public Optional<Subscriber> subscriber() {
    return Optional.of(subscriber);
  }
}
