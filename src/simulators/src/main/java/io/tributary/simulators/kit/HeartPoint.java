package io.tributary.simulators.kit;

/**
 * Reading of the heart rate series.
 *
 * @param epochSecond UTC; unique per person
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
