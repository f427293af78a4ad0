package io.tributary.provider.oura;

import io.tributary.model.SleepStage;
import java.util.ArrayList;
import java.util.List;

/**
 * Hypnogram with one digit per five minutes; the digits are the stage codes of our API.
 *
 * <p>The stages always cover the session exactly, because clients add them up. Digits past its end
 * are cut. A missing end of under five minutes belongs to the last stage, a longer one is unknown.
 */
final class OuraHypnogram {
  private static final int STEP_SECONDS = 300;

  private OuraHypnogram() {}

  /** A stage of [from, to) seconds after the start. */
  record Phase(SleepStage stage, int from, int to) {}

  /** Returns the stages, with adjacent equal ones merged. */
  static List<Phase> runs(String digits, int sessionSeconds) {
    List<Phase> runs = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < digits.length() && at < sessionSeconds; i++) {
      int to = Math.min(at + STEP_SECONDS, sessionSeconds);
      append(runs, stage(digits.charAt(i)), at, to);
      at = to;
    }
    if (at < sessionSeconds && at > 0) {
      boolean rounding = sessionSeconds - at < STEP_SECONDS;
      append(runs, rounding ? runs.getLast().stage() : SleepStage.UNKNOWN, at, sessionSeconds);
    }
    return runs;
  }

  private static void append(List<Phase> runs, SleepStage stage, int from, int to) {
    if (!runs.isEmpty() && runs.getLast().stage() == stage) {
      runs.set(runs.size() - 1, new Phase(stage, runs.getLast().from(), to));
    } else {
      runs.add(new Phase(stage, from, to));
    }
  }

  /** Maps a digit; only 1 to 4 are documented, and 5 would mean a manual entry in our API. */
  private static SleepStage stage(char digit) {
    return digit >= '1' && digit <= '4' ? SleepStage.of(digit - '0') : SleepStage.UNKNOWN;
  }
}
