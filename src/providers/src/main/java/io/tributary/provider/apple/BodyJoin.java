package io.tributary.provider.apple;

import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import java.util.List;

/** Builds a body summary from the values that one type of source measured at one instant. */
final class BodyJoin {
  private BodyJoin() {}

  static void build(List<PendingRecord> group, NormalizedBatch.Builder out) {
    PendingRecord first = group.getFirst();
    BodySummary.Builder body = BodySummary.at(first.day(), first.at());
    for (PendingRecord f : group) {
      switch (f.name()) {
        case "weight" -> body.weight(f.value());
        case "fat" -> body.fat(f.value());
        case "lean" -> body.leanBodyMassKilogram(f.value());
        case "index" -> body.bodyMassIndex(f.value());
        case "waist" -> body.waistCircumferenceCentimeter(f.value());
        default -> throw new IllegalArgumentException("not a body measurement");
      }
    }
    out.add(body.build(), Source.of(AppleExport.SLUG, SourceType.of(first.origin())));
  }
}
