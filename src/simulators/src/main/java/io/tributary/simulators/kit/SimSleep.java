package io.tributary.simulators.kit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A sleep as it was, before any vendor worded it.
 *
 * @param start when the person lay down
 * @param end when the person got up
 * @param nap by day, beside the night
 * @param stages without gap or overlap from start to end, each whole half minutes
 * @param readings one per five minutes from the start on
 * @param breath breaths per minute, of the whole sleep
 */
public record SimSleep(
    Instant start,
    Instant end,
    boolean nap,
    List<Stage> stages,
    List<Reading> readings,
    double breath) {

  /** A stage of sleep. */
  public enum Kind {
    AWAKE,
    LIGHT,
    DEEP,
    REM
  }

  /** One stage, seconds long. */
  public record Stage(Kind kind, Instant start, int seconds) {}

  /**
   * One reading.
   *
   * @param bpm null where it failed
   * @param rmssd ms; null where it failed
   * @param oxygen percent
   */
  public record Reading(Instant at, Integer bpm, Integer rmssd, double oxygen) {}

  static SimSleep of(SimPerson person, DaySchedule.Span span, int lateSteps) {
    SleepStages digits = SleepStages.of(person, span);
    NightSeries series = NightSeries.of(NightSeries.dice(person, span), person, digits);
    SeededRandom dice = SeededRandom.of(person.seed(), span.start().getEpochSecond(), 700);
    var stages = new ArrayList<Stage>();
    var readings = new ArrayList<Reading>();
    for (int i = 0; i < digits.steps(); i++) {
      Instant at = span.start().plusSeconds((long) i * DaySchedule.STEP_SECONDS);
      add(stages, kind(digits.at(i)), at, DaySchedule.STEP_SECONDS);
      double oxygen = JsonText.round(Math.min(100, dice.around(96.5, 0.8)), 1);
      readings.add(new Reading(at, series.pulse()[i], series.rmssd()[i], oxygen));
    }
    Instant end = span.end().plusSeconds((long) lateSteps * DaySchedule.STEP_SECONDS);
    List<Stage> all = stirred(stages, dice);
    if (lateSteps > 0) {
      add(all, Kind.AWAKE, span.end(), lateSteps * DaySchedule.STEP_SECONDS);
    }
    boolean nap = span.act() != DaySchedule.Act.NIGHT;
    return new SimSleep(
        span.start(), end, nap, List.copyOf(all), List.copyOf(readings), series.breath());
  }

  /** Seconds in this stage. */
  public int seconds(Kind kind) {
    return stages.stream().filter(s -> s.kind() == kind).mapToInt(Stage::seconds).sum();
  }

  /** Seconds of sleep proper. */
  public int asleepSeconds() {
    return seconds(Kind.LIGHT) + seconds(Kind.DEEP) + seconds(Kind.REM);
  }

  private static Kind kind(char digit) {
    return switch (digit) {
      case '1' -> Kind.DEEP;
      case '2' -> Kind.LIGHT;
      case '3' -> Kind.REM;
      default -> Kind.AWAKE;
    };
  }

  private static void add(List<Stage> stages, Kind kind, Instant at, int seconds) {
    if (!stages.isEmpty() && stages.getLast().kind() == kind) {
      Stage last = stages.removeLast();
      stages.add(new Stage(kind, last.start(), last.seconds() + seconds));
    } else {
      stages.add(new Stage(kind, at, seconds));
    }
  }

  /** Moves each border by up to a minute, in half minutes: stages are no five-minute bricks. */
  private static List<Stage> stirred(List<Stage> stages, SeededRandom dice) {
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
