package io.tributary.lab.protocol.hl7;

import java.util.Set;
import java.util.function.Predicate;

/** What is to be done after a laboratory's answer. */
public final class AckPolicy {
  /** The next step of the sender. */
  public enum Next {
    /** The laboratory has the order. */
    DELIVERED,
    /** The transport has it; the application will speak later. */
    AWAIT_APPLICATION,
    /** The same message, with the same control id, after a pause. */
    RESEND,
    /** All of it is refused, and sending it unchanged is no use: a person looks at it. */
    PARK,
    /** Some tests are taken and others are not: what is to become of the order, a person says. */
    HOLD,
    /** Our cancellation is done. */
    CANCEL_CONFIRMED,
    /** Our cancellation came too late. */
    CANCEL_REFUSED,
    /** The laboratory cancelled the order itself. */
    CANCELLED_BY_LAB;

    /** Whether it takes something back, even when it comes after a better answer. */
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

  /** OK, and what says nothing against it. */
  private static final Predicate<String> TAKEN =
      UNABLE.or(TOO_LATE).or(CANCELLED).or(CONFIRMED).negate();

  private AckPolicy() {}

  /** Where something is said of single tests, all of them count. */
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

  /** A reject that names no reason is thought to pass; one with a lasting reason does not. */
  private static boolean passes(OrderResponse answer) {
    return answer.problems().stream()
        .filter(p -> !p.code().isEmpty())
        .allMatch(p -> ErrorCode.of(p.code()).map(ErrorCode::isPassing).orElse(true));
  }
}
