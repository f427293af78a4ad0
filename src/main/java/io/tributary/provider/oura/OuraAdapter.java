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
import io.tributary.provider.Feed;
import io.tributary.provider.Mapping;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderCalls;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Oura Ring, API v2. The same code serves real and demo connections; only the base URL differs. */
public final class OuraAdapter implements Adapter {
  private static final int HISTORICAL_DAYS = 180;

  /** Undated: one read serves any range. */
  private static final int ANY_RANGE = 400;

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
          .feeds(Arrays.stream(OuraFeed.values()).map(OuraAdapter::feed).toList())
          .build();

  private final OAuth oauth;
  private final Puller puller;
  private final Mapping mapping = new OuraMapping();

  public OuraAdapter(ProviderHttp http) {
    this.oauth = OuraOAuth.on(http);
    this.puller = new OuraPuller(new ProviderCalls(http));
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

  private static Feed feed(OuraFeed feed) {
    int days =
        switch (feed) {
          case PERSONAL, RING -> ANY_RANGE;
          // Oura takes 30 days of instants; a day more at both ends is asked for.
          case HEARTRATE -> 28;
          // Nights carry series: a window must fit one transaction.
          case SLEEP -> 30;
          case ACTIVITY, WORKOUT, SESSION, SPO2, VO2 -> 90;
        };
    return new Feed(feed.wire(), feed.resources(), days, true);
  }
}
