package io.tributary.provider.cronometer;

import io.tributary.provider.Adapter;
import io.tributary.provider.AssembledAdapter;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.doc.DocCalls;
import io.tributary.provider.doc.Documents;
import io.tributary.provider.doc.Doubling;
import java.time.Duration;
import java.util.List;

/**
 * Cronometer, the interface for partners. Nothing of it is published: off until an operator with a
 * contract turns it on, with the contract's addresses in the configuration.
 */
public final class CronometerAdapter {
  private static final Documents<CronometerFeed> DOCUMENTS =
      new Documents<>(
          CronometerNormaliser.SLUG,
          CronometerNormaliser.VERSION,
          List.of(CronometerFeed.values()),
          CronometerNormaliser::normalise,
          CronometerRaws.RULES,
          CronometerRaws::rules);

  private static final int HISTORICAL_DAYS = 28;
  private static final Descriptor DESCRIPTOR =
      Descriptor.of(CronometerNormaliser.SLUG, "Cronometer")
          .description("Food and water diary")
          .kind("app")
          .privateApi()
          .historicalDays(HISTORICAL_DAYS)
          .pollEvery(Duration.ofHours(1))
          .resources(CronometerNormaliser.RESOURCES)
          .feeds(DOCUMENTS.listed())
          .build();

  private CronometerAdapter() {}

  public static Adapter on(ProviderHttp http) {
    return AssembledAdapter.of(DESCRIPTOR)
        .puller(DOCUMENTS.puller(new CronometerSource(new DocCalls(http, new Doubling()))))
        .oauth(new CronometerOAuth(http))
        .mapping(DOCUMENTS.mapping())
        .build();
  }
}
