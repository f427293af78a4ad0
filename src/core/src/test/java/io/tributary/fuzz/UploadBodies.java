package io.tributary.fuzz;

import java.util.LinkedHashMap;
import java.util.Map;

/** Upload bodies of every kind, as SDK clients send them. */
final class UploadBodies {
  static final Map<String, String> SUMMARIES = new LinkedHashMap<>();
  static final Map<String, String> TIMESERIES = new LinkedHashMap<>();

  static {
    SUMMARIES.put("activity", activity("2026-03-02", 9000));
    SUMMARIES.put(
        "body",
        daily(
            """
            {"body_mass":[{"value":71.2,"unit":"kg","start_date":"2026-03-02T20:30:00Z",
              "type":"scale"}]}
            """));
    SUMMARIES.put(
        "sleep",
        daily(
            """
            {"sleep":[{"id":"S1","start_date":"2026-03-01T22:00:00Z",
              "end_date":"2026-03-02T06:00:00Z","product_type":"Watch6,1",
              "sleep_stages":{"deep_sleep_samples":[
                {"start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T02:00:00Z"}],
                "rem_sleep_samples":[
                {"start_date":"2026-03-02T02:00:00Z","end_date":"2026-03-02T06:00:00Z"}]}}]}
            """));
    SUMMARIES.put(
        "workouts",
        daily(
            """
            {"workouts":[{"id":"W1","start_date":"2026-03-02T06:00:00Z",
              "end_date":"2026-03-02T07:00:00Z","sport":"running"}]}
            """));
    SUMMARIES.put(
        "profile",
        daily(
            """
            {"biological_sex":"female","date_of_birth":"1990-05-17","height":171.6}
            """));
    SUMMARIES.put(
        "meal",
        daily(
            """
            {"meals":[{"id":"M1","timestamp":"2026-03-02T12:00:00Z","name":"lunch",
              "energy":{"unit":"kcal","value":500}}]}
            """));
    SUMMARIES.put(
        "menstrual_cycle",
        daily(
            """
            {"menstrual_cycle":[{"period_start":"2026-03-01","menstrual_flow":[
              {"date":"2026-03-01","flow":"light"}]}]}
            """));
    SUMMARIES.put(
        "electrocardiogram",
        daily(
            """
            {"electrocardiogram":[{"electrocardiogram":{"id":"E1",
              "session_start":"2026-03-02T06:00:00Z","session_end":"2026-03-02T06:00:30Z",
              "voltage_sample_count":1},
              "voltage_data":{"session_start_offset_millisecond":[0],"lead_1":[0.1]}}]}
            """));
    TIMESERIES.put(
        "heartrate",
        daily(
            """
            [{"value":61,"unit":"bpm","start_date":"2026-03-02T06:48:11Z",
              "end_date":"2026-03-02T06:49:11Z","product_type":"Watch6,1"},
             {"value":62,"unit":"bpm","start_date":"2026-03-02T06:50:11Z"},
             {"value":63,"unit":"bpm","start_date":"2026-03-02T06:51:11Z"}]
            """));
    TIMESERIES.put(
        "blood_pressure",
        daily(
            """
            [{"systolic":{"value":121,"unit":"mmHg","start_date":"2026-03-02T06:48:11Z"},
              "diastolic":{"value":79,"unit":"mmHg","start_date":"2026-03-02T06:48:11Z"},
              "pulse":null}]
            """));
    TIMESERIES.put(
        "note",
        daily(
            """
            [{"value":"a note","unit":"text","start_date":"2026-03-02T06:48:11Z","tags":["food"]}]
            """));
    TIMESERIES.put(
        "steps",
        daily(
            """
            [{"value":300,"unit":"count","start_date":"2026-03-02T06:50:00Z",
              "end_date":"2026-03-02T07:00:00Z","product_type":"Watch6,1"},
             {"value":500,"unit":"count","start_date":"2026-03-02T06:55:00Z",
              "end_date":"2026-03-02T07:05:00Z","product_type":"iPhone14,2"},
             {"value":20,"unit":"count","start_date":"2026-03-02T07:10:00Z",
              "end_date":"2026-03-02T07:11:00Z","product_type":"iPhone14,2"}]
            """));
    TIMESERIES.put(
        "workout_duration",
        daily(
            """
            [{"value":12.5,"unit":"min","start_date":"2026-03-02T06:48:11Z",
              "end_date":"2026-03-02T07:48:11Z","intensity":"medium"}]
            """));
  }

  private UploadBodies() {}

  static String daily(String data) {
    return """
    {"stage":"daily","time_zone":"Europe/Paris","provider":"apple_health_kit",
     "is_final_chunk":true,"data":%s}
    """
        .formatted(data);
  }

  static String activity(String day, int steps) {
    return daily(
        """
        {"activities":[{"day_summary":{"calendar_date":"%s","steps_sum":%d,
          "active_energy_burned_sum":500}}]}
        """
            .formatted(day, steps));
  }
}
