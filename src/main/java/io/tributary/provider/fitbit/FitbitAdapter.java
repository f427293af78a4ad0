package io.tributary.provider.fitbit;

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
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Fitbit, Web API 1: wristbands, watches and scales. */
public final class FitbitAdapter implements Adapter {
  private static final List<FitbitFeed> FEEDS = List.of(FitbitFeed.values());

  /** What the vendor keeps by the minute is short, whatever a team wishes. */
  private static final int MINUTE_DAYS = 14;

  private static final List<Resource> RESOURCES =
      FEEDS.stream()
          .flatMap(f -> f.resources().stream())
          .distinct()
          .sorted(Comparator.comparing(Resource::wire))
          .toList();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(FitbitNormaliser.SLUG, "Fitbit")
          .description("Wristbands, watches and scales for activity and sleep")
          .historicalDays(90)
          .fixedDays(
              Map.of(
                  Resource.HEARTRATE, MINUTE_DAYS,
                  Resource.STEPS, MINUTE_DAYS,
                  Resource.DISTANCE, MINUTE_DAYS,
                  Resource.CALORIES_ACTIVE, MINUTE_DAYS))
          // Some thirty calls a poll of 150 an hour and user; news are told besides.
          .pollEvery(Duration.ofHours(1))
          .resources(RESOURCES)
          .scopes(scopes())
          .scopesAsked(
              List.of(
                  FitbitKind.ACTIVITY,
                  FitbitKind.HEARTRATE,
                  FitbitKind.SLEEP,
                  FitbitKind.WEIGHT,
                  FitbitKind.OXYGEN_SATURATION,
                  FitbitKind.RESPIRATORY_RATE,
                  FitbitKind.CARDIO_FITNESS,
                  FitbitKind.TEMPERATURE,
                  FitbitKind.NUTRITION,
                  FitbitKind.PROFILE,
                  FitbitKind.SETTINGS))
          .feeds(FEEDS.stream().map(FitbitFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          FitbitNormaliser.SLUG,
          FitbitNormaliser.VERSION,
          FEEDS,
          FitbitNormaliser::normalise,
          FitbitRaws::rules);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new FitbitInbound();
  private final Subscriber subscriber;

  public FitbitAdapter(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, FitbitAnswers.RULES, account -> account.app().urls().api());
    this.oauth = FitbitOAuth.on(http);
    this.puller =
        new FitbitPuller(
            new FitbitZones(calls),
            new FeedPuller<>(
                FEEDS, new FitbitSource(calls), FitbitNormaliser::normalise, FitbitRaws.RULES));
    this.subscriber = new FitbitSubscriber(http);
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

  private static Map<Resource, ScopeNeed> scopes() {
    Map<Resource, ScopeNeed> out = new EnumMap<>(Resource.class);
    ScopeNeed moved = needs(FitbitKind.ACTIVITY, FitbitKind.HEARTRATE);
    ScopeNeed slept =
        needs(
            FitbitKind.SLEEP,
            FitbitKind.HEARTRATE,
            FitbitKind.OXYGEN_SATURATION,
            FitbitKind.RESPIRATORY_RATE);
    out.put(Resource.ACTIVITY, moved);
    out.put(Resource.WORKOUTS, moved);
    for (Resource r : FitbitFeed.MINUTES.resources()) {
      out.put(r, needs(FitbitKind.ACTIVITY));
    }
    out.put(Resource.HEARTRATE, needs(FitbitKind.HEARTRATE));
    out.put(Resource.HRV, needs(FitbitKind.HEARTRATE));
    out.put(Resource.SLEEP, slept);
    out.put(Resource.SLEEP_CYCLE, slept);
    // It is told by stage, and the stages are of the sleep.
    out.put(
        Resource.RESPIRATORY_RATE,
        new ScopeNeed(Set.of(FitbitKind.RESPIRATORY_RATE, FitbitKind.SLEEP), Set.of()));
    for (Resource r : FitbitFeed.WEIGHT.resources()) {
      out.put(r, needs(FitbitKind.WEIGHT));
    }
    out.put(Resource.BLOOD_OXYGEN, needs(FitbitKind.OXYGEN_SATURATION));
    for (Resource r : FitbitFeed.TEMPERATURE.resources()) {
      out.put(r, needs(FitbitKind.TEMPERATURE));
    }
    out.put(Resource.VO2_MAX, needs(FitbitKind.CARDIO_FITNESS));
    for (Resource r : FitbitFeed.FOOD.resources()) {
      out.put(r, needs(FitbitKind.NUTRITION));
    }
    out.put(Resource.PROFILE, needs(FitbitKind.PROFILE));
    return out;
  }

  private static ScopeNeed needs(String scope, String... mayHave) {
    return new ScopeNeed(Set.of(scope), Set.of(mayHave));
  }
}
