package io.tributary.simulators.oura;

import io.tributary.simulators.kit.ActivityMinutes;
import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimPerson;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Renders {@code daily_activity}. The vendor's activity day runs from 04:00 to 04:00 local time and
 * consists of five-minute classes: 0 not worn, 1 rest, 2 inactive, 3 low, 4 medium, 5 high. A
 * running day is cut off at the current time, so its numbers only grow.
 */
final class ActivityDocument {

  // A day has 1440 of these, with a hundred different values; formatting each one would dominate
  // the cost.
  private static final String[] FORMATTED_TENTHS =
      IntStream.range(0, 100).mapToObj(t -> t / 10 + "." + t % 10).toArray(String[]::new);

  private ActivityDocument() {}

  /**
   * Returns the document as of now; empty if the device was not worn or the first five minutes are
   * not over.
   */
  static Optional<OuraDocument> of(SimPerson user, LocalDate day, Instant now) {
    DaySchedule schedule = DaySchedule.of(user, day);
    Instant start = ActivityMinutes.startOf(user, day);
    Instant first = start.plusSeconds(DaySchedule.STEP_SECONDS);
    if (schedule.empty() || now.isBefore(first)) {
      return Optional.empty();
    }
    return Optional.of(
        new OuraDocument(
            DocumentIds.of(user, OuraDataCollection.DAILY_ACTIVITY, day, 0),
            day,
            start,
            first,
            render(user, schedule, start, ActivityMinutes.of(user, schedule, now))));
  }

  /** Returns the instant from which the day's document no longer changes. */
  static Instant endOf(SimPerson user, LocalDate day) {
    return ActivityMinutes.startOf(user, day.plusDays(1));
  }

  private static byte[] render(
      SimPerson user, DaySchedule schedule, Instant start, List<ActivityMinutes> motions) {
    LocalDate day = schedule.day();
    int steps = motions.size();
    int[] seconds = new int[ActivityMinutes.KINDS];
    double[] metMinutes = new double[ActivityMinutes.KINDS];
    int[] met = new int[steps * 5]; // tenths of a MET
    int walked = 0;
    double active = 0;
    for (int i = 0; i < steps; i++) {
      ActivityMinutes motion = motions.get(i);
      int kind = motion.kind();
      seconds[kind] += DaySchedule.STEP_SECONDS;
      for (int minute = 0; minute < 5; minute++) {
        int tenths = motion.metTenths()[minute];
        double value = tenths / 10.0;
        met[i * 5 + minute] = tenths;
        metMinutes[kind] += value;
        active += kind >= 3 ? (value - 1) * user.weight() / 60 : 0;
      }
      walked += motion.steps();
    }
    int stepCount = walked;
    int activeCalories = (int) Math.round(active);
    double restingPerDay = 22.5 * user.weight();
    int totalCalories =
        activeCalories
            + (int) Math.round(restingPerDay * steps * DaySchedule.STEP_SECONDS / 86_400);
    int targetCalories = 450;
    int score = (int) Math.min(100, Math.round(35 + 60.0 * activeCalories / targetCalories));
    double averageMet = JsonText.round(Arrays.stream(met).sum() / 10.0 / met.length, 5);
    return JsonText.object(
        out -> {
          out.writeStringField(
              "id", DocumentIds.of(user, OuraDataCollection.DAILY_ACTIVITY, day, 0));
          var digits = new StringBuilder(steps);
          for (ActivityMinutes motion : motions) {
            digits.append((char) ('0' + motion.kind()));
          }
          out.writeStringField("class_5_min", digits.toString());
          out.writeNumberField("score", score);
          out.writeNumberField("active_calories", activeCalories);
          out.writeNumberField("average_met_minutes", averageMet);
          out.writeFieldName("contributors");
          out.writeStartObject();
          out.writeNumberField("meet_daily_targets", score);
          out.writeNumberField("move_every_hour", Math.min(100, score + 5));
          out.writeNumberField("recovery_time", 90);
          out.writeNumberField("stay_active", Math.max(1, score - 8));
          out.writeNumberField("training_frequency", score);
          out.writeNumberField("training_volume", score);
          out.writeEndObject();
          out.writeNumberField("equivalent_walking_distance", (int) Math.round(stepCount * 0.76));
          out.writeNumberField("high_activity_met_minutes", (int) metMinutes[5]);
          out.writeNumberField("high_activity_time", seconds[5]);
          out.writeNumberField("inactivity_alerts", seconds[2] / 14_400);
          out.writeNumberField("low_activity_met_minutes", (int) metMinutes[3]);
          out.writeNumberField("low_activity_time", seconds[3]);
          out.writeNumberField("medium_activity_met_minutes", (int) metMinutes[4]);
          out.writeNumberField("medium_activity_time", seconds[4]);
          out.writeFieldName("met");
          out.writeStartObject();
          out.writeNumberField("interval", 60.0);
          out.writeFieldName("items");
          out.writeStartArray();
          for (int tenths : met) {
            out.writeNumber(FORMATTED_TENTHS[tenths]);
          }
          out.writeEndArray();
          out.writeStringField("timestamp", JsonText.local(start, user.zone()));
          out.writeEndObject();
          out.writeNumberField("meters_to_target", Math.max(0, 9000 - (int) (stepCount * 0.76)));
          out.writeNumberField("non_wear_time", seconds[0]);
          out.writeNumberField("resting_time", seconds[1]);
          out.writeNumberField("sedentary_met_minutes", (int) metMinutes[2]);
          out.writeNumberField("sedentary_time", seconds[2]);
          out.writeNumberField("steps", stepCount);
          out.writeNumberField("target_calories", targetCalories);
          out.writeNumberField("target_meters", 9000);
          out.writeNumberField("total_calories", totalCalories);
          out.writeStringField("day", day.toString());
          out.writeStringField("timestamp", JsonText.local(start, user.zone()));
        });
  }
}
