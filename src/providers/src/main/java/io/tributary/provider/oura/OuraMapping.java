package io.tributary.provider.oura;

import io.tributary.model.Resource;
import java.util.List;

/** Description of the mapping of each resource. */
final class OuraMapping {
  private OuraMapping() {}

  static List<String> describe(Resource resource) {
    return switch (resource) {
      case SLEEP ->
          List.of(
              "one record per sleep document; type rest or deleted makes none",
              "the calendar date is the document's day, else the local date of bedtime_end",
              "a long sleep takes score from daily_sleep, readiness and temperature deviation from"
                  + " the document, else from daily_readiness of the same day",
              "the offset is the one bedtime_end is written with");
      case SLEEP_CYCLE ->
          List.of(
              "stages are runs of app_sleep_phase_5_min, else of sleep_phase_5_min, in steps of"
                  + " five minutes");
      case HRV ->
          List.of("the readings of hrv inside a sleep document, at its interval; gaps make none");
      case RESPIRATORY_RATE -> List.of("average_breath of a sleep document, at bedtime_end");
      case BODY_TEMPERATURE_DELTA ->
          List.of("temperature_deviation of the night's readiness, over the whole night");
      case HEARTRATE ->
          List.of(
              "readings of heartrate and the series inside sleep documents; of both at one instant"
                  + " the former counts",
              "the offset is that of the sleep around it, else of the sleep or activity of its"
                  + " local day; null where two days with different offsets claim it");
      case BLOOD_OXYGEN ->
          List.of("the average of daily_spo2, at the end of that day's last long sleep");
      case ACTIVITY ->
          List.of(
              "one record per daily_activity; distance is equivalent_walking_distance; low, medium"
                  + " and high are minutes");
      case WORKOUTS -> List.of("one record per workout; source manual is of type app, else ring");
      case MINDFULNESS_MINUTES ->
          List.of("sessions of type breathing, meditation, relaxation or rest");
      case VO2_MAX -> List.of("vo2_max of each document, at its timestamp");
      case BODY ->
          List.of("weight of personal_info, measured when the connection was made: it has no date");
      case PROFILE -> List.of("height in cm and biological sex of personal_info");
      default -> List.of();
    };
  }
}
