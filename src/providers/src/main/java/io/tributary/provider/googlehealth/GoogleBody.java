package io.tributary.provider.googlehealth;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Weights and shares of fat. A scale tells both of one moment: they are one record then, else each
 * is its own.
 */
final class GoogleBody {
  private static final double GRAMS_PER_KG = 1000;

  private record Moment(Instant at, Source source) {}

  private final Map<Moment, BodySummary.Builder> moments = new LinkedHashMap<>();
  private final DocSet documents;
  private final AccountFacts facts;
  private final Batch.Builder batch;

  private GoogleBody(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    this.documents = documents;
    this.facts = facts;
    this.batch = batch;
  }

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    GoogleBody body = new GoogleBody(documents, facts, batch);
    body.read(
        GoogleKind.WEIGHT, Resource.WEIGHT, GoogleBody::kilograms, BodySummary.Builder::weight);
    body.read(
        GoogleKind.FAT,
        Resource.FAT,
        value -> value.number("percentage", 0.1, 100),
        BodySummary.Builder::fat);
    body.moments.forEach((moment, record) -> batch.add(record.build(), moment.source()));
  }

  private static Double kilograms(Doc value) {
    Double grams = value.number("weightGrams", 500, 1_000_000);
    return grams == null ? null : grams / GRAMS_PER_KG;
  }

  private void read(
      GoogleKind kind,
      Resource resource,
      Function<Doc, Double> figure,
      BiConsumer<BodySummary.Builder, Double> field) {
    for (Doc doc : documents.of(kind)) {
      try {
        GooglePoint point = GooglePoint.of(kind, doc, facts);
        Stamp at = point.sampled();
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
        batch.refuse(kind.wire(), e.getMessage());
      }
    }
  }
}
