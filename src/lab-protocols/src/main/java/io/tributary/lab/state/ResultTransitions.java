package io.tributary.lab.state;

import java.util.List;

/** Order moves caused by an attached result. */
public final class ResultTransitions {
  public enum ResultKind {
    PARTIAL,
    FINAL,
    /** Final, with missing results that another order draws again. */
    FINAL_WITH_REDRAW,
    CORRECTION
  }

  private ResultTransitions() {}

  /** Statuses in sequence; empty when the result is stored without a move. */
  public static List<LowStatus> after(Modality modality, LowStatus from, ResultKind kind) {
    LowStatus to =
        switch (kind) {
          case PARTIAL -> LowStatus.PARTIAL_RESULTS;
          case FINAL -> LowStatus.COMPLETED;
          case FINAL_WITH_REDRAW -> LowStatus.REDRAW_AVAILABLE;
          case CORRECTION -> LowStatus.CORRECTED;
        };
    return modality.transitions().allows(from, to) ? List.of(to) : List.of();
  }

  /**
   * Returns the moves after a reviewer assigned a result to an order that still awaits its draw:
   * the unreported draw comes first. Otherwise the same as {@link #after}.
   */
  public static List<LowStatus> afterReview(Modality modality, LowStatus from, ResultKind kind) {
    List<LowStatus> straight = after(modality, from, kind);
    if (!straight.isEmpty()
        || modality != Modality.PHLEBOTOMY
        || !modality.transitions().allows(from, LowStatus.DRAW_COMPLETED)) {
      return straight;
    }
    List<LowStatus> then = after(modality, LowStatus.DRAW_COMPLETED, kind);
    return then.isEmpty() ? List.of() : List.of(LowStatus.DRAW_COMPLETED, then.getFirst());
  }
}
