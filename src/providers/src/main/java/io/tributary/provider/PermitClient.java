package io.tributary.provider;

import java.time.Duration;

/**
 * Permits for provider calls of one app and user. Blocks its virtual thread until a permit is
 * granted; no call may be made before.
 */
public interface PermitClient {
  /** Client that grants everything, for demo users and credential checks. */
  PermitClient UNLIMITED =
      new PermitClient() {
        @Override
        public void acquire(int calls) {}

        @Override
        public void backOff(Duration pause) {}
      };

  /** Waits for permits for the given number of calls. */
  void acquire(int calls);

  /** Releases the permits after the calls have been answered or abandoned. */
  default void release() {}

  /** Reports that the provider requested a pause. */
  void backOff(Duration pause);
}
