package io.tributary.provider.apple;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import java.util.List;

/** Builds a blood pressure from two records of one source and instant. */
final class PressureJoin {
  static final String SYSTOLIC = "systolic";
  static final String DIASTOLIC = "diastolic";

  private PressureJoin() {}

  static void build(
      List<PendingRecord> group, RecordJoins.JoinContext context, NormalizedBatch.Builder out) {
    Double systolic = null;
    Double diastolic = null;
    for (PendingRecord f : group) {
      // Records are ordered by value, so the largest counts if one instant has several.
      if (f.name().equals(SYSTOLIC)) {
        systolic = f.value();
      } else {
        diastolic = f.value();
      }
    }
    PendingRecord first = group.getFirst();
    if (systolic == null || diastolic == null) {
      out.reject("blood pressure", "the systolic or diastolic value is missing");
      return;
    }
    out.add(
        new Sample(
            Resource.BLOOD_PRESSURE,
            context.source(HkSource.of(first.origin())),
            first.at(),
            null,
            first.offsetSeconds(),
            systolic,
            SampleExtras.diastolic(diastolic)));
  }
}
