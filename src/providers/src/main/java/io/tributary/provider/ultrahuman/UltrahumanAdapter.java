package io.tributary.provider.ultrahuman;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Descriptor.ScopeRequirement;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Adapter for the Ultrahuman partnership API: data of ring and glucose sensor, one call per day.
 */
public final class UltrahumanAdapter {
  private static final DocumentPipeline<UltrahumanFeed> DOCUMENTS =
      new DocumentPipeline<>(
          UltrahumanNormalizer.SLUG,
          UltrahumanNormalizer.VERSION,
          List.of(UltrahumanFeed.values()),
          UltrahumanNormalizer::normalise,
          UltrahumanDocuments.KEYS,
          UltrahumanDocuments::describeMapping);

  /**
   * Days that are read again: a ring stores its data until it is synchronized, without a
   * notification.
   */
  private static final int LATE_DAYS = 7;

  static final List<Resource> RESOURCES =
      List.of(
          Resource.ACTIVITY,
          Resource.BODY_TEMPERATURE,
          Resource.GLUCOSE,
          Resource.HEARTRATE,
          Resource.HRV,
          Resource.SLEEP,
          Resource.SLEEP_CYCLE,
          Resource.STEPS,
          Resource.VO2_MAX);

  private static final Map<Resource, ScopeRequirement> SCOPES =
      RESOURCES.stream()
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  r ->
                      ScopeRequirement.of(
                          r == Resource.GLUCOSE
                              ? UltrahumanDocumentKind.CGM
                              : UltrahumanDocumentKind.RING,
                          UltrahumanDocumentKind.PROFILE)));

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(UltrahumanNormalizer.SLUG, "Ultrahuman")
          .description("Rings and glucose sensors")
          .historicalDays(30)
          .lookbackDays(LATE_DAYS)
          .resources(RESOURCES)
          .scopes(SCOPES)
          .defaultScopes(
              List.of(
                  UltrahumanDocumentKind.RING,
                  UltrahumanDocumentKind.CGM,
                  UltrahumanDocumentKind.PROFILE))
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private UltrahumanAdapter() {}

  public static Adapter on(ProviderHttp http) {
    UltrahumanErrorMapping answers = new UltrahumanErrorMapping(Clock.systemUTC());
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new UltrahumanClient(http, answers)))
        .oauth(UltrahumanOAuth.on(http, answers))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
