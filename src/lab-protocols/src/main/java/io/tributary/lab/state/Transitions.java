package io.tributary.lab.state;

import io.tributary.core.ServiceException;

/** Judges order transitions. No other class compares statuses. */
public final class Transitions {
  /** Outcome for a requested or implied move. */
  public enum Verdict {
    /** The move is made and announced. */
    MOVE,
    /** The order already has this status: no event is written. */
    REPEAT,
    /** Customers get an error; reports from laboratories and carriers are stored without a move. */
    FORBIDDEN
  }

  private Transitions() {}

  /**
   * Judges a move. A status that may follow itself is announced again; a blocked sample only when
   * its detail differs.
   */
  public static Verdict judge(Modality modality, Status from, Status to) {
    if (from.low() == to.low()) {
      boolean sameBlock = to.low() == LowStatus.LAB_PROCESSING_BLOCKED && from.equals(to);
      return modality.transitions().allows(from.low(), to.low()) && !sameBlock
          ? Verdict.MOVE
          : Verdict.REPEAT;
    }
    return modality.transitions().allows(from.low(), to.low()) ? Verdict.MOVE : Verdict.FORBIDDEN;
  }

  /**
   * Requires a move that a customer requests. A repetition is as invalid as any other forbidden
   * move.
   *
   * @throws ServiceException 400 when the move is not allowed
   */
  public static void requireMove(Modality modality, Status from, Status to) {
    if (judge(modality, from, to) != Verdict.MOVE) {
      throw ServiceException.badRequest(
          "Transition from "
              + from.low().wireName()
              + " to "
              + to.low().wireName()
              + " is not allowed");
    }
  }

  /** Returns whether no laboratory work remains. A finished order may still be corrected. */
  public static boolean isFinished(Modality modality, LowStatus status) {
    return status == LowStatus.COMPLETED
        || status == LowStatus.CORRECTED
        || modality.transitions().isFinal(status);
  }
}
