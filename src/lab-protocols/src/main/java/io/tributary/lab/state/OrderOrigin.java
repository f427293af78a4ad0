package io.tributary.lab.state;

import java.util.List;
import java.util.Locale;

/** Reason for which an order exists. */
public enum OrderOrigin {
  INITIAL,
  /** Repeats tests that failed at the laboratory; one per transaction. */
  REDRAW,
  /** Replaces another order. */
  RECREATION;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Statuses of a new order. An imported order passes all of them at once; all others stop at the
   * first.
   */
  public static List<LowStatus> initialStatuses(boolean imported) {
    return imported
        ? List.of(LowStatus.ORDERED, LowStatus.REQUISITION_BYPASSED)
        : List.of(LowStatus.ORDERED);
  }
}
