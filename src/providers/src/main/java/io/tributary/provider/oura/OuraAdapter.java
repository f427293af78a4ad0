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
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Adapter for the Oura Ring, API v2. */
public final class OuraAdapter {
  static final DocumentPipeline<OuraFeed> DOCUMENTS =
      new DocumentPipeline<>(
          OuraNormalizer.SLUG,
          OuraNormalizer.VERSION,
          List.of(OuraFeed.values()),
          OuraNormalizer::normalise,
          OuraDocuments.KEYS,
          OuraMapping::describe);

  private static final int HISTORICAL_DAYS = 180;

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
      Descriptor.of(OuraNormalizer.SLUG, "Oura")
          .description("Sleep, activity and readiness from an Oura ring")
          .historicalDays(HISTORICAL_DAYS)
          .lookbackDays(7)
          .resources(DOCUMENTS.resources())
          .scopes(scopes())
          .defaultScopes(SCOPES)
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private OuraAdapter() {}

  public static Adapter on(ProviderHttp http) {
    OuraClient source = new OuraClient(new DocCalls(http));
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(OuraOAuth.on(http))
        .notificationParser(new OuraNotificationParser())
        .subscriptionClient(new OuraSubscriptionClient(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new EnumMap<>(Resource.class);
    for (Resource r :
        List.of(ACTIVITY, SLEEP_CYCLE, HRV, RESPIRATORY_RATE, BODY_TEMPERATURE_DELTA)) {
      out.put(r, ScopeRequirement.of("daily"));
    }
    out.put(SLEEP, ScopeRequirement.of("daily", "heartrate"));
    out.put(PROFILE, ScopeRequirement.of("personal"));
    out.put(BODY, ScopeRequirement.of("personal"));
    out.put(HEARTRATE, ScopeRequirement.of("heartrate"));
    out.put(WORKOUTS, ScopeRequirement.of("workout"));
    out.put(MINDFULNESS_MINUTES, ScopeRequirement.of("session"));
    out.put(BLOOD_OXYGEN, ScopeRequirement.of("spo2"));
    out.put(VO2_MAX, ScopeRequirement.of("heart_health"));
    return out;
  }
}
