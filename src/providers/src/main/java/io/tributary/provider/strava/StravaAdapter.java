package io.tributary.provider.strava;

import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

import io.tributary.provider.Adapter;
import io.tributary.provider.AssembledAdapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.Documents;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Strava, API v3: activities with their streams, and the athlete. */
public final class StravaAdapter {
  private static final Documents<StravaFeed> DOCUMENTS =
      new Documents<>(
          StravaNormaliser.SLUG,
          StravaNormaliser.VERSION,
          List.of(StravaFeed.values()),
          StravaNormaliser::normalise,
          StravaRaws.RULES,
          StravaRaws::rules);

  private static final ScopeNeed ALL = ScopeNeed.of(StravaKind.READ_ALL);
  private static final ScopeNeed ATHLETE = ScopeNeed.of(StravaKind.PROFILE);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(StravaNormaliser.SLUG, "Strava")
          .description("Recorded runs, rides and other workouts")
          .kind("app")
          .ownApp()
          .historicalDays(14)
          // Activities are told of; a thousand calls a day and application are for what was missed.
          .pollEvery(Duration.ofDays(1))
          .resources(DOCUMENTS.resources())
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
          .feeds(DOCUMENTS.listed())
          .build();

  private StravaAdapter() {}

  public static Adapter on(ProviderHttp http) {
    StravaAnswers answers = new StravaAnswers(Clock.systemUTC());
    DocCalls calls = new DocCalls(http, answers);
    StravaSource source = new StravaSource(calls);
    return AssembledAdapter.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .fetcher(DOCUMENTS.fetcher(source))
        .oauth(StravaOAuth.on(http))
        .inbound(new StravaInbound())
        .subscriber(new StravaSubscriber(http, answers))
        .mapping(DOCUMENTS.mapping())
        .build();
  }
}
