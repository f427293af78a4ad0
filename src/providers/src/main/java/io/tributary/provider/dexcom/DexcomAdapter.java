package io.tributary.provider.dexcom;

import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocCalls;
import io.tributary.provider.document.DocumentPipeline;
import io.tributary.provider.document.DoublingBackoff;
import java.util.List;

/** Adapter for Dexcom, API v3. It requires an application of the team's own. */
public final class DexcomAdapter {
  private static final DocumentPipeline<DexcomFeed> DOCUMENTS =
      new DocumentPipeline<>(
          DexcomNormalizer.SLUG,
          DexcomNormalizer.VERSION,
          List.of(DexcomFeed.values()),
          DexcomNormalizer::normalise,
          DexcomDocuments.KEYS,
          DexcomMapping::describe);

  private static final int HISTORICAL_DAYS = 30;
  private static final Descriptor DESCRIPTOR =
      Descriptor.of(DexcomNormalizer.SLUG, "Dexcom")
          .description("Glucose from a Dexcom sensor, and events entered by the user")
          .historicalDays(HISTORICAL_DAYS)
          .requiresOwnApp()
          .resources(DOCUMENTS.resources())
          .feeds(DOCUMENTS.descriptorFeeds())
          .build();

  private DexcomAdapter() {}

  public static Adapter on(ProviderHttp http) {
    DocCalls calls =
        new DocCalls(
            http,
            new DoublingBackoff(),
            account -> DexcomRegion.baseUrl(account.app(), account.state()));
    return AdapterBuilder.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new DexcomClient(calls)))
        .oauth(new DexcomOAuth(http))
        .documentMapper(DOCUMENTS.documentMapper())
        .build();
  }
}
