package io.tributary.provider.googlehealth;

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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Converts weight and body fat. A scale reports both at one time, which are one record; otherwise
 * each is a record of its own.
 */
final class GoogleHealthBody {
  private static final double GRAMS_PER_KG = 1000;

  private record Moment(Instant at, Source source) {}

  private final Map<Moment, BodySummary.Builder> moments = new LinkedHashMap<>();
  private final DocumentSet documents;
  private final AccountContext facts;
  private final NormalizedBatch.Builder batch;

  private GoogleHealthBody(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    this.documents = documents;
    this.facts = facts;
    this.batch = batch;
  }

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    GoogleHealthBody body = new GoogleHealthBody(documents, facts, batch);
    body.read(
        GoogleHealthDocumentKind.WEIGHT,
        Resource.WEIGHT,
        GoogleHealthBody::kilograms,
        BodySummary.Builder::weight);
    body.read(
        GoogleHealthDocumentKind.FAT,
        Resource.FAT,
        value -> value.number("percentage", 0.1, 100),
        BodySummary.Builder::fat);
    body.moments.forEach((moment, record) -> batch.add(record.build(), moment.source()));
  }

  private static Double kilograms(LenientJson value) {
    Double grams = value.number("weightGrams", 500, 1_000_000);
    return grams == null ? null : grams / GRAMS_PER_KG;
  }

  private void read(
      GoogleHealthDocumentKind kind,
      Resource resource,
      Function<LenientJson, Double> figure,
      BiConsumer<BodySummary.Builder, Double> field) {
    for (LenientJson doc : documents.of(kind)) {
      try {
        GoogleHealthPoint point = GoogleHealthPoint.of(kind, doc, facts);
        OffsetInstant at = point.sampleTime();
        Double value = figure.apply(point.value());
        if (value != null) {
          Source source = point.source();
          batch.add(Sample.point(resource, source, at.at(), at.offsetSeconds(), value));
          field.accept(
              moments.computeIfAbsent(
                  new Moment(at.at(), source), m -> BodySummary.at(at.date(), at.at())),
              value);
        }
      } catch (IllegalArgumentException e) {
        batch.reject(kind.wire(), e.getMessage());
      }
    }
  }
}
