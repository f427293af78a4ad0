package io.tributary.provider.sdk;

import io.tributary.core.ServiceException;
import io.tributary.model.Resource;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fuzz targets: SDK uploads. */
public final class SdkFuzzTargets {
  private static final UploadLimits LIMITS = new UploadLimits(10_000, 20);

  private static final UploadDefaults NONE =
      new UploadDefaults() {
        @Override
        public Optional<Zone> zone(SdkProvider provider) {
          return Optional.of(new Zone(ZoneId.of("Asia/Kolkata"), "fallback Asia/Kolkata"));
        }

        @Override
        public Optional<LocalDate> birthDate() {
          return Optional.of(LocalDate.parse("1990-05-17"));
        }
      };

  private SdkFuzzTargets() {}

  public static List<FuzzTarget> all() {
    List<FuzzTarget> out = new ArrayList<>();
    for (Resource resource : SdkResource.SUMMARIES) {
      out.add(summary(resource));
    }
    out.add(
        FuzzTarget.json(
                "push/timeseries",
                in -> {
                  for (Resource r :
                      List.of(Resource.HEARTRATE, Resource.BLOOD_PRESSURE, Resource.GLUCOSE)) {
                    TimeseriesReader.read(r, in, in.length, LIMITS, NONE);
                  }
                })
            .expecting(ServiceException.class)
            .seed(
                body(
                    """
                    [{"timestamp":"2026-03-02T07:48:11+01:00","value":61.5,"unit":"bpm","type":"resting",
                      "start":"2026-03-02T07:48:11+01:00","end":"2026-03-02T07:48:15Z","timezone_offset":3600,
                      "systolic":120,"diastolic":80,"source":{"type":"watch"}},
                     {"samples":[{"timestamp":1772406000,"value":"5"}]}]
                    """)));
    return out;
  }

  private static FuzzTarget summary(Resource resource) {
    return FuzzTarget.json(
            "push/" + resource.wire(),
            in -> SummaryReader.read(resource, in, in.length, LIMITS, NONE))
        .expecting(ServiceException.class)
        .seed(body(RECORD))
        .words("HKWorkoutActivityTypeRunning", "running", "asleep", "mg/dL", "heartrate");
  }

  private static String body(String data) {
    return """
    {"stage":"historical","start_date":"2026-03-01T00:00:00Z","end_date":"2026-03-03T00:00:00Z",
     "time_zone":"Europe/Berlin","provider":"apple_health_kit","is_final_chunk":true,"data":%s}
    """
        .formatted(data);
  }

  /** A record of every kind, with every name that a reader recognizes. */
  private static final String RECORD =
      """
      {"profile":{"height":180,"birth_date":"1990-05-17","biological_sex":"female"},
       "body_mass":[{"timestamp":"2026-03-02T07:48:11+01:00","value":80.5,"unit":"kg"}],
       "body_fat":[{"timestamp":"2026-03-02T07:48:11+01:00","value":20}],
       "activities":[{"date":"2026-03-02","steps":[{"start":"2026-03-02T07:00:00Z","end":"2026-03-02T08:00:00Z","value":500}],
         "day_summary":{"steps":8000,"active_energy_burned_sum":400.5},"distance_walking_running":[{"timestamp":"2026-03-02T07:00:00Z","value":5}]}],
       "sleep":[{"id":"s1","start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T06:00:00Z","sleep_stages":{"deep":[{"start":"2026-03-01T23:00:00Z","end":"2026-03-02T00:00:00Z"}]},
         "heartrate":[{"timestamp":"2026-03-01T23:00:00Z","value":50}],"source_bundle":"com.apple.health"}],
       "workouts":[{"id":"w1","start_date":"2026-03-02T07:00:00Z","end_date":"2026-03-02T08:00:00Z","sport":"running","duration":3600,
         "heartrate":[{"timestamp":"2026-03-02T07:10:00Z","value":150}],"distance":10000,"calories":700,"source":{"product_type":"Watch6,1"}}],
       "meals":[{"name":"lunch","timestamp":"2026-03-02T12:00:00Z","data":{"a":{"energy":{"value":500,"unit":"kcal"},"macros":{"protein":20}}}}],
       "menstrual_cycle":[{"period_start":"2026-03-01","menstrual_flow":[{"date":"2026-03-01","flow":"light"}]}],
       "electrocardiogram":[{"id":"e1","session_start":"2026-03-02T07:00:00Z","session_end":"2026-03-02T07:00:30Z",
         "voltage_sample_count":2,"classification":"sinus_rhythm","voltage":[0.1,0.2],"sampling_rate":512}]}
      """;
}
