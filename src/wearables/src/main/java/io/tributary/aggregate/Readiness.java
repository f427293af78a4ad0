package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.read.SourceRank;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Table derived_readiness with one row for each day that has a long sleep.
 *
 * <p>It receives sleeps, workouts and activity days of all sources and keeps the best source of
 * each day. The formulas are in src/docs/aggregation.md.
 */
final class Readiness {
  static final int BASELINE_NIGHTS = 21;
  static final int MIN_NIGHTS = 7;
  private static final double FULL_NIGHT = 8 * 3600;

  /**
   * Load per minute in each heart-rate zone. The constants below are the loads per minute of each
   * activity intensity.
   */
  private static final double[] ZONE_LOAD = {0, 0.5, 1, 1.5, 2, 3};

  private static final double LOW_LOAD = 0.1;
  private static final double MEDIUM_LOAD = 1;
  private static final double HIGH_LOAD = 2;
  private static final double LOAD_SCALE = 90;

  private final SourceRank sleepRank;
  private final SourceRank workoutRank;
  private final SourceRank activityRank;
  private final NavigableMap<LocalDate, Night> nightByDate = new TreeMap<>();
  private final Map<LocalDate, Load> workoutLoad = new HashMap<>();
  private final Map<LocalDate, Load> activityLoad = new HashMap<>();

  private record Night(
      SourceRank.Source source,
      double total,
      Double hrv,
      Double resting,
      CellValue score,
      CellValue type) {}

  private record Load(SourceRank.Source source, double minutes) {}

  Readiness(SourceRank nights, SourceRank workouts, SourceRank days) {
    this.sleepRank = nights;
    this.workoutRank = workouts;
    this.activityRank = days;
  }

  private static SourceRank.Source source(InputRow.SummaryInputRow s) {
    return new SourceRank.Source(s.provider(), s.sourceType());
  }

  private static LocalDate day(InputRow.SummaryInputRow s) {
    return LocalDate.parse(s.at("calendar_date").textValue());
  }

  private static Double number(InputRow.SummaryInputRow s, String... paths) {
    for (String path : paths) {
      if (s.at(path).isNumber()) {
        return s.at(path).doubleValue();
      }
    }
    return null;
  }

  /** Adds a sleep. Only long sleeps count; of one source, the longest of a day wins. */
  void addSleep(InputRow.SummaryInputRow s) {
    if (!s.at("type").asText().equals("long_sleep")) {
      return;
    }
    Night n =
        new Night(
            source(s),
            s.at("total").asDouble(),
            number(s, "average_hrv"),
            number(s, "hr_resting", "hr_lowest"),
            SleepMacros.sleepScore(s),
            SleepMacros.chronotype(s));
    nightByDate.merge(day(s), n, this::better);
  }

  private Night better(Night a, Night b) {
    int order = sleepRank.compare(b.source(), a.source());
    return order < 0 || order == 0 && b.total() > a.total() ? b : a;
  }

  void addWorkout(InputRow.SummaryInputRow s) {
    JsonNode zones = s.at("hr_zones");
    if (zones.size() != ZONE_LOAD.length) {
      return;
    }
    double load = 0;
    for (int i = 0; i < ZONE_LOAD.length; i++) {
      load += ZONE_LOAD[i] * zones.get(i).asDouble() / 60;
    }
    Load l = new Load(source(s), load);
    workoutLoad.merge(
        day(s),
        l,
        (a, b) -> {
          int order = workoutRank.compare(b.source(), a.source());
          return order < 0 ? b : order > 0 ? a : new Load(a.source(), a.minutes() + b.minutes());
        });
  }

  void addActivity(InputRow.SummaryInputRow s) {
    if (!s.at("medium").isNumber() && !s.at("high").isNumber()) {
      return;
    }
    Load l =
        new Load(
            source(s),
            LOW_LOAD * s.at("low").asDouble()
                + MEDIUM_LOAD * s.at("medium").asDouble()
                + HIGH_LOAD * s.at("high").asDouble());
    activityLoad.merge(
        day(s), l, (a, b) -> activityRank.compare(b.source(), a.source()) < 0 ? b : a);
  }

  /** Returns the rows in order of their day. */
  List<InputRow.DerivedInputRow> rows() {
    List<InputRow.DerivedInputRow> out = new ArrayList<>();
    nightByDate.forEach((date, n) -> out.add(new InputRow.DerivedInputRow(date, cells(date, n))));
    return out;
  }

  private Map<String, CellValue> cells(LocalDate date, Night n) {
    Map<String, CellValue> cells = new HashMap<>();
    cells.put("chronotype", n.type());
    cells.put("sleep_score", n.score());
    recovery(date, n)
        .ifPresent(
            r -> {
              cells.put("recovery_score", new CellValue.NumberValue(r));
              cells.put(
                  "recovery_zone", CellValue.of(r <= 33 ? "Red" : r <= 66 ? "Amber" : "Green"));
              cells.put("stress_score", new CellValue.NumberValue(100 - r));
            });
    strain(date)
        .ifPresent(
            s -> {
              cells.put("strain_score", new CellValue.NumberValue(s));
              cells.put(
                  "strain_zone",
                  CellValue.of(
                      s <= 6 ? "Low" : s <= 13 ? "Moderate" : s <= 17 ? "High" : "Very High"));
            });
    return cells;
  }

  /**
   * Returns an integer from 0 to 100; empty without enough earlier nights or without both HRV and
   * resting heart rate.
   */
  private Optional<Double> recovery(LocalDate date, Night n) {
    Optional<Double> hrv = deviation(date, n.hrv(), x -> x.hrv() == null ? Double.NaN : x.hrv());
    Optional<Double> resting =
        deviation(date, n.resting(), x -> x.resting() == null ? Double.NaN : x.resting());
    if (hrv.isEmpty() && resting.isEmpty()) {
      return Optional.empty();
    }
    double weights = (hrv.isPresent() ? 0.6 : 0) + (resting.isPresent() ? 0.4 : 0);
    double body = (0.6 * hrv.orElse(0.0) - 0.4 * resting.orElse(0.0)) / weights;
    double slept = Math.min(1, n.total() / FULL_NIGHT) - 0.9;
    double x = 0.4 + body + 2 * slept;
    return Optional.of(Math.floor(100 / (1 + Math.exp(-x)) + 0.5));
  }

  /**
   * Returns the deviation from the baseline nights in standard deviations, clamped to ±3. A
   * standard deviation below 5 % of the mean counts as 5 %.
   */
  private Optional<Double> deviation(LocalDate date, Double value, ToDoubleFunction<Night> of) {
    double[] before =
        nightByDate.subMap(date.minusDays(BASELINE_NIGHTS), true, date, false).values().stream()
            .mapToDouble(of)
            .filter(v -> !Double.isNaN(v))
            .toArray();
    if (value == null || before.length < MIN_NIGHTS) {
      return Optional.empty();
    }
    double mean = 0;
    for (double v : before) {
      mean += v / before.length;
    }
    double squares = 0;
    for (double v : before) {
      squares += (v - mean) * (v - mean);
    }
    double spread = Math.max(Math.sqrt(squares / (before.length - 1)), 0.05 * mean);
    return spread <= 0
        ? Optional.empty()
        : Optional.of(Math.max(-3, Math.min(3, (value - mean) / spread)));
  }

  /**
   * Returns 0 to 21 with one decimal, computed from the larger of the workout and activity loads;
   * empty if neither is known.
   */
  private Optional<Double> strain(LocalDate date) {
    Load w = workoutLoad.get(date);
    Load a = activityLoad.get(date);
    if (w == null && a == null) {
      return Optional.empty();
    }
    double load = Math.max(w == null ? 0 : w.minutes(), a == null ? 0 : a.minutes());
    return Optional.of(Math.floor(210 * (1 - Math.exp(-load / LOAD_SCALE)) + 0.5) / 10);
  }
}
