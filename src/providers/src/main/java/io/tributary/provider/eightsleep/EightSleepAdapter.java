package io.tributary.provider.eightsleep;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocumentPipeline;
import java.time.Duration;
import java.util.List;

/** Adapter for Eight Sleep, using the API of its own app; off until an operator enables it. */
public final class EightSleepAdapter {
  private static final DocumentPipeline<EightSleepFeed> DOCUMENTS =
      new DocumentPipeline<>(
          EightSleepNormalizer.SLUG,
          EightSleepNormalizer.VERSION,
          List.of(EightSleepFeed.values()),
          EightSleepNormalizer::normalise,
          EightSleepDocuments.KEYS,
          EightSleepDocuments::describeMapping);

  /** Days that are read again: a mattress that was offline uploads its nights later. */
  private static final int LATE_DAYS = 7;

  private static final Descriptor DESCRIPTOR =
      Descriptor.of(EightSleepNormalizer.SLUG, "8Sleep")
          .description("Mattress covers that track sleep")
          .auth(AuthKind.PASSWORD)
          .kind("device")
          .historicalDays(90)
          .pollInterval(Duration.ofHours(1))
          .lookbackDays(LATE_DAYS)
          .privateApi()
          .resources(DOCUMENTS.resources())
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private EightSleepAdapter() {}

  public static Adapter on(ProviderHttp http) {
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new EightSleepClient(http)))
        .passwordLogin(new EightSleepLogin(http))
        .tokenRefreshClient(new EightSleepTokens(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
