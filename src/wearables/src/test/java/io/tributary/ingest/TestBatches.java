package io.tributary.ingest;

import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.time.Instant;
import java.time.LocalDate;

/** Small batches of one watch on one day. */
final class TestBatches {
  static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  static final LocalDate DAY = LocalDate.parse("2026-03-01");
  static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private TestBatches() {}

  static Sample beat(int second, double bpm) {
    return Sample.point(Resource.HEARTRATE, WATCH, NOON.plusSeconds(second), 3600, bpm);
  }

  static Sample with(
      Resource resource,
      Source source,
      Instant at,
      Integer offset,
      double value,
      SampleExtras extras) {
    return new Sample(resource, source, at, null, offset, value, extras);
  }

  static NormalizedBatch samples(Sample... samples) {
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    for (Sample s : samples) {
      out.add(s);
    }
    return out.build();
  }

  static NormalizedBatch beats(int from, int to) {
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    for (int i = from; i < to; i++) {
      out.add(beat(i, 60 + i % 40));
    }
    return out.build();
  }

  static NormalizedBatch steps(int count) {
    return NormalizedBatch.builder()
        .add(ActivitySummary.on(DAY).steps(count).build(), WATCH)
        .build();
  }
}
