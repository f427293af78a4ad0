package io.tributary.tools.chaos;

import java.util.OptionalInt;

/**
 * Outcome of a node's shutdown by SIGTERM.
 *
 * @param code exit code; empty if the node had to be killed
 * @param served whether the node had reported that it is ready; before that it holds nothing to
 *     release
 */
record ShutdownOutcome(OptionalInt code, boolean served) {
  /** Exit code of a process that SIGTERM itself ended. */
  private static final int BY_SIGNAL = 128 + 15;

  boolean isClean() {
    return code.isPresent() && (code.getAsInt() == 0 || !served && code.getAsInt() == BY_SIGNAL);
  }

  String describe() {
    String how = code.isPresent() ? "ended with " + code.getAsInt() : "had to be killed";
    return how + (served ? "" : " before it was ready");
  }
}
