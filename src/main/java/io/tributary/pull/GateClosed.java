package io.tributary.pull;

import java.time.Duration;

/** No leave to call came in time, or the pull has to stop: the work goes back to its queue. */
final class GateClosed extends RuntimeException {
  private final transient Duration wait;

  GateClosed(Duration wait) {
    super("no leave to call", null, false, false);
    this.wait = wait;
  }

  /** When it is worth asking again. */
  Duration waitFor() {
    return wait;
  }
}
