package io.tributary.lab.protocol.hl7;

import java.util.Set;
import java.util.function.Predicate;

/** Decides the next step after a laboratory's response to an order. */
public final class AckPolicy {
  /** Next step of the sender. */
  public enum Next {
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
    public boolean isBad() {
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
  private static final Predicate<String> TAKEN =
      UNABLE.or(TOO_LATE).or(CANCELLED).or(CONFIRMED).negate();

  private AckPolicy() {}

  /** Returns the next step. If the response reports single tests, all of them count. */
  public static Next next(OrderResponse answer) {
    return switch (answer.code()) {
      case AA -> orders(answer);
      case CA -> Next.AWAIT_APPLICATION;
      case AE, CE -> says(answer, TAKEN) ? Next.HOLD : Next.PARK;
      case AR, CR -> passes(answer) ? Next.RESEND : Next.PARK;
    };
  }

  private static Next orders(OrderResponse answer) {
    boolean taken = says(answer, TAKEN);
    boolean confirmed = says(answer, CONFIRMED);
    if (says(answer, UNABLE)) {
      return taken || confirmed ? Next.HOLD : Next.PARK;
    }
    if (says(answer, TOO_LATE)) {
      return Next.CANCEL_REFUSED;
    }
    if (says(answer, CANCELLED)) {
      return taken ? Next.HOLD : Next.CANCELLED_BY_LAB;
    }
    return confirmed ? Next.CANCEL_CONFIRMED : Next.DELIVERED;
  }

  private static boolean says(OrderResponse answer, Predicate<String> what) {
    return answer.orders().stream().map(OrderResponse.OrderAnswer::control).anyMatch(what);
  }

  /**
   * Returns whether a reject is temporary: one without an error code counts as temporary, one with
   * a permanent error code does not.
   */
  private static boolean passes(OrderResponse answer) {
    return answer.problems().stream()
        .filter(p -> !p.code().isEmpty())
        .allMatch(p -> ErrorCode.of(p.code()).map(ErrorCode::isPassing).orElse(true));
  }
}
