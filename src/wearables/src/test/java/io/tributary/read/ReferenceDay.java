package io.tributary.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;

/** A day with phone and watch whose steps are known, described in merge/day.json. */
final class ReferenceDay {
  /** Query parameters for the day. */
  static final String RANGE =
      "?start_date=2026-03-03T23:00:00Z&end_date=2026-03-04T22:59:59.999999Z";

  private final JsonNode day;

  ReferenceDay() {
    try (InputStream in = ReferenceDay.class.getResourceAsStream("/merge/day.json")) {
      day = Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the stated steps of the day. */
  int total() {
    return day.get("total").asInt();
  }

  /** Returns the sum of its minutes. */
  int minutes() {
    int sum = 0;
    for (JsonNode m : day.get("truth")) {
      sum += m.asInt();
    }
    return sum;
  }

  /**
   * Returns the batch that both devices send.
   *
   * @param zeros true if the watch sends minutes without steps
   */
  NormalizedBatch batch(Source watch, Source phone, boolean zeros) {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (JsonNode worn : day.get("watch")) {
      int minute = worn.get("from_minute").asInt();
      for (JsonNode v : worn.get("a_minute")) {
        if (zeros || v.asInt() > 0) {
          b.add(steps(watch, minute, 1, v.asInt()));
        }
        minute++;
      }
    }
    for (JsonNode bucket : day.get("phone")) {
      b.add(steps(phone, bucket.get("from_minute").asInt(), 10, bucket.get("ten_minutes").asInt()));
    }
    return b.build();
  }

  private Sample steps(Source source, int minute, int length, int value) {
    Instant start = Instant.parse(day.get("midnight").asText()).plus(Duration.ofMinutes(minute));
    return Sample.interval(
        Resource.STEPS,
        source,
        start,
        start.plus(Duration.ofMinutes(length)),
        day.get("timezone_offset").asInt(),
        value);
  }
}
