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
              "one record per sleep document; types rest and deleted are ignored",
              "the calendar date is the document's day, otherwise the local date of bedtime_end",
              "a long sleep takes its score from daily_sleep, readiness and temperature deviation"
                  + " from the document, otherwise from daily_readiness of the same day",
              "the offset is the UTC offset of bedtime_end");
      case SLEEP_CYCLE ->
          List.of(
              "stages are runs of app_sleep_phase_5_min, otherwise sleep_phase_5_min, in steps of"
                  + " five minutes");
      case HRV ->
          List.of("the readings of hrv in a sleep document, at its interval; gaps are skipped");
      case RESPIRATORY_RATE -> List.of("average_breath of a sleep document, at bedtime_end");
      case BODY_TEMPERATURE_DELTA ->
          List.of("temperature_deviation of the nightly readiness, for the whole night");
      case HEARTRATE ->
          List.of(
              "readings of heartrate and the series in sleep documents; if both have the same"
                  + " instant, heartrate is used",
              "the offset is that of the surrounding sleep, otherwise of the sleep or activity of"
                  + " its local day; null if two days with different offsets match");
      case BLOOD_OXYGEN ->
          List.of("the average of daily_spo2, at the end of the last long sleep of that day");
      case ACTIVITY ->
          List.of(
              "one record per daily_activity; distance is equivalent_walking_distance; low, medium"
                  + " and high are minutes");
      case WORKOUTS ->
          List.of("one record per workout; source manual has type app, others have type ring");
      case MINDFULNESS_MINUTES ->
          List.of("sessions of type breathing, meditation, relaxation or rest");
      case VO2_MAX -> List.of("vo2_max of each document, at its timestamp");
      case BODY ->
          List.of("weight of personal_info, at the time of connecting, because it has no date");
      case PROFILE -> List.of("height in cm and biological sex of personal_info");
      default -> List.of();
    };
  }
}
