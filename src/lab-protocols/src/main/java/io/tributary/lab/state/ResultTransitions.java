package io.tributary.lab.state;

import java.util.List;

/** Where a result takes the order it was attached to. */
public final class ResultTransitions {
  /** What came from the laboratory. */
  public enum Kind {
    PARTIAL,
    FINAL,
    /** Final, and what is missing is to be drawn again by another order. */
    FINAL_WITH_REDRAW,
    CORRECTION
  }

  private ResultTransitions() {}

  /** The steps in turn; empty when the result is kept and readable but moves nothing. */
  public static List<LowStatus> after(Modality modality, LowStatus from, Kind kind) {
    LowStatus to =
        switch (kind) {
          case PARTIAL -> LowStatus.PARTIAL_RESULTS;
          case FINAL -> LowStatus.COMPLETED;
          case FINAL_WITH_REDRAW -> LowStatus.REDRAW_AVAILABLE;
          case CORRECTION -> LowStatus.CORRECTED;
        };
    return modality.moves().allows(from, to) ? List.of(to) : List.of();
  }

  /**
   * As {@link #after}, when a reviewer said that this result belongs to an order which still waits
   * for its draw: the draw that nobody reported comes first.
   */
  public static List<LowStatus> afterReview(Modality modality, LowStatus from, Kind kind) {
    List<LowStatus> straight = after(modality, from, kind);
    if (!straight.isEmpty()
        || modality != Modality.PHLEBOTOMY
        || !modality.moves().allows(from, LowStatus.DRAW_COMPLETED)) {
      return straight;
    }
    List<LowStatus> then = after(modality, LowStatus.DRAW_COMPLETED, kind);
    return then.isEmpty() ? List.of() : List.of(LowStatus.DRAW_COMPLETED, then.getFirst());
  }
}
