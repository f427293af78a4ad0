package io.tributary.provider.fitbit;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adapter for Fitbit, Web API 1: wristbands, watches and scales. */
public final class FitbitAdapter {
  private static final DocumentPipeline<FitbitFeed> DOCUMENTS =
      new DocumentPipeline<>(
          FitbitNormalizer.SLUG,
          FitbitNormalizer.VERSION,
          List.of(FitbitFeed.values()),
          FitbitNormalizer::normalise,
          FitbitDocuments.KEYS,
          FitbitDocuments::describeMapping);

  /**
   * History of minute data in days; Fitbit keeps it only for a short time, whatever a team
   * requests.
   */
  private static final int MINUTE_DAYS = 14;

  private static final List<Resource> RESOURCES = DOCUMENTS.resources();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(FitbitNormalizer.SLUG, "Fitbit")
          .description("Wristbands, watches and scales for activity and sleep")
          .historicalDays(90)
          .fixedDays(
              Map.of(
                  Resource.HEARTRATE, MINUTE_DAYS,
                  Resource.STEPS, MINUTE_DAYS,
                  Resource.DISTANCE, MINUTE_DAYS,
                  Resource.CALORIES_ACTIVE, MINUTE_DAYS))
          // One poll takes about 30 of the 150 calls per hour and user; notifications report
          // changes anyway.
          .pollInterval(Duration.ofHours(1))
          .resources(RESOURCES)
          .scopes(scopes())
          .defaultScopes(
              List.of(
                  FitbitDocumentKind.ACTIVITY,
                  FitbitDocumentKind.HEARTRATE,
                  FitbitDocumentKind.SLEEP,
                  FitbitDocumentKind.WEIGHT,
                  FitbitDocumentKind.OXYGEN_SATURATION,
                  FitbitDocumentKind.RESPIRATORY_RATE,
                  FitbitDocumentKind.CARDIO_FITNESS,
                  FitbitDocumentKind.TEMPERATURE,
                  FitbitDocumentKind.NUTRITION,
                  FitbitDocumentKind.PROFILE,
                  FitbitDocumentKind.SETTINGS))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private FitbitAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, FitbitErrorMapping.MAPPING);
    Puller feeds = DOCUMENTS.puller(new FitbitClient(calls));
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(new FitbitPuller(new FitbitZoneRefresher(calls), feeds))
        .oauth(FitbitOAuth.on(http))
        .notificationParser(new FitbitNotificationParser())
        .subscriptionClient(new FitbitSubscriptionClient(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new EnumMap<>(Resource.class);
    ScopeRequirement moved =
        ScopeRequirement.of(FitbitDocumentKind.ACTIVITY, FitbitDocumentKind.HEARTRATE);
    ScopeRequirement slept =
        ScopeRequirement.of(
            FitbitDocumentKind.SLEEP,
            FitbitDocumentKind.HEARTRATE,
            FitbitDocumentKind.OXYGEN_SATURATION,
            FitbitDocumentKind.RESPIRATORY_RATE);
    out.put(Resource.ACTIVITY, moved);
    out.put(Resource.WORKOUTS, moved);
    for (Resource r : FitbitFeed.MINUTES.resources()) {
      out.put(r, ScopeRequirement.of(FitbitDocumentKind.ACTIVITY));
    }
    out.put(Resource.HEARTRATE, ScopeRequirement.of(FitbitDocumentKind.HEARTRATE));
    out.put(Resource.HRV, ScopeRequirement.of(FitbitDocumentKind.HEARTRATE));
    out.put(Resource.SLEEP, slept);
    out.put(Resource.SLEEP_CYCLE, slept);
    // The rate is reported by stage, and the stages are those of the sleep.
    out.put(
        Resource.RESPIRATORY_RATE,
        new ScopeRequirement(
            Set.of(FitbitDocumentKind.RESPIRATORY_RATE, FitbitDocumentKind.SLEEP), Set.of()));
    for (Resource r : FitbitFeed.WEIGHT.resources()) {
      out.put(r, ScopeRequirement.of(FitbitDocumentKind.WEIGHT));
    }
    out.put(Resource.BLOOD_OXYGEN, ScopeRequirement.of(FitbitDocumentKind.OXYGEN_SATURATION));
    for (Resource r : FitbitFeed.TEMPERATURE.resources()) {
      out.put(r, ScopeRequirement.of(FitbitDocumentKind.TEMPERATURE));
    }
    out.put(Resource.VO2_MAX, ScopeRequirement.of(FitbitDocumentKind.CARDIO_FITNESS));
    for (Resource r : FitbitFeed.FOOD.resources()) {
      out.put(r, ScopeRequirement.of(FitbitDocumentKind.NUTRITION));
    }
    out.put(Resource.PROFILE, ScopeRequirement.of(FitbitDocumentKind.PROFILE));
    return out;
  }
}
