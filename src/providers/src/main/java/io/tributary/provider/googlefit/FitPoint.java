package io.tributary.provider.googlefit;

import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.doc.Doc;
import java.time.Instant;
import java.util.Map;

/** A point of a source, with the kind of device that it came from. */
record FitPoint(Doc point, Source source) {
  static final Source UNKNOWN = Source.of(FitNormaliser.SLUG, SourceType.UNKNOWN);

  private static final Map<String, SourceType> DEVICES =
      Map.of("phone", SourceType.PHONE, "watch", SourceType.WATCH);

  static FitPoint of(Doc doc) {
    SourceType type = doc.one(FitSource.DEVICE, DEVICES);
    return new FitPoint(
        doc.child(FitSource.POINT), type == null ? UNKNOWN : Source.of(FitNormaliser.SLUG, type));
  }

  Instant at() {
    return Doc.required("startTimeNanos", FitTime.start(point));
  }

  /** Null when absent or outside [low, high]. */
  Double value(int index, double low, double high) {
    Double value = FitBucket.value(point, index);
    return value != null && value >= low && value <= high ? value : null;
  }
}
