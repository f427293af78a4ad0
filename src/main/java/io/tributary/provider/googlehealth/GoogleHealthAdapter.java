package io.tributary.provider.googlehealth;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE;
import static io.tributary.model.Resource.CALORIES_ACTIVE;
import static io.tributary.model.Resource.DISTANCE;
import static io.tributary.model.Resource.FAT;
import static io.tributary.model.Resource.FLOORS_CLIMBED;
import static io.tributary.model.Resource.GLUCOSE;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.STEPS;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WATER;
import static io.tributary.model.Resource.WEIGHT;
import static io.tributary.model.Resource.WORKOUTS;

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
import io.tributary.provider.doc.Doubling;
import io.tributary.provider.doc.FeedPuller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Google Health API, v4: what Fitbit devices, Pixel watches and Health Connect bring to Google,
 * reconciled over all of them.
 */
public final class GoogleHealthAdapter implements Adapter {
  /** Without any of these there is nothing to read. */
  static final List<String> DATA_SCOPES =
      List.of(
          GoogleScopes.ACTIVITY, GoogleScopes.SLEEP, GoogleScopes.METRICS, GoogleScopes.NUTRITION);

  private static final List<GoogleFeed> FEEDS = List.of(GoogleFeed.values());

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(GoogleNormaliser.SLUG, "Google Health API")
          .description("Activity, sleep and vitals from Fitbit devices and Google")
          .historicalDays(90)
          .lookBackDays(7)
          .resources(
              List.of(
                  ACTIVITY,
                  BLOOD_OXYGEN,
                  BODY,
                  BODY_TEMPERATURE,
                  CALORIES_ACTIVE,
                  DISTANCE,
                  FAT,
                  FLOORS_CLIMBED,
                  GLUCOSE,
                  HEARTRATE,
                  HRV,
                  PROFILE,
                  RESPIRATORY_RATE,
                  SLEEP,
                  SLEEP_CYCLE,
                  STEPS,
                  VO2_MAX,
                  WATER,
                  WEIGHT,
                  WORKOUTS))
          .scopes(needs())
          .scopesAsked(
              List.of(
                  GoogleScopes.OPENID,
                  GoogleScopes.ACTIVITY,
                  GoogleScopes.SLEEP,
                  GoogleScopes.METRICS,
                  GoogleScopes.NUTRITION,
                  GoogleScopes.PROFILE))
          .feeds(FEEDS.stream().map(GoogleFeed::feed).toList())
          .build();

  private static final Mapping MAPPING =
      new DocMapping<>(
          GoogleNormaliser.SLUG,
          GoogleNormaliser.VERSION,
          FEEDS,
          GoogleNormaliser::normalise,
          GoogleRules::of);

  private final OAuth oauth;
  private final Puller puller;
  private final Inbound inbound = new GoogleInbound();
  private final Subscriber subscriber;

  public GoogleHealthAdapter(ProviderHttp http) {
    this.oauth = GoogleHealthOAuth.on(http);
    this.subscriber = new GoogleSubscriber(http);
    this.puller =
        new FeedPuller<>(
            FEEDS,
            new GoogleSource(
                // Quotas are not published, and a 429 need not say how long it lasts.
                new DocCalls(http, new Doubling(), account -> account.app().urls().api())),
            GoogleNormaliser::normalise,
            GoogleRaws.RULES);
  }

  private static Map<Resource, ScopeNeed> needs() {
    Map<Resource, ScopeNeed> out = new HashMap<>();
    // The resting heart rate of a day is a measurement.
    out.put(ACTIVITY, new ScopeNeed(Set.of(GoogleScopes.ACTIVITY), Set.of(GoogleScopes.METRICS)));
    for (Resource r :
        List.of(WORKOUTS, STEPS, DISTANCE, CALORIES_ACTIVE, FLOORS_CLIMBED, VO2_MAX)) {
      out.put(r, new ScopeNeed(Set.of(GoogleScopes.ACTIVITY), Set.of()));
    }
    for (Resource r : List.of(SLEEP, SLEEP_CYCLE)) {
      out.put(r, new ScopeNeed(Set.of(GoogleScopes.SLEEP), Set.of()));
    }
    for (Resource r :
        List.of(
            BODY,
            HEARTRATE,
            HRV,
            BLOOD_OXYGEN,
            RESPIRATORY_RATE,
            GLUCOSE,
            WEIGHT,
            FAT,
            BODY_TEMPERATURE)) {
      out.put(r, new ScopeNeed(Set.of(GoogleScopes.METRICS), Set.of()));
    }
    out.put(WATER, new ScopeNeed(Set.of(GoogleScopes.NUTRITION), Set.of()));
    // All that is read of it is the height, which lies among the measurements.
    out.put(PROFILE, new ScopeNeed(Set.of(GoogleScopes.PROFILE, GoogleScopes.METRICS), Set.of()));
    return out;
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
