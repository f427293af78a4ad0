package io.tributary.provider.oura;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BLOOD_OXYGEN;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.BODY_TEMPERATURE_DELTA;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.MINDFULNESS_MINUTES;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.VO2_MAX;
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
import io.tributary.provider.doc.FeedPuller;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Oura Ring, API v2. The same code serves real and demo connections; only the base URL differs. */
public final class OuraAdapter implements Adapter {
  private static final int HISTORICAL_DAYS = 180;

  private static final List<OuraFeed> FEEDS = List.of(OuraFeed.values());

  private static final List<String> SCOPES =
      List.of(
          "email",
          "personal",
          "daily",
          "heartrate",
          "workout",
          "session",
          "spo2",
          "heart_health",
          "ring_configuration");

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(OuraNormaliser.SLUG, "Oura")
          .description("Sleep, activity and readiness from an Oura ring")
          .historicalDays(HISTORICAL_DAYS)
          .lookBackDays(7)
          .resources(
              List.of(
                  ACTIVITY,
                  BLOOD_OXYGEN,
                  BODY,
                  BODY_TEMPERATURE_DELTA,
                  HEARTRATE,
                  HRV,
                  MINDFULNESS_MINUTES,
                  PROFILE,
                  RESPIRATORY_RATE,
                  SLEEP,
                  SLEEP_CYCLE,
                  VO2_MAX,
                  WORKOUTS))
          .scopes(scopes())
          .scopesAsked(SCOPES)
          .feeds(FEEDS.stream().map(OuraFeed::feed).toList())
          .build();

  static final Mapping MAPPING =
      new DocMapping<>(
          OuraNormaliser.SLUG,
          OuraNormaliser.VERSION,
          FEEDS,
          OuraNormaliser::normalise,
          OuraRules::of);

  private final OAuth oauth;
  private final Puller puller;
  private final Subscriber subscriber;
  private final Inbound inbound = new OuraInbound();

  public OuraAdapter(ProviderHttp http) {
    this.oauth = OuraOAuth.on(http);
    this.puller =
        new FeedPuller<>(
            FEEDS, new OuraSource(new DocCalls(http)), OuraNormaliser::normalise, OuraRaws.RULES);
    this.subscriber = new OuraSubscriber(http);
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
    for (Resource r :
        List.of(ACTIVITY, SLEEP_CYCLE, HRV, RESPIRATORY_RATE, BODY_TEMPERATURE_DELTA)) {
      out.put(r, needs("daily"));
    }
    out.put(SLEEP, new ScopeNeed(Set.of("daily"), Set.of("heartrate")));
    out.put(PROFILE, needs("personal"));
    out.put(BODY, needs("personal"));
    out.put(HEARTRATE, needs("heartrate"));
    out.put(WORKOUTS, needs("workout"));
    out.put(MINDFULNESS_MINUTES, needs("session"));
    out.put(BLOOD_OXYGEN, needs("spo2"));
    out.put(VO2_MAX, needs("heart_health"));
    return out;
  }

  private static ScopeNeed needs(String scope) {
    return new ScopeNeed(Set.of(scope), Set.of());
  }
}
