package io.tributary.simulators.kit;

/**
 * One reading of the heartrate series.
 *
 * @param epochSecond UTC; no two points of a user share it
 * @param bpm beats per minute
 * @param source awake, rest, sleep, session, live or workout
 */
public record HeartPoint(long epochSecond, int bpm, String source) {
  public HeartPoint {
    if (bpm < 20 || bpm > 250) {
      throw new IllegalArgumentException("bpm 20..250: " + bpm);
    }
  }
}
