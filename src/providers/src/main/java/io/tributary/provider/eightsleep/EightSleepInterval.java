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
 * A time in bed as it was told.
 *
 * @param id stays when the vendor thinks a night over
 * @param provider the zone that the interval names, else the mattress's; null where neither does
 * @param zone that one, else the user's
 * @param stages one after another from the start on; empty while nothing is known
 */
record EightSleepInterval(
    LenientJson doc,
    String id,
    Instant start,
    ZoneId provider,
    LocalZone zone,
    List<Stage> stages) {
  /** Who has got up is not asleep. */
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "deep", SleepStage.DEEP,
          "light", SleepStage.LIGHT,
          "rem", SleepStage.REM,
          "awake", SleepStage.AWAKE,
          "out", SleepStage.AWAKE);

  /** So much of one stage. */
  record Stage(SleepStage what, int seconds) {}

  /**
   * @throws IllegalArgumentException for what makes no record
   */
  static EightSleepInterval of(LenientJson doc, AccountContext facts) {
    ZoneId named = doc.zone("timezone");
    ZoneId provider = named == null ? EightSleepTime.told(facts).orElse(null) : named;
    return new EightSleepInterval(
        doc,
        doc.requiredId("id"),
        doc.requiredInstant("ts"),
        provider,
        OffsetInstant.zone(provider, facts.zone()),
        stages(doc));
  }

  /** One whose length is unknown hides where all that follow were. */
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
    return stages.stream().filter(s -> asleep(s.what())).mapToInt(Stage::seconds).sum();
  }

  private static boolean asleep(SleepStage stage) {
    return stage == SleepStage.DEEP || stage == SleepStage.LIGHT || stage == SleepStage.REM;
  }

  /** Seconds awake at the begin; empty for who never slept. */
  Optional<Integer> latency() {
    int seconds = 0;
    for (Stage stage : stages) {
      if (asleep(stage.what())) {
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

  /** What was read within these bounds, by time; all else is a gap. */
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
