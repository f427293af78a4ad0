package io.tributary.provider.cronometer;

import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentKeys;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.RawDocumentBuilder;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;

/** Keys and dates of raw documents, and a description of the mapping of each resource. */
final class CronometerDocuments {
  static final DocumentKeys KEYS =
      new DocumentKeys().perDocument(CronometerDocumentKind.DIARY, CronometerDocuments::diary);

  private CronometerDocuments() {}

  private static RawDocumentBuilder diary(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day(FetchContext.ASKED_DAY);
    RawDocumentBuilder raw =
        RawDocumentBuilder.of(CronometerDocumentKind.DIARY, doc)
            .resources(Set.copyOf(CronometerNormalizer.RESOURCES));
    return day == null
        ? raw
        : raw.key(day.toString())
            .day(day)
            .at(CronometerTime.start(day, facts))
            .span(
                CronometerTime.start(day, facts).at(),
                CronometerTime.end(day, facts).at().minusSeconds(1));
  }

  static List<String> describeMapping(Resource resource) {
    return switch (resource) {
      case MEAL ->
          List.of(
              "foods of one day with the same meal name form one record, at midnight of the day",
              "energy in kcal, macronutrients in g, minerals in mg, as reported",
              "the daily totals form a separate record only if no meal has a name");
      case WATER -> List.of("the daily total in ml; zeros are omitted");
      case CAFFEINE -> List.of("the daily total in mg / 1000; zeros are omitted");
      default -> List.of();
    };
  }
}
