package io.tributary.provider.apple;

import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** XML elements that are read; any other element is {@link #OTHER}. */
enum ExportElement {
  HEALTH_DATA("HealthData"),
  EXPORT_DATE("ExportDate"),
  ME("Me"),
  RECORD("Record"),
  CORRELATION("Correlation"),
  WORKOUT("Workout"),
  WORKOUT_STATISTICS("WorkoutStatistics"),
  FILE_REFERENCE("FileReference"),
  METADATA_ENTRY("MetadataEntry"),
  ACTIVITY_SUMMARY("ActivitySummary"),
  OTHER("");

  static final ByteKeyTable<ExportElement> KNOWN =
      new ByteKeyTable<>(
          Stream.of(values())
              .filter(e -> e != OTHER)
              .collect(Collectors.toMap(e -> e.tag, Function.identity())));

  private final String tag;

  ExportElement(String tag) {
    this.tag = tag;
  }
}
