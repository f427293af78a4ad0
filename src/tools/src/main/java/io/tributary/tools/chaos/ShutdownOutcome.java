package io.tributary.tools.chaos;

import java.util.OptionalInt;

/**
 * How a node has ended that was told to by SIGTERM.
 *
 * @param code its exit code; empty where it had to be killed
 * @param served whether it had said that it is ready; before that it holds nothing to give back
 */
record ShutdownOutcome(OptionalInt code, boolean served) {
  /** Of a process that SIGTERM itself has ended. */
  private static final int BY_SIGNAL = 128 + 15;

  boolean good() {
    return code.isPresent() && (code.getAsInt() == 0 || !served && code.getAsInt() == BY_SIGNAL);
  }

  String text() {
    String how = code.isPresent() ? "ended with " + code.getAsInt() : "had to be killed";
    return how + (served ? "" : " before it was ready");
  }
}
