package io.tributary.provider.googlefit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepRules;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Converts sleep sessions, with their segments and heart rate. */
final class GoogleFitSleep {
  private static final String ASLEEP = "2";

  /** Stages by code; out of bed counts as awake, and sleep of unknown depth has no stage. */
  private static final Map<String, SleepStage> STAGES =
      Map.of(
          "1",
          SleepStage.AWAKE,
          ASLEEP,
          SleepStage.UNKNOWN,
          "3",
          SleepStage.AWAKE,
          "4",
          SleepStage.LIGHT,
          "5",
          SleepStage.DEEP,
          "6",
          SleepStage.REM);

  private record Segment(String code, Instant from, Instant to) {}

  private GoogleFitSleep() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    List<Segment> segments = segments(documents);
    for (LenientJson session : documents.of(GoogleFitDocumentKind.SLEEP)) {
      try {
        addSleep(session, segments, documents, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject(GoogleFitDocumentKind.SLEEP.wire(), e.getMessage());
      }
    }
  }

  private static void addSleep(
      LenientJson session,
      List<Segment> segments,
      DocumentSet documents,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    String id = session.requiredId("id");
    OffsetInstant start =
        LenientJson.required("startTimeMillis", GoogleFitTime.begin(session, facts));
    OffsetInstant end = LenientJson.required("endTimeMillis", GoogleFitTime.end(session, facts));
    SleepCycleSummary.Builder builder =
        SleepCycleSummary.of(id, start.at(), end.at()).offsetSeconds(end.offsetSeconds());
    boolean staged = false;
    int unstaged = 0;
    Instant told = start.at();
    for (Segment segment : segments) {
      // Time that two sources report counts once.
      Instant from = later(told, segment.from());
      Instant to = earlier(end.at(), segment.to());
      if (from.isBefore(to)) {
        int length = SleepRules.duration(from, to);
        builder.stage(
            STAGES.getOrDefault(segment.code(), SleepStage.UNKNOWN),
            SleepRules.duration(start.at(), from),
            SleepRules.duration(start.at(), to));
        staged = true;
        unstaged += segment.code().equals(ASLEEP) ? length : 0;
        told = to;
      }
    }
    SleepCycleSummary cycle = staged ? builder.build() : null;
    SleepSummary.Builder sleep =
        SleepSummary.of(
                end.date(),
                start.at(),
                end.at(),
                SleepType.byTimeAsleep(asleep(cycle, unstaged, start, end)))
            .recordId(id)
            .timezoneOffset(end.offsetSeconds());
    addDurations(sleep, cycle, unstaged, start, end);
    addHeartRate(sleep, id, documents);
    batch.add(sleep.build(), GoogleFitPoint.UNKNOWN);
    if (cycle != null) {
      batch.add(cycle, GoogleFitPoint.UNKNOWN);
    }
  }

  /** Returns the time asleep; without segments only the length of the session is known. */
  private static int asleep(
      SleepCycleSummary cycle, int unstaged, OffsetInstant start, OffsetInstant end) {
    return cycle == null
        ? SleepRules.duration(start.at(), end.at())
        : stagedSeconds(cycle) + unstaged;
  }

  private static int stagedSeconds(SleepCycleSummary cycle) {
    Map<SleepStage, Integer> seconds = SleepRules.seconds(cycle);
    return seconds.getOrDefault(SleepStage.LIGHT, 0)
        + seconds.getOrDefault(SleepStage.DEEP, 0)
        + seconds.getOrDefault(SleepStage.REM, 0);
  }

  private static void addDurations(
      SleepSummary.Builder sleep,
      SleepCycleSummary cycle,
      int unstaged,
      OffsetInstant start,
      OffsetInstant end) {
    int duration = SleepRules.duration(start.at(), end.at());
    if (cycle == null) {
      sleep.duration(duration).total(0).light(0).deep(0).rem(0).awake(0);
      return;
    }
    SleepRules.fill(sleep, cycle);
    if (stagedSeconds(cycle) == 0 && unstaged > 0) {
      sleep.total(unstaged).efficiency(SleepRules.efficiency(unstaged, duration)).latency(null);
    }
  }

  private static void addHeartRate(SleepSummary.Builder sleep, String id, DocumentSet documents) {
    GoogleFitBucket heart =
        GoogleFitWorkouts.sumOf(documents, GoogleFitDocumentKind.SLEEP_HEART, id);
    if (heart != null) {
      sleep.hrAverage(GoogleFitWorkouts.bpm(heart, 0)).hrLowest(GoogleFitWorkouts.bpm(heart, 2));
    }
  }

  private static List<Segment> segments(DocumentSet documents) {
    List<Segment> out = new ArrayList<>();
    for (LenientJson doc : documents.of(GoogleFitDocumentKind.SEGMENT)) {
      LenientJson point = doc.child(GoogleFitClient.POINT);
      Instant from = GoogleFitTime.start(point);
      Instant to = GoogleFitTime.stop(point);
      Integer code = Units.round(GoogleFitBucket.value(point, 0));
      if (from != null && to != null && code != null && from.isBefore(to)) {
        out.add(new Segment(code.toString(), from, to));
      }
    }
    out.sort(Comparator.comparing(Segment::from));
    return out;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
