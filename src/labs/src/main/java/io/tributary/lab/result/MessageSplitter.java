package io.tributary.lab.result;

import io.tributary.db.Tx;
import java.util.Set;

/** Takes tests of somebody who was erased out of a message that others still wait for. */
@FunctionalInterface
public interface MessageSplitter {
  /** Of a message that is emptied whole. */
  MessageSplitter NONE = (tx, places) -> false;

  /**
   * Keeps the message without the tests at these places, which are counted from 0 over all its
   * patients.
   *
   * @return false when it cannot be parted, and is as it was
   */
  boolean without(Tx tx, Set<Integer> places);
}
