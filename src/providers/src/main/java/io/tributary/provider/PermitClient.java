package io.tributary.provider;

import java.time.Duration;

/**
 * Permits for provider calls of one app and user. Blocks its virtual thread until a permit is
 * granted; no call may be made before.
 */
public interface PermitClient {
  /** Client that grants everything, for demo users and credential checks. */
  PermitClient OPEN =
      new PermitClient() {
        @Override
        public void take(int calls) {}

        @Override
        public void backOff(Duration pause) {}
      };

  /** Waits for permits for the given number of calls. */
  void take(int calls);

  /** Releases the permits after the calls have been answered or abandoned. */
  default void answered() {}

  /** Reports that the provider requested a pause. */
  void backOff(Duration pause);
}
