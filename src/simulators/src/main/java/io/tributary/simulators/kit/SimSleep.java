package io.tributary.simulators.kit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Sleep of a person, independent of any vendor's format.
 *
 * @param start time at which the person lay down
 * @param end time at which the person got up
 * @param nap whether the sleep is a nap during the day
 * @param stages stages from start to end without gap or overlap, each in whole half minutes
 * @param readings one reading per five minutes from the start on
 * @param breath breaths per minute over the whole sleep
 */
public record SimSleep(
    Instant start,
    Instant end,
    boolean nap,
    List<Stage> stages,
    List<Reading> readings,
    double breath) {

  public enum SleepStageKind {
    AWAKE,
    LIGHT,
    DEEP,
    REM
  }

  public record Stage(SleepStageKind kind, Instant start, int seconds) {}

  /**
   * @param bpm null if the reading failed
   * @param rmssd milliseconds; null if the reading failed
   * @param oxygen percent
   */
  public record Reading(Instant at, Integer bpm, Integer rmssd, double oxygen) {}

  static SimSleep of(SimPerson person, DaySchedule.Span span, int lateSteps) {
    SleepStages digits = SleepStages.of(person, span);
    NightSeries series = NightSeries.of(NightSeries.randomFor(person, span), person, digits);
    SeededRandom dice = SeededRandom.of(person.seed(), span.start().getEpochSecond(), 700);
    var stages = new ArrayList<Stage>();
    var readings = new ArrayList<Reading>();
    for (int i = 0; i < digits.steps(); i++) {
      Instant at = span.start().plusSeconds((long) i * DaySchedule.STEP_SECONDS);
      add(stages, kind(digits.at(i)), at, DaySchedule.STEP_SECONDS);
      double oxygen = JsonText.round(Math.min(100, dice.nextGaussianAround(96.5, 0.8)), 1);
      readings.add(new Reading(at, series.pulse()[i], series.rmssd()[i], oxygen));
    }
    Instant end = span.end().plusSeconds((long) lateSteps * DaySchedule.STEP_SECONDS);
    List<Stage> all = jitterBoundaries(stages, dice);
    if (lateSteps > 0) {
      add(all, SleepStageKind.AWAKE, span.end(), lateSteps * DaySchedule.STEP_SECONDS);
    }
    boolean nap = span.act() != DaySchedule.ScheduledActivity.NIGHT;
    return new SimSleep(
        span.start(), end, nap, List.copyOf(all), List.copyOf(readings), series.breath());
  }

  /** Returns the seconds spent in this stage. */
  public int seconds(SleepStageKind kind) {
    return stages.stream().filter(s -> s.kind() == kind).mapToInt(Stage::seconds).sum();
  }

  /** Returns the seconds asleep, without time awake. */
  public int asleepSeconds() {
    return seconds(SleepStageKind.LIGHT)
        + seconds(SleepStageKind.DEEP)
        + seconds(SleepStageKind.REM);
  }

  private static SleepStageKind kind(char digit) {
    return switch (digit) {
      case '1' -> SleepStageKind.DEEP;
      case '2' -> SleepStageKind.LIGHT;
      case '3' -> SleepStageKind.REM;
      default -> SleepStageKind.AWAKE;
    };
  }

  private static void add(List<Stage> stages, SleepStageKind kind, Instant at, int seconds) {
    if (!stages.isEmpty() && stages.getLast().kind() == kind) {
      Stage last = stages.removeLast();
      stages.add(new Stage(kind, last.start(), last.seconds() + seconds));
    } else {
      stages.add(new Stage(kind, at, seconds));
    }
  }

  /**
   * Moves each boundary by up to a minute in steps of half a minute, so that stages are not
   * multiples of five minutes.
   */
  private static List<Stage> jitterBoundaries(List<Stage> stages, SeededRandom dice) {
    var out = new ArrayList<Stage>();
    int carried = 0;
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      int moved = i == stages.size() - 1 ? 0 : 30 * dice.between(-2, 2);
      out.add(
          new Stage(
              stage.kind(), stage.start().plusSeconds(carried), stage.seconds() - carried + moved));
      carried = moved;
    }
    return out;
  }
}
