package io.tributary.provider.googlefit;

import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleKey;
import io.tributary.model.Source;
import io.tributary.provider.AccountFacts;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.DocSet;
import io.tributary.provider.doc.Stamp;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Weights and shares of fat; both of one moment are one record. */
final class FitBody {
  private record Moment(Instant at, Source source) {}

  private final Map<Moment, BodySummary.Builder> moments = new LinkedHashMap<>();
  private final Set<SampleKey> seen = new HashSet<>();
  private final DocSet documents;
  private final AccountFacts facts;
  private final Batch.Builder batch;

  private FitBody(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    this.documents = documents;
    this.facts = facts;
    this.batch = batch;
  }

  static void normalise(DocSet documents, AccountFacts facts, Batch.Builder batch) {
    FitBody body = new FitBody(documents, facts, batch);
    body.read(FitKind.WEIGHT, Resource.WEIGHT, 0.5, 1000, BodySummary.Builder::weight);
    body.read(FitKind.FAT, Resource.FAT, 0.1, 100, BodySummary.Builder::fat);
    body.moments.forEach((moment, record) -> batch.add(record.build(), moment.source()));
  }

  private void read(
      FitKind kind,
      Resource resource,
      double low,
      double high,
      BiConsumer<BodySummary.Builder, Double> field) {
    for (Doc doc : documents.of(kind)) {
      try {
        FitPoint point = FitPoint.of(doc);
        Instant at = point.at();
        Double value = point.value(0, low, high);
        if (value != null) {
          Sample sample = Sample.point(resource, point.source(), at, null, value);
          if (seen.add(sample.key())) {
            batch.add(sample);
            field.accept(
                moments.computeIfAbsent(
                    new Moment(at, point.source()),
                    m -> BodySummary.at(Stamp.in(Stamp.zone(facts.zone()), at).date(), at)),
                value);
          }
        }
      } catch (IllegalArgumentException e) {
        batch.refuse(kind.wire(), e.getMessage());
      }
    }
  }
}
