package io.tributary.lab.state;

import io.tributary.core.ServiceException;

/** Judges moves of orders. Nobody else compares statuses. */
public final class Transitions {
  /** What is to be done with a move that somebody asks for or some message implies. */
  public enum Verdict {
    /** It is made and told. */
    MOVE,
    /** The order stands there already: nothing is told again. */
    REPEAT,
    /** Callers are refused; news from laboratories and carriers is kept and moves nothing. */
    FORBIDDEN
  }

  private Transitions() {}

  /**
   * A status that may follow itself is told again, but a blocked sample only when the reason is
   * another one.
   */
  public static Verdict judge(Modality modality, Status from, Status to) {
    if (from.low() == to.low()) {
      boolean sameBlock = to.low() == LowStatus.LAB_PROCESSING_BLOCKED && from.equals(to);
      return modality.moves().allows(from.low(), to.low()) && !sameBlock
          ? Verdict.MOVE
          : Verdict.REPEAT;
    }
    return modality.moves().allows(from.low(), to.low()) ? Verdict.MOVE : Verdict.FORBIDDEN;
  }

  /**
   * For callers, to whom a repeat is as forbidden as any other wrong move.
   *
   * @throws Refusal 400 when the move is not to be made
   */
  public static void require(Modality modality, Status from, Status to) {
    if (judge(modality, from, to) != Verdict.MOVE) {
      throw ServiceException.invalid(
          "Transition from " + from.low().text() + " to " + to.low().text() + " is not allowed");
    }
  }

  /** Whether no laboratory work is due any more; a finished order may still be corrected. */
  public static boolean isFinished(Modality modality, LowStatus status) {
    return status == LowStatus.COMPLETED
        || status == LowStatus.CORRECTED
        || modality.moves().isEnd(status);
  }
}
