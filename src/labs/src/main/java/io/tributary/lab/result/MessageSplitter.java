package io.tributary.lab.result;

import io.tributary.db.Tx;
import java.util.Set;

/** Removes the tests of an erased person from a message whose other parts still await review. */
@FunctionalInterface
public interface MessageSplitter {
  /** Splitter for messages that are always emptied completely. */
  MessageSplitter NONE = (tx, places) -> false;

  /**
   * Replaces the message by one without the tests at these positions, counted from 0 over all its
   * patients.
   *
   * @return false when the message cannot be split; it is unchanged
   */
  boolean removeTests(Tx tx, Set<Integer> places);
}
