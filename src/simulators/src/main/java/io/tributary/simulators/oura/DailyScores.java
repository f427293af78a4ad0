package io.tributary.simulators.oura;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.DaySchedule.Span;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SleepStages;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * Renders the scores that the vendor derives from a night: {@code daily_sleep}, {@code
 * daily_readiness}, {@code daily_spo2}, and occasionally {@code vO2_max}. A day without a night has
 * none of them.
 */
final class DailyScores {
  private static final String[] SLEEP_PARTS = {
    "deep_sleep", "efficiency", "latency", "rem_sleep", "restfulness", "timing", "total_sleep"
  };
  private static final String[] READINESS_PARTS = {
    "activity_balance",
    "body_temperature",
    "hrv_balance",
    "previous_day_activity",
    "previous_night",
    "recovery_index",
    "resting_heart_rate",
    "sleep_balance"
  };

  private DailyScores() {}

  static List<OuraDocument> sleep(SimPerson user, DaySchedule schedule) {
    return schedule.night().stream()
        .map(
            night -> {
              SleepStages stages = SleepStages.of(user, night);
              double hours = stages.asleepSeconds() / 3600.0;
              SeededRandom dice = SeededRandom.of(user.seed(), schedule.day().toEpochDay(), 300);
              int score =
                  clampScore(
                      50 + hours * 4 + stages.efficiency() * 0.05 + dice.nextGaussianAround(0, 4));
              String id = DocumentIds.of(user, OuraDataCollection.DAILY_SLEEP, schedule.day(), 0);
              return datedDocument(
                  user,
                  schedule.day(),
                  night,
                  id,
                  out -> {
                    contributors(out, dice, SLEEP_PARTS, score);
                    out.writeNumberField("score", score);
                    out.writeStringField("timestamp", midnight(user, schedule.day()));
                  });
            })
        .toList();
  }

  static List<OuraDocument> readiness(SimPerson user, DaySchedule schedule) {
    return schedule.night().stream()
        .map(
            night -> {
              String id =
                  DocumentIds.of(user, OuraDataCollection.DAILY_READINESS, schedule.day(), 0);
              return datedDocument(
                  user,
                  schedule.day(),
                  night,
                  id,
                  out -> {
                    readiness(out, user, schedule.day());
                    out.writeStringField("timestamp", midnight(user, schedule.day()));
                  });
            })
        .toList();
  }

  static List<OuraDocument> spo2(SimPerson user, DaySchedule schedule) {
    return schedule.night().stream()
        .map(
            night -> {
              SeededRandom dice = SeededRandom.of(user.seed(), schedule.day().toEpochDay(), 302);
              double average = JsonText.round(Math.min(100, dice.nextGaussianAround(97, 0.8)), 3);
              int disturbance = dice.between(0, 12);
              String id = DocumentIds.of(user, OuraDataCollection.DAILY_SPO2, schedule.day(), 0);
              return datedDocument(
                  user,
                  schedule.day(),
                  night,
                  id,
                  out -> {
                    out.writeNumberField("breathing_disturbance_index", disturbance);
                    out.writeFieldName("spo2_percentage");
                    out.writeStartObject();
                    out.writeNumberField("average", average);
                    out.writeEndObject();
                  });
            })
        .toList();
  }

  /** Returns an estimate about once a week, as from a walking test. */
  static List<OuraDocument> vo2Max(SimPerson user, DaySchedule schedule) {
    SeededRandom dice = SeededRandom.of(user.seed(), schedule.day().toEpochDay(), 303);
    if (!dice.chance(0.15)) {
      return List.of();
    }
    double usual = 52 - 0.3 * user.age() + 3 * user.activityLevel();
    int value = (int) Math.round(dice.nextGaussianAround(usual, 1));
    return schedule.night().stream()
        .map(
            night -> {
              String id = DocumentIds.of(user, OuraDataCollection.VO2_MAX, schedule.day(), 0);
              return datedDocument(
                  user,
                  schedule.day(),
                  night,
                  id,
                  out -> {
                    out.writeStringField("timestamp", midnight(user, schedule.day()));
                    out.writeNumberField("vo2_max", value);
                  });
            })
        .toList();
  }

  /**
   * Writes the readiness fields, which are the same in the sleep document and the daily document.
   */
  static void readiness(JsonGenerator out, SimPerson user, LocalDate day) throws IOException {
    SeededRandom dice = SeededRandom.of(user.seed(), day.toEpochDay(), 301);
    int score = clampScore(dice.nextGaussianAround(78, 8));
    contributors(out, dice, READINESS_PARTS, score);
    out.writeNumberField("score", score);
    out.writeNumberField(
        "temperature_deviation", JsonText.round(dice.nextGaussianAround(0, 0.25), 2));
    out.writeNumberField(
        "temperature_trend_deviation", JsonText.round(dice.nextGaussianAround(0, 0.15), 2));
  }

  private static OuraDocument datedDocument(
      SimPerson user, LocalDate day, Span night, String id, JsonText.Body body) {
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeStringField("day", day.toString());
              body.write(out);
            });
    return new OuraDocument(id, day, startOf(user, day), night.end(), json);
  }

  private static void contributors(JsonGenerator out, SeededRandom dice, String[] names, int score)
      throws IOException {
    out.writeFieldName("contributors");
    out.writeStartObject();
    for (String name : names) {
      out.writeNumberField(name, clampScore(dice.nextGaussianAround(score, 9)));
    }
    out.writeEndObject();
  }

  private static int clampScore(double value) {
    return (int) Math.max(1, Math.min(100, Math.round(value)));
  }

  private static Instant startOf(SimPerson user, LocalDate day) {
    return day.atStartOfDay(user.zone()).toInstant();
  }

  private static String midnight(SimPerson user, LocalDate day) {
    return JsonText.local(startOf(user, day), user.zone());
  }
}
