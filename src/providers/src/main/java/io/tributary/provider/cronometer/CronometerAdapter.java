package io.tributary.provider.cronometer;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import io.tributary.provider.document.DoublingBackoff;
import java.time.Duration;
import java.util.List;

/**
 * Adapter for the Cronometer partner API. The API is not publicly documented, so the adapter is off
 * until an operator with a contract enables it and configures the addresses from that contract.
 */
public final class CronometerAdapter {
  private static final DocumentPipeline<CronometerFeed> DOCUMENTS =
      new DocumentPipeline<>(
          CronometerNormalizer.SLUG,
          CronometerNormalizer.VERSION,
          List.of(CronometerFeed.values()),
          CronometerNormalizer::normalise,
          CronometerDocuments.KEYS,
          CronometerDocuments::describeMapping);

  private static final int HISTORICAL_DAYS = 28;
  private static final Descriptor DESCRIPTOR =
      Descriptor.of(CronometerNormalizer.SLUG, "Cronometer")
          .description("Food and water diary")
          .kind("app")
          .privateApi()
          .historicalDays(HISTORICAL_DAYS)
          .pollInterval(Duration.ofHours(1))
          .resources(CronometerNormalizer.RESOURCES)
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private CronometerAdapter() {}

  public static Adapter on(ProviderHttp http) {
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new CronometerClient(new DocCalls(http, new DoublingBackoff()))))
        .oauth(new CronometerOAuth(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
