package io.tributary.simulators.oura;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimPerson;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Revised version of a generated document, consistent with {@code SimDay}: forty more steps after
 * noon, and five minutes awake at the end of the night. It is derived from the generated document
 * on each read, so a running day continues to grow.
 */
final class RevisedDocument {
  private static final int NOON_MINUTE = 720; // minutes after midnight
  private static final int STEPS_PER_REVISION = 40; // one per minute
  private static final int SECONDS_PER_REVISION = DaySchedule.STEP_SECONDS;

  private RevisedDocument() {}

  /**
   * Returns the document after the given number of revisions; empty if they do not change it, or do
   * not yet.
   */
  static Optional<OuraDocument> of(
      SimPerson user, OuraDataCollection collection, OuraDocument document, int times) {
    if (times == 0) {
      return Optional.empty();
    }
    return switch (collection) {
      case DAILY_ACTIVITY -> activity(user, document, times);
      case SLEEP -> night(document, times);
      case DAILY_SLEEP,
          DAILY_READINESS,
          DAILY_SPO2,
          VO2_MAX,
          WORKOUT,
          SESSION,
          HEARTRATE,
          PERSONAL_INFO,
          RING_CONFIGURATION ->
          Optional.empty();
    };
  }

  private static Optional<OuraDocument> activity(SimPerson user, OuraDocument document, int times) {
    ObjectNode json = SavedOverrides.parse(document.json());
    int pieces = json.path("class_5_min").asText().length();
    Instant until = document.start().plusSeconds((long) pieces * DaySchedule.STEP_SECONDS);
    Instant midnight = document.day().atStartOfDay(user.zone()).toInstant();
    int more =
        (int)
            Math.clamp(
                Duration.between(midnight, until).toMinutes() - NOON_MINUTE, 0, STEPS_PER_REVISION);
    if (more == 0) {
      return Optional.empty();
    }
    json.put("steps", json.path("steps").asInt() + times * more);
    return Optional.of(with(document, document.visibleFrom(), json));
  }

  private static Optional<OuraDocument> night(OuraDocument document, int times) {
    ObjectNode json = SavedOverrides.parse(document.json());
    if (!json.path("type").asText().equals("long_sleep")) {
      return Optional.empty();
    }
    for (String stages : new String[] {"sleep_phase_5_min", "app_sleep_phase_5_min"}) {
      json.put(stages, json.path(stages).asText() + "4".repeat(times));
    }
    json.put("movement_30_sec", json.path("movement_30_sec").asText() + "4".repeat(10 * times));
    for (String seconds : new String[] {"awake_time", "time_in_bed"}) {
      json.put(seconds, json.path(seconds).asInt() + times * SECONDS_PER_REVISION);
    }
    for (String series : new String[] {"heart_rate", "hrv"}) {
      ArrayNode items = (ArrayNode) json.path(series).path("items");
      for (int i = 0; i < times; i++) {
        items.addNull();
      }
    }
    double asleep = json.path("total_sleep_duration").asDouble();
    json.put("efficiency", (int) Math.round(100 * asleep / json.path("time_in_bed").asInt()));
    long late = (long) times * SECONDS_PER_REVISION;
    OffsetDateTime end = OffsetDateTime.parse(json.path("bedtime_end").asText());
    json.put("bedtime_end", end.plusSeconds(late).toString());
    return Optional.of(with(document, document.visibleFrom().plusSeconds(late), json));
  }

  private static OuraDocument with(OuraDocument document, Instant visibleFrom, ObjectNode json) {
    return new OuraDocument(
        document.id(), document.day(), document.start(), visibleFrom, JsonText.bytes(json));
  }
}
