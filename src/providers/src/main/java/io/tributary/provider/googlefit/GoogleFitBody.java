package io.tributary.provider.googlefit;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleKey;
import io.tributary.model.Source;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Converts weight and body fat; both at one time are one record. */
final class GoogleFitBody {
  private record Moment(Instant at, Source source) {}

  private final Map<Moment, BodySummary.Builder> moments = new LinkedHashMap<>();
  private final Set<SampleKey> seen = new HashSet<>();
  private final DocumentSet documents;
  private final AccountContext facts;
  private final NormalizedBatch.Builder batch;

  private GoogleFitBody(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    this.documents = documents;
    this.facts = facts;
    this.batch = batch;
  }

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    GoogleFitBody body = new GoogleFitBody(documents, facts, batch);
    body.read(
        GoogleFitDocumentKind.WEIGHT, Resource.WEIGHT, 0.5, 1000, BodySummary.Builder::weight);
    body.read(GoogleFitDocumentKind.FAT, Resource.FAT, 0.1, 100, BodySummary.Builder::fat);
    body.moments.forEach((moment, record) -> batch.add(record.build(), moment.source()));
  }

  private void read(
      GoogleFitDocumentKind kind,
      Resource resource,
      double low,
      double high,
      BiConsumer<BodySummary.Builder, Double> field) {
    for (LenientJson doc : documents.of(kind)) {
      try {
        GoogleFitPoint point = GoogleFitPoint.of(doc);
        Instant at = point.at();
        Double value = point.value(0, low, high);
        if (value != null) {
          Sample sample = Sample.point(resource, point.source(), at, null, value);
          if (seen.add(sample.key())) {
            batch.add(sample);
            field.accept(
                moments.computeIfAbsent(
                    new Moment(at, point.source()),
                    m ->
                        BodySummary.at(
                            OffsetInstant.inZone(OffsetInstant.zone(facts.zone()), at).date(), at)),
                value);
          }
        }
      } catch (IllegalArgumentException e) {
        batch.reject(kind.wire(), e.getMessage());
      }
    }
  }
}
