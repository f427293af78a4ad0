package io.tributary.provider.polar;

import static io.tributary.model.Resource.ACTIVITY;
import static io.tributary.model.Resource.BODY;
import static io.tributary.model.Resource.HEARTRATE;
import static io.tributary.model.Resource.HRV;
import static io.tributary.model.Resource.PROFILE;
import static io.tributary.model.Resource.RESPIRATORY_RATE;
import static io.tributary.model.Resource.SLEEP;
import static io.tributary.model.Resource.SLEEP_CYCLE;
import static io.tributary.model.Resource.VO2_MAX;
import static io.tributary.model.Resource.WORKOUTS;
import static io.tributary.model.Resource.WORKOUT_STREAM;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Adapter for Polar, AccessLink API v3. */
public final class PolarAdapter {
  private static final DocumentPipeline<PolarFeed> DOCUMENTS =
      new DocumentPipeline<>(
          PolarNormalizer.SLUG,
          PolarNormalizer.VERSION,
          List.of(PolarFeed.values()),
          PolarNormalizer::normalise,
          PolarDocuments.KEYS,
          PolarDocuments::describeMapping);

  private static final List<Resource> RESOURCES =
      List.of(
          ACTIVITY,
          BODY,
          HEARTRATE,
          HRV,
          PROFILE,
          RESPIRATORY_RATE,
          SLEEP,
          SLEEP_CYCLE,
          VO2_MAX,
          WORKOUTS,
          WORKOUT_STREAM);
  private static final ScopeRequirement NEED = ScopeRequirement.of(PolarDocumentKind.SCOPE);
  private static final int NIGHTS = 28;

  /** Days that are read again: a watch stores its data until it is synchronized. */
  private static final int LATE_DAYS = 7;

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(PolarNormalizer.SLUG, "Polar")
          .description("Heart-rate watches and chest straps")
          .fixedDays(NIGHTS)
          // The API has no history except for nights.
          .fixedDays(
              RESOURCES.stream()
                  .collect(
                      Collectors.toMap(
                          Function.identity(),
                          r -> PolarFeed.SLEEP.resources().contains(r) ? NIGHTS : 0)))
          // Lists and ranges return all of these days in the same calls.
          .lookbackDays(LATE_DAYS)
          .resources(RESOURCES)
          .scopes(RESOURCES.stream().collect(Collectors.toMap(Function.identity(), r -> NEED)))
          .defaultScopes(List.of(PolarDocumentKind.SCOPE))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private PolarAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, PolarErrorMapping.MAPPING);
    PolarClient source = new PolarClient(calls);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(source))
        .notificationFetcher(DOCUMENTS.fetcher(source))
        .oauth(new PolarOAuth(http))
        .notificationParser(new PolarNotificationParser())
        .subscriptionClient(new PolarSubscriptionClient(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
