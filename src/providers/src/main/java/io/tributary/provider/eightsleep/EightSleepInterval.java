package io.tributary.provider.eightsleep;

import io.tributary.model.LocalZone;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Time in bed as the API reports it.
 *
 * @param id stays the same when the provider revises a night
 * @param provider zone that the interval names, otherwise that of the mattress; null without either
 * @param zone {@code provider}, otherwise the zone of the user
 * @param stages consecutive from the start on; empty while unknown
 */
record EightSleepInterval(
    LenientJson doc,
    String id,
    Instant start,
    ZoneId provider,
    LocalZone zone,
    List<Stage> stages) {
  /** Stages by their names; out of bed counts as awake. */
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "deep", SleepStage.DEEP,
          "light", SleepStage.LIGHT,
          "rem", SleepStage.REM,
          "awake", SleepStage.AWAKE,
          "out", SleepStage.AWAKE);

  /** Duration of one stage. */
  record Stage(SleepStage what, int seconds) {}

  /**
   * @throws IllegalArgumentException if the interval produces no record
   */
  static EightSleepInterval of(LenientJson doc, AccountContext facts) {
    ZoneId named = doc.zone("timezone");
    ZoneId provider = named == null ? EightSleepTime.mattressZone(facts).orElse(null) : named;
    return new EightSleepInterval(
        doc,
        doc.requiredId("id"),
        doc.requiredInstant("ts"),
        provider,
        OffsetInstant.zone(provider, facts.zone()),
        stages(doc));
  }

  /** Reads the stages; one without a length would hide where all following stages are. */
  private static List<Stage> stages(LenientJson doc) {
    List<Stage> out = new ArrayList<>();
    for (LenientJson stage : doc.list("stages")) {
      int seconds = LenientJson.required("duration of a stage", stage.seconds("duration"));
      if (seconds > 0) {
        String name = stage.text("stage");
        out.add(
            new Stage(
                STAGES.getOrDefault(
                    name == null ? "" : name.toLowerCase(Locale.ROOT), SleepStage.UNKNOWN),
                seconds));
      }
    }
    return out;
  }

  Instant stop() {
    return start.plusSeconds(stages.stream().mapToLong(Stage::seconds).sum());
  }

  Integer offset(Instant at) {
    return zone.offset(at);
  }

  int asleepSeconds() {
    return stages.stream().filter(s -> isAsleep(s.what())).mapToInt(Stage::seconds).sum();
  }

  private static boolean isAsleep(SleepStage stage) {
    return stage == SleepStage.DEEP || stage == SleepStage.LIGHT || stage == SleepStage.REM;
  }

  /** Returns the seconds awake at the start; empty without sleep. */
  Optional<Integer> latency() {
    int seconds = 0;
    for (Stage stage : stages) {
      if (isAsleep(stage.what())) {
        return Optional.of(seconds);
      }
      if (stage.what() != SleepStage.AWAKE) {
        return Optional.empty();
      }
      seconds += stage.seconds();
    }
    return Optional.empty();
  }

  SleepCycleSummary cycle() {
    String name = provider == null || provider instanceof ZoneOffset ? null : provider.getId();
    SleepCycleSummary.Builder cycle =
        SleepCycleSummary.of(id, start, stop()).timeZone(name).offsetSeconds(offset(stop()));
    int at = 0;
    for (Stage stage : stages) {
      cycle.stage(stage.what(), at, at + stage.seconds());
      at += stage.seconds();
    }
    return cycle.build();
  }

  /** Returns the readings within these bounds, by time; all others are gaps. */
  NavigableMap<Instant, Double> series(String name, double low, double high) {
    NavigableMap<Instant, Double> out = new TreeMap<>();
    for (LenientJson pair : doc.child("timeseries").list(name)) {
      List<LenientJson> both = pair.list();
      Instant at = both.size() == 2 ? instant(both.getFirst()) : null;
      Double value = both.size() == 2 ? both.getLast().number() : null;
      if (at != null && value != null && value >= low && value <= high) {
        out.put(at, value);
      }
    }
    return out;
  }

  private static Instant instant(LenientJson text) {
    try {
      OffsetInstant stamp = OffsetInstant.parse("time", text.node().asText(), Optional.empty());
      return stamp.offsetSeconds() == null ? null : stamp.at();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
