package io.tributary.lab.protocol.hl7;

import java.util.Set;
import java.util.function.Predicate;

/** Decides the next step after a laboratory's response to an order. */
public final class AckPolicy {
  /** Next step of the sender. */
  public enum NextStep {
    /** The laboratory has accepted the order. */
    DELIVERED,
    /** The transport has stored the message; the application acknowledgment follows later. */
    AWAIT_APPLICATION,
    /** Resend the same message with the same control ID after a delay. */
    RESEND,
    /**
     * The laboratory rejected the whole message and resending it unchanged would fail; an operator
     * must look at it.
     */
    PARK,
    /**
     * The laboratory accepted some tests and rejected others; an operator must decide about the
     * order.
     */
    HOLD,
    /** The laboratory confirmed our cancellation. */
    CANCEL_CONFIRMED,
    /** The laboratory rejected our cancellation, because it came too late. */
    CANCEL_REFUSED,
    /** The laboratory canceled the order itself. */
    CANCELLED_BY_LAB;

    /**
     * Returns whether the response is negative, so that it takes effect even after a positive
     * response.
     */
    public boolean isNegative() {
      return switch (this) {
        case DELIVERED, AWAIT_APPLICATION, RESEND, CANCEL_CONFIRMED -> false;
        case PARK, HOLD, CANCEL_REFUSED, CANCELLED_BY_LAB -> true;
      };
    }
  }

  private static final Predicate<String> UNABLE = Set.of("UA", "UD", "UH", "UX", "UM")::contains;
  private static final Predicate<String> TOO_LATE = "UC"::equals;
  private static final Predicate<String> CANCELLED = "OC"::equals;
  private static final Predicate<String> CONFIRMED = "CR"::equals;

  /** Order control codes that do not contradict acceptance, such as OK. */
  private static final Predicate<String> ACCEPTED =
      UNABLE.or(TOO_LATE).or(CANCELLED).or(CONFIRMED).negate();

  private AckPolicy() {}

  /** Returns the next step. If the response reports single tests, all of them count. */
  public static NextStep nextStep(OrderResponse answer) {
    return switch (answer.code()) {
      case AA -> fromOrders(answer);
      case CA -> NextStep.AWAIT_APPLICATION;
      case AE, CE -> anyOrderMatches(answer, ACCEPTED) ? NextStep.HOLD : NextStep.PARK;
      case AR, CR -> isTransient(answer) ? NextStep.RESEND : NextStep.PARK;
    };
  }

  private static NextStep fromOrders(OrderResponse answer) {
    boolean taken = anyOrderMatches(answer, ACCEPTED);
    boolean confirmed = anyOrderMatches(answer, CONFIRMED);
    if (anyOrderMatches(answer, UNABLE)) {
      return taken || confirmed ? NextStep.HOLD : NextStep.PARK;
    }
    if (anyOrderMatches(answer, TOO_LATE)) {
      return NextStep.CANCEL_REFUSED;
    }
    if (anyOrderMatches(answer, CANCELLED)) {
      return taken ? NextStep.HOLD : NextStep.CANCELLED_BY_LAB;
    }
    return confirmed ? NextStep.CANCEL_CONFIRMED : NextStep.DELIVERED;
  }

  private static boolean anyOrderMatches(OrderResponse answer, Predicate<String> what) {
    return answer.orderOutcomes().stream().map(OrderResponse.OrderOutcome::control).anyMatch(what);
  }

  /**
   * Returns whether a reject is temporary: one without an error code counts as temporary, one with
   * a permanent error code does not.
   */
  private static boolean isTransient(OrderResponse answer) {
    return answer.errors().stream()
        .filter(p -> !p.code().isEmpty())
        .allMatch(p -> ErrorCode.of(p.code()).map(ErrorCode::isTransient).orElse(true));
  }
}
