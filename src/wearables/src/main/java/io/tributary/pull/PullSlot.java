package io.tributary.pull;

import java.time.Duration;

/**
 * Slot of a run within its provider's limit. A run that waits long in the middle of a page releases
 * its slot and takes it again before it continues.
 */
interface PullSlot {
  /** Slot of work without a limit; it cannot be released. */
  PullSlot NONE =
      new PullSlot() {
        @Override
        public boolean release(Duration wait, boolean onlyUser) {
          return false;
        }

        @Override
        public void reacquire() {}
      };

  /**
   * Releases the slot during a long wait.
   *
   * @param wait expected time until a permit is granted
   * @param onlyUser true when other users of the application do not have to wait
   * @return false when too many runs wait without a slot; the work must return to its queue
   */
  boolean release(Duration wait, boolean onlyUser);

  /** Takes the slot again after it was released. */
  void reacquire();
}
