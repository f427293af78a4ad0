package io.tributary.provider.strava;

import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adapter for Strava, API v3: activities with their streams, and the athlete. */
public final class StravaAdapter {
  private static final DocumentPipeline<StravaFeed> DOCUMENTS =
      new DocumentPipeline<>(
          StravaNormalizer.SLUG,
          StravaNormalizer.VERSION,
          List.of(StravaFeed.values()),
          StravaNormalizer::normalise,
          StravaDocuments.KEYS,
          StravaDocuments::describeMapping);

  private static final ScopeRequirement ALL = ScopeRequirement.of(StravaDocumentKind.READ_ALL);
  private static final ScopeRequirement ATHLETE = ScopeRequirement.of(StravaDocumentKind.PROFILE);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(StravaNormalizer.SLUG, "Strava")
          .description("Recorded runs, rides and other workouts")
          .kind("app")
          .requiresOwnApp()
          .historicalDays(14)
          // Notifications announce activities; the 1000 calls per day and application are for
          // missed ones.
          .pollInterval(Duration.ofDays(1))
          .resources(DOCUMENTS.resources())
          .scopes(
              Map.of(
                  WORKOUTS,
                  new ScopeRequirement(
                      Set.of(),
                      Set.of(),
                      Set.of(StravaDocumentKind.READ, StravaDocumentKind.READ_ALL)),
                  WORKOUT_STREAM,
                  ALL,
                  HEARTRATE,
                  ALL,
                  BODY,
                  ATHLETE,
                  PROFILE,
                  ATHLETE))
          .defaultScopes(
              List.of(
                  "read",
                  StravaDocumentKind.READ,
                  StravaDocumentKind.READ_ALL,
                  StravaDocumentKind.PROFILE))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private StravaAdapter() {}

  public static Adapter on(ProviderHttp http) {
    StravaErrorMapping answers = new StravaErrorMapping(Clock.systemUTC());
    DocCalls calls = new DocCalls(http, answers);
    StravaClient source = new StravaClient(calls);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(StravaOAuth.on(http))
        .notificationParser(new StravaNotificationParser())
        .subscriptionClient(new StravaSubscriptionClient(http, answers))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
