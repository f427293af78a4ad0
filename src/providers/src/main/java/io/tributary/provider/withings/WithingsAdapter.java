package io.tributary.provider.withings;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeNeed;
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
          WithingsNormaliser.SLUG,
          WithingsNormaliser.VERSION,
          List.of(WithingsFeed.values()),
          WithingsNormaliser::normalise,
          WithingsDocuments.RULES,
          WithingsDocuments::rules);

  /** Resources of the scope {@code user.metrics}; all others need {@code user.activity}. */
  private static final Set<Resource> OF_METRICS =
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
      Descriptor.of(WithingsNormaliser.SLUG, "Withings")
          .description("Scales, watches, cuffs and sleep mats")
          .historicalDays(90)
          // One poll takes a dozen of 120 calls per minute and application; notifications report
          // changes anyway.
          .pollEvery(Duration.ofHours(1))
          .lookBackDays(7)
          .resources(RESOURCES)
          .scopes(scopes())
          .scopesAsked(
              List.of(
                  WithingsDocumentKind.INFO,
                  WithingsDocumentKind.METRICS,
                  WithingsDocumentKind.ACTIVITIES))
          .feeds(DOCUMENTS.listed())
          .build();

  private WithingsAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls = new DocCalls(http, WithingsErrorMapping.RULES);
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new WithingsClient(calls)))
        .oauth(new WithingsOAuth(http))
        .inbound(new WithingsNotificationParser())
        .subscriber(new WithingsSubscriptionClient(http))
        .mapping(DOCUMENTS.mapping())
        .build();
  }

  private static Map<Resource, ScopeNeed> scopes() {
    Map<Resource, ScopeNeed> out = new EnumMap<>(Resource.class);
    for (Resource resource : RESOURCES) {
      String scope =
          OF_METRICS.contains(resource)
              ? WithingsDocumentKind.METRICS
              : WithingsDocumentKind.ACTIVITIES;
      out.put(resource, ScopeNeed.of(scope));
    }
    return out;
  }
}
