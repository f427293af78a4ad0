package io.tributary.provider.withings;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adapter for Withings: scales, cuffs, watches, sleep mats and ECG recordings. */
public final class WithingsAdapter {
  private static final DocumentPipeline<WithingsFeed> DOCUMENTS =
      new DocumentPipeline<>(
          WithingsNormalizer.SLUG,
          WithingsNormalizer.VERSION,
          List.of(WithingsFeed.values()),
          WithingsNormalizer::normalise,
          WithingsDocuments.KEYS,
          WithingsDocuments::describeMapping);

  /** Resources of the scope {@code user.metrics}; all others need {@code user.activity}. */
  private static final Set<Resource> METRICS_RESOURCES =
      Set.of(
          Resource.BODY,
          Resource.WEIGHT,
          Resource.FAT,
          Resource.BLOOD_PRESSURE,
          Resource.BODY_TEMPERATURE,
          Resource.BLOOD_OXYGEN,
          Resource.VO2_MAX,
          Resource.ELECTROCARDIOGRAM,
          Resource.ELECTROCARDIOGRAM_VOLTAGE,
          Resource.HEART_RATE_ALERT);

  private static final List<Resource> RESOURCES = DOCUMENTS.resources();

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(WithingsNormalizer.SLUG, "Withings")
          .description("Scales, watches, cuffs and sleep mats")
          .historicalDays(90)
          // One poll takes a dozen of 120 calls per minute and application; notifications report
          // changes anyway.
          .pollInterval(Duration.ofHours(1))
          .lookbackDays(7)
          .resources(RESOURCES)
          .scopes(scopes())
          .defaultScopes(
              List.of(
                  WithingsDocumentKind.INFO,
                  WithingsDocumentKind.METRICS,
                  WithingsDocumentKind.ACTIVITIES))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private WithingsAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, WithingsErrorMapping.MAPPING);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new WithingsClient(calls)))
        .oauth(new WithingsOAuth(http))
        .notificationParser(new WithingsNotificationParser())
        .subscriptionClient(new WithingsSubscriptionClient(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }

  private static Map<Resource, ScopeRequirement> scopes() {
    Map<Resource, ScopeRequirement> out = new EnumMap<>(Resource.class);
    for (Resource resource : RESOURCES) {
      String scope =
          METRICS_RESOURCES.contains(resource)
              ? WithingsDocumentKind.METRICS
              : WithingsDocumentKind.ACTIVITIES;
      out.put(resource, ScopeRequirement.of(scope));
    }
    return out;
  }
}
