package io.tributary.pull;

import java.time.Duration;

/**
 * The place of a run among those of its provider. Who has to wait for long in the middle of a page
 * leaves it to others, and takes it again before it goes on.
 */
interface PullSlot {
  /** Of work that has none to leave. */
  PullSlot NONE =
      new PullSlot() {
        @Override
        public boolean leave(Duration wait, boolean onlyUser) {
          return false;
        }

        @Override
        public void back() {}
      };

  /**
   * @param wait until leave to call may come
   * @param onlyUser whether others of the application need not wait
   * @return false when too many have left theirs: the work must go back to its queue
   */
  boolean leave(Duration wait, boolean onlyUser);

  /** After {@link #leave} was true. */
  void back();
}
