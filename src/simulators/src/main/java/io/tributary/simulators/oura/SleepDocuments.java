package io.tributary.simulators.oura;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.simulators.kit.DaySchedule;
import io.tributary.simulators.kit.DaySchedule.ScheduledActivity;
import io.tributary.simulators.kit.DaySchedule.Span;
import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.NightSeries;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SleepStages;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Renders the {@code sleep} documents of a day, including the heart rate and HRV series. */
final class SleepDocuments {
  private SleepDocuments() {}

  static List<OuraDocument> of(SimPerson user, DaySchedule schedule) {
    var documents = new ArrayList<OuraDocument>();
    int index = 0;
    for (Span span : schedule.spans()) {
      String type = typeOf(span.act());
      if (!type.isEmpty()) {
        documents.add(render(user, schedule.day(), span, type, index++));
      }
    }
    return documents;
  }

  private static String typeOf(ScheduledActivity act) {
    return switch (act) {
      case NIGHT -> "long_sleep";
      case SHORT_SLEEP -> "sleep";
      case NAP -> "late_nap";
      case REST -> "rest";
      case WORKOUT, SESSION, CHARGING -> "";
    };
  }

  private static OuraDocument render(
      SimPerson user, LocalDate day, Span span, String type, int index) {
    SeededRandom dice = NightSeries.randomFor(user, span);
    SleepStages stages = SleepStages.of(user, span);
    NightSeries series = NightSeries.of(dice, user, stages);
    Integer[] pulse = series.pulse();
    Integer[] variability = series.rmssd();
    String id = DocumentIds.of(user, OuraDataCollection.SLEEP, day, index);
    String start = JsonText.local(span.start(), user.zone());
    byte[] json =
        JsonText.object(
            out -> {
              out.writeStringField("id", id);
              out.writeNumberField("average_breath", series.breath());
              out.writeNumberField("average_heart_rate", JsonText.round(mean(pulse), 2));
              out.writeNumberField("average_hrv", Math.round(mean(variability)));
              out.writeStringField("app_sleep_phase_5_min", stages.digits());
              out.writeNumberField("awake_time", stages.seconds('4'));
              out.writeStringField("bedtime_end", JsonText.local(span.end(), user.zone()));
              out.writeStringField("bedtime_start", start);
              out.writeStringField("day", day.toString());
              out.writeNumberField("deep_sleep_duration", stages.seconds('1'));
              out.writeNumberField("efficiency", stages.efficiency());
              items(out, "heart_rate", start, pulse);
              items(out, "hrv", start, variability);
              out.writeNumberField("latency", stages.latencySeconds());
              out.writeNumberField("light_sleep_duration", stages.seconds('2'));
              out.writeBooleanField("low_battery_alert", false);
              out.writeNumberField("lowest_heart_rate", lowest(pulse));
              out.writeStringField("movement_30_sec", movement(dice, stages));
              out.writeNumberField("period", index);
              if (span.act() == ScheduledActivity.NIGHT) {
                out.writeFieldName("readiness");
                out.writeStartObject();
                DailyScores.readiness(out, user, day);
                out.writeEndObject();
                out.writeNumberField("readiness_score_delta", 0);
              } else {
                out.writeNullField("readiness");
                out.writeNullField("readiness_score_delta");
              }
              out.writeNumberField("rem_sleep_duration", stages.seconds('3'));
              out.writeNumberField("restless_periods", dice.between(0, 3 * stages.steps()));
              out.writeStringField("sleep_phase_5_min", stages.digits());
              out.writeStringField("sleep_algorithm_version", "v2");
              out.writeNumberField("sleep_score_delta", 0);
              out.writeNumberField("time_in_bed", stages.steps() * DaySchedule.STEP_SECONDS);
              out.writeNumberField("total_sleep_duration", stages.asleepSeconds());
              out.writeStringField("type", type);
            });
    return new OuraDocument(id, day, span.start(), span.end(), json);
  }

  private static void items(JsonGenerator out, String name, String start, Integer[] values)
      throws IOException {
    out.writeFieldName(name);
    out.writeStartObject();
    out.writeNumberField("interval", (double) DaySchedule.STEP_SECONDS);
    out.writeFieldName("items");
    out.writeStartArray();
    for (Integer value : values) {
      if (value == null) {
        out.writeNull();
      } else {
        out.writeNumber(value.doubleValue());
      }
    }
    out.writeEndArray();
    out.writeStringField("timestamp", start);
    out.writeEndObject();
  }

  /** Returns one digit per half minute: 1 still, 2 restless, 3 tossing, 4 active. */
  private static String movement(SeededRandom dice, SleepStages stages) {
    var text = new StringBuilder(stages.steps() * 10);
    for (int i = 0; i < stages.steps() * 10; i++) {
      boolean awake = stages.at(i / 10) == '4';
      double roll = dice.nextUnit();
      text.append(awake ? (roll < 0.4 ? '2' : roll < 0.8 ? '3' : '4') : (roll < 0.93 ? '1' : '2'));
    }
    return text.toString();
  }

  private static double mean(Integer[] values) {
    return Arrays.stream(values)
        .filter(v -> v != null)
        .mapToInt(Integer::intValue)
        .average()
        .orElseThrow();
  }

  private static int lowest(Integer[] values) {
    return Arrays.stream(values)
        .filter(v -> v != null)
        .mapToInt(Integer::intValue)
        .min()
        .orElseThrow();
  }
}
