package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AdapterOutput;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;

/** Compares the readings of a day with the sensor's ground truth. */
final class LibreTruthCheck {
  private static final int POINTS_OF_A_READING = 3;
  private static final int READINGS_OF_AN_HOUR = 4;

  private LibreTruthCheck() {}

  /**
   * Expects one reading every quarter of an hour of local time and one scan each morning. A
   * repeated hour appears once, and a skipped hour is missing.
   */
  static void glucose(JsonObject truth, AdapterOutput seen) {
    List<Sample> all =
        seen.batch().samples().stream()
            .filter(
                s -> s.resource() == Resource.GLUCOSE && wall(s).toLocalDate().equals(seen.day()))
            .toList();
    all.forEach(s -> assertNull(s.offsetSeconds()));
    List<Sample> sensor =
        all.stream().filter(s -> s.source().type() == SourceType.AUTOMATIC).toList();
    Instant start = seen.day().atStartOfDay(seen.zone()).toInstant();
    ZoneOffsetTransition change = seen.zone().getRules().nextTransition(start);
    boolean changes =
        change != null && change.getInstant().isBefore(start.plus(Duration.ofHours(24)));
    int twice = changes && change.isOverlap() ? READINGS_OF_AN_HOUR : 0;
    assertEquals(
        truth.getInteger("glucose_points") / POINTS_OF_A_READING - twice,
        sensor.size(),
        () -> "readings of " + seen.day());
    assertEquals(
        sensor.size(), sensor.stream().map(LibreTruthCheck::wall).distinct().count(), "wall times");
    if (changes && change.isGap()) {
      assertTrue(
          sensor.stream().noneMatch(s -> wall(s).getHour() == change.getDateTimeBefore().getHour()),
          "readings in the hour that was skipped");
    }
    assertEquals(
        truth.getDouble("mean_glucose"),
        sensor.stream().mapToDouble(Sample::value).average().orElse(0),
        0.2,
        () -> "glucose of " + seen.day());
    assertEquals(
        List.of(seen.day().atTime(LocalTime.of(9, 2, 30))),
        all.stream()
            .filter(s -> s.source().type() == SourceType.MANUAL_SCAN)
            .map(LibreTruthCheck::wall)
            .toList());
  }

  static LocalDateTime wall(Sample sample) {
    return sample.at().atOffset(ZoneOffset.UTC).toLocalDateTime();
  }
}
