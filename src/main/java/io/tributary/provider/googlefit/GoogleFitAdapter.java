package io.tributary.provider.googlefit;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BLOOD_PRESSURE;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.GLUCOSE;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
import static io.tributary.model.Resource.WATER;
import static io.tributary.model.Resource.WEIGHT;
import static io.tributary.model.Resource.WORKOUTS;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.FeedPuller;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Google Fit's REST API, v1, which its vendor is about to shut down: it sends no notices. */
public final class GoogleFitAdapter implements Adapter {
  /** Without any of these there is nothing to read. */
  static final List<String> DATA_SCOPES =
      List.of(
          FitScopes.ACTIVITY,
          FitScopes.LOCATION,
          FitScopes.BODY,
          FitScopes.SLEEP,
          FitScopes.HEART,
          FitScopes.GLUCOSE,
          FitScopes.PRESSURE,
          FitScopes.NUTRITION,
          FitScopes.OXYGEN,
          FitScopes.TEMPERATURE);

  private static final List<FitFeed> FEEDS = List.of(FitFeed.values());

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(FitNormaliser.SLUG, "Google Fit")
          .description("Activity collected by the Google Fit app")
          .kind("app")
          .historicalDays(90)
          // A phone may bring its days late.
          .lookBackDays(7)
          // Some 25 calls of 600 a minute for all users, about data that are hours late anyway.
          .pollEvery(Duration.ofHours(1))
          .resources(
              List.of(
                  ACTIVITY,
                  BLOOD_OXYGEN,
                  BLOOD_PRESSURE,
                  BODY,
                  BODY_TEMPERATURE,
                  CALORIES_ACTIVE,
                  DISTANCE,
                  FAT,
                  GLUCOSE,
                  HEARTRATE,
                  PROFILE,
                  SLEEP,
                  SLEEP_CYCLE,
                  STEPS,
                  WATER,
                  WEIGHT,
                  WORKOUTS))
          .scopes(needs())
          .scopesAsked(
              List.of(
                  FitScopes.OPENID,
                  FitScopes.ACTIVITY,
                  FitScopes.LOCATION,
                  FitScopes.BODY,
                  FitScopes.SLEEP,
                  FitScopes.HEART,
                  FitScopes.GLUCOSE,
                  FitScopes.PRESSURE,
                  FitScopes.NUTRITION,
                  FitScopes.OXYGEN,
                  FitScopes.TEMPERATURE))
          .feeds(FEEDS.stream().map(FitFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          FitNormaliser.SLUG, FitNormaliser.VERSION, FEEDS, FitNormaliser::normalise, FitRules::of);

  private final OAuth oauth;
  private final Puller puller;

  public GoogleFitAdapter(ProviderHttp http) {
    this.oauth = FitOAuth.on(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new FitSource(
                new DocCalls(http, new FitAnswers(), account -> account.app().urls().api())),
            FitNormaliser::normalise,
            FitRaws.RULES);
  }

  private static Map<Resource, ScopeNeed> needs() {
    Map<Resource, ScopeNeed> out = new HashMap<>();
    out.put(ACTIVITY, need(FitScopes.ACTIVITY, FitScopes.LOCATION, FitScopes.BODY));
    out.put(WORKOUTS, need(FitScopes.ACTIVITY, FitScopes.LOCATION, FitScopes.HEART));
    out.put(STEPS, need(FitScopes.ACTIVITY));
    out.put(CALORIES_ACTIVE, need(FitScopes.ACTIVITY));
    out.put(DISTANCE, need(FitScopes.LOCATION));
    for (Resource r : List.of(BODY, WEIGHT, FAT, PROFILE)) {
      out.put(r, need(FitScopes.BODY));
    }
    out.put(SLEEP, need(FitScopes.SLEEP, FitScopes.HEART));
    out.put(SLEEP_CYCLE, need(FitScopes.SLEEP));
    out.put(HEARTRATE, need(FitScopes.HEART));
    out.put(GLUCOSE, need(FitScopes.GLUCOSE));
    out.put(BLOOD_PRESSURE, need(FitScopes.PRESSURE));
    out.put(WATER, need(FitScopes.NUTRITION));
    out.put(BLOOD_OXYGEN, need(FitScopes.OXYGEN));
    out.put(BODY_TEMPERATURE, need(FitScopes.TEMPERATURE));
    return out;
  }

  private static ScopeNeed need(String required, String... optional) {
    return new ScopeNeed(Set.of(required), Set.of(optional));
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
