package io.tributary.provider.wahoo;

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
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Adapter for the Wahoo Cloud API, v1: workouts with their FIT files, and the user. */
public final class WahooAdapter {
  private static final DocumentPipeline<WahooFeed> DOCUMENTS =
      new DocumentPipeline<>(
          WahooNormalizer.SLUG,
          WahooNormalizer.VERSION,
          List.of(WahooFeed.values()),
          WahooNormalizer::normalise,
          WahooDocuments.KEYS,
          WahooDocuments::describeMapping);

  private static final ScopeRequirement WORKOUT_SCOPES =
      ScopeRequirement.of(WahooDocumentKind.WORKOUTS_READ, WahooDocumentKind.OFFLINE);
  private static final ScopeRequirement USER_SCOPES =
      ScopeRequirement.of(WahooDocumentKind.USER_READ);

  /**
   * Refresh margin; only ten access tokens may be valid at once, so they are refreshed shortly
   * before they expire.
   */
  private static final Duration REFRESH_MARGIN = Duration.ofMinutes(2);

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WahooNormalizer.SLUG, "Wahoo")
          .description("Cycling computers and indoor trainers")
          .historicalDays(180)
          .refreshLeadTime(REFRESH_MARGIN)
          .resources(DOCUMENTS.resources())
          .scopes(
              Map.of(
                  WORKOUTS,
                  WORKOUT_SCOPES,
                  WORKOUT_STREAM,
                  WORKOUT_SCOPES,
                  HEARTRATE,
                  WORKOUT_SCOPES,
                  BODY,
                  USER_SCOPES,
                  PROFILE,
                  USER_SCOPES))
          .defaultScopes(
              List.of(
                  WahooDocumentKind.USER_READ,
                  WahooDocumentKind.WORKOUTS_READ,
                  WahooDocumentKind.OFFLINE))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private WahooAdapter() {}

  public static Adapter on(ProviderHttp http) {
    WahooClient source = new WahooClient(http);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(WahooOAuth.on(http))
        .notificationParser(new WahooNotificationParser())
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
