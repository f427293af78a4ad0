package io.tributary.provider.googlefit;

import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.document.LenientJson;
import java.time.Instant;
import java.util.Map;

/** Point of a data source, with the type of device that recorded it. */
record GoogleFitPoint(LenientJson point, Source source) {
  static final Source UNKNOWN = Source.of(GoogleFitNormalizer.SLUG, SourceType.UNKNOWN);

  private static final Map<String, SourceType> DEVICES =
      Map.of("phone", SourceType.PHONE, "watch", SourceType.WATCH);

  static GoogleFitPoint of(LenientJson doc) {
    SourceType type = doc.lookup(GoogleFitClient.DEVICE, DEVICES);
    return new GoogleFitPoint(
        doc.child(GoogleFitClient.POINT),
        type == null ? UNKNOWN : Source.of(GoogleFitNormalizer.SLUG, type));
  }

  Instant at() {
    return LenientJson.required("startTimeNanos", GoogleFitTime.start(point));
  }

  /** Returns null if absent or outside [low, high]. */
  Double value(int index, double low, double high) {
    Double value = GoogleFitBucket.value(point, index);
    return value != null && value >= low && value <= high ? value : null;
  }
}
