package io.tributary.provider.fitbit;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Converts weigh-ins; entries of both lists at one time are one weigh-in. */
final class FitbitWeights {
  private FitbitWeights() {}

  /** Values of one time; null components are absent. */
  private record WeighIn(
      OffsetInstant at, LocalDate day, Source source, Double weight, Double fat, Double bmi) {
    WeighIn merge(WeighIn other) {
      return new WeighIn(
          at,
          day,
          source,
          weight == null ? other.weight : weight,
          fat == null ? other.fat : fat,
          bmi == null ? other.bmi : bmi);
    }
  }

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    Map<Instant, WeighIn> byTime = new LinkedHashMap<>();
    for (FitbitDocumentKind kind :
        new FitbitDocumentKind[] {FitbitDocumentKind.WEIGHT_LOG, FitbitDocumentKind.FAT_LOG}) {
      FitbitNormalizer.forEach(
          documents,
          kind,
          batch,
          doc -> {
            WeighIn told = readEntry(doc, facts);
            byTime.merge(told.at().at(), told, WeighIn::merge);
          });
    }
    byTime.values().forEach(told -> add(told, batch));
  }

  /** Returns the time of a log entry; null without a readable date and time. */
  static OffsetInstant at(LenientJson doc, AccountContext facts) {
    LocalDate day = doc.day("date");
    LocalTime time = doc.localTime("time");
    return day == null || time == null ? null : FitbitTime.local(day.atTime(time), facts);
  }

  private static WeighIn readEntry(LenientJson doc, AccountContext facts) {
    return new WeighIn(
        LenientJson.required("date and time", at(doc, facts)),
        doc.requiredDay("date"),
        source(doc.text("source")),
        doc.number("weight", 0.5, 1000),
        doc.number("fat", 0.1, 100),
        doc.number("bmi", 1, 500));
  }

  /** Returns the scale for known scale names; all others are apps or manual entries. */
  private static Source source(String told) {
    String text = told == null ? "" : told.toLowerCase(Locale.ROOT);
    return text.startsWith("aria") || text.startsWith("withings")
        ? FitbitNormalizer.SCALE
        : FitbitNormalizer.APP;
  }

  private static void add(WeighIn told, NormalizedBatch.Builder batch) {
    if (told.weight() == null && told.fat() == null && told.bmi() == null) {
      return;
    }
    batch.add(
        BodySummary.at(told.day(), told.at().at())
            .weight(told.weight())
            .fat(told.fat())
            .bodyMassIndex(told.bmi())
            .build(),
        told.source());
    point(Resource.WEIGHT, told, told.weight(), batch);
    point(Resource.FAT, told, told.fat(), batch);
  }

  private static void point(
      Resource resource, WeighIn told, Double value, NormalizedBatch.Builder batch) {
    if (value != null) {
      batch.add(
          Sample.point(resource, told.source(), told.at().at(), told.at().offsetSeconds(), value));
    }
  }
}
