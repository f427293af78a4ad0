package io.tributary.provider;

import java.time.Duration;

/**
 * The leave to call a provider, asked for one app and user. Blocks its virtual thread: no call is
 * made before it returns.
 */
public interface PermitClient {
  /** Where nothing is counted: made-up users, and trials of an application. */
  PermitClient OPEN =
      new PermitClient() {
        @Override
        public void take(int calls) {}

        @Override
        public void backOff(Duration pause) {}
      };

  /** Waits for leave to make so many calls. */
  void take(int calls);

  /** The calls that leave was taken for have been answered or given up. */
  default void answered() {}

  /** The provider asked for a pause. */
  void backOff(Duration pause);
}
