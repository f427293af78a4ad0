package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Value macros: values computed from a sleep. The formulas are in src/docs/aggregation.md. */
final class SleepMacros {
  private static final double FULL_NIGHT = 8 * 3600;
  private static final double FULL_SCORE_EFFICIENCY = 0.9;
  private static final double FULL_SCORE_RESTORATIVE = 0.4;
  private static final int AWAKE = 4;
  private static final int UNKNOWN = -1;

  private static final Map<String, ResultColumn<InputRow>> COLUMNS =
      Table.byName(
          List.of(
              of("sleep_score", ColumnType.NUMBER, SleepMacros::sleepScore),
              of("chronotype", ColumnType.TEXT, SleepMacros::chronotype),
              of("asleep_at", ColumnType.DATETIME, SleepMacros::asleepAt),
              of("awake_at", ColumnType.DATETIME, SleepMacros::awakeAt),
              of("awakenings", ColumnType.NUMBER, SleepMacros::awakenings)));

  private SleepMacros() {}

  static Map<String, ResultColumn<InputRow>> columns() {
    return COLUMNS;
  }

  private static ResultColumn<InputRow> of(
      String name, ColumnType type, Function<InputRow.SummaryInputRow, CellValue> reader) {
    return ResultColumn.valueOf(name, type, e -> reader.apply((InputRow.SummaryInputRow) e));
  }

  /**
   * Returns the sleep score from 0 to 100.
   *
   * <p>Sleep duration relative to eight hours contributes 50 %, sleep efficiency 30 %, the share of
   * deep and REM sleep 20 %. Without stages the other two parts share the last 20 %.
   */
  static CellValue sleepScore(InputRow.SummaryInputRow s) {
    double inBed = s.at("duration").asDouble();
    double asleep = s.at("total").asDouble();
    if (inBed <= 0 || asleep <= 0) {
      return CellValue.NULL;
    }
    double duration = Math.min(1, asleep / FULL_NIGHT);
    double efficiency = Math.min(1, asleep / inBed / FULL_SCORE_EFFICIENCY);
    double restorative = s.at("deep").asDouble() + s.at("rem").asDouble();
    boolean staged = restorative + s.at("light").asDouble() > 0;
    double score =
        staged
            ? 0.5 * duration
                + 0.3 * efficiency
                + 0.2 * Math.min(1, restorative / asleep / FULL_SCORE_RESTORATIVE)
            : 0.625 * duration + 0.375 * efficiency;
    return new CellValue.NumberValue(Math.floor(100 * score + 0.5));
  }

  /** Returns the chronotype from the local time of the middle of the session. */
  static CellValue chronotype(InputRow.SummaryInputRow s) {
    Optional<Instant> start = s.instant("bedtime_start");
    Optional<Instant> stop = s.instant("bedtime_stop");
    if (start.isEmpty() || stop.isEmpty()) {
      return CellValue.NULL;
    }
    Instant middle = start.get().plus(Duration.between(start.get(), stop.get()).dividedBy(2));
    LocalTime t = s.toLocal(middle).toLocalTime();
    if (!t.isBefore(LocalTime.of(17, 0)) || !t.isAfter(LocalTime.of(3, 30))) {
      return CellValue.of("lark");
    }
    return CellValue.of(t.isAfter(LocalTime.of(6, 0)) ? "owl" : "third");
  }

  /**
   * Returns bedtime start plus latency, or without a latency the start of the first sleep stage.
   */
  private static CellValue asleepAt(InputRow.SummaryInputRow s) {
    if (s.at("latency").isNumber()) {
      return s.instant("bedtime_start")
          .map(t -> CellValue.of(s.toLocal(t.plusSeconds(s.at("latency").longValue()))))
          .orElse(CellValue.NULL);
    }
    return s.cycle()
        .flatMap(
            c -> {
              for (int i = 0; i < c.path("stage_type").size(); i++) {
                int stage = c.path("stage_type").get(i).intValue();
                if (stage != AWAKE && stage != UNKNOWN) {
                  return timeOfStage(s, c, "stage_start_offset_second", i);
                }
              }
              return Optional.empty();
            })
        .orElse(CellValue.NULL);
  }

  /** Returns the end of the last stage that is not awake. */
  private static CellValue awakeAt(InputRow.SummaryInputRow s) {
    return s.cycle()
        .flatMap(
            c -> {
              for (int i = c.path("stage_type").size() - 1; i >= 0; i--) {
                if (c.path("stage_type").get(i).intValue() != AWAKE) {
                  return timeOfStage(s, c, "stage_end_offset_second", i);
                }
              }
              return Optional.empty();
            })
        .orElse(CellValue.NULL);
  }

  private static Optional<CellValue> timeOfStage(
      InputRow.SummaryInputRow s, JsonNode cycle, String list, int i) {
    Instant start =
        java.time.OffsetDateTime.parse(cycle.path("session_start").asText()).toInstant();
    return Optional.of(
        CellValue.of(s.toLocal(start.plusSeconds(cycle.path(list).path(i).longValue()))));
  }

  /** Counts transitions from sleep to awake; unknown stages in between are ignored. */
  private static CellValue awakenings(InputRow.SummaryInputRow s) {
    if (s.cycle().isEmpty()) {
      return CellValue.NULL;
    }
    int changes = 0;
    boolean asleep = false;
    for (JsonNode node : s.cycle().get().path("stage_type")) {
      int stage = node.intValue();
      if (stage == AWAKE) {
        changes += asleep ? 1 : 0;
        asleep = false;
      } else if (stage != UNKNOWN) {
        asleep = true;
      }
    }
    return new CellValue.NumberValue(changes);
  }
}
