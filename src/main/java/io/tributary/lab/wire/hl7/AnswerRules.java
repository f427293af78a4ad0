package io.tributary.lab.wire.hl7;

import java.util.Set;

/** What is to be done after a laboratory's answer. */
public final class AnswerRules {
  /** The next step of the sender. */
  public enum Next {
    /** The laboratory has the order. */
    DELIVERED,
    /** The transport has it; the application will speak later. */
    AWAIT_APPLICATION,
    /** The same message, with the same control id, after a pause. */
    RESEND,
    /** Sending it unchanged is no use: a person looks at it. */
    PARK,
    /** Our cancellation is done. */
    CANCEL_CONFIRMED,
    /** Our cancellation came too late. */
    CANCEL_REFUSED,
    /** The laboratory cancelled the order itself. */
    CANCELLED_BY_LAB
  }

  private static final Set<String> UNABLE = Set.of("UA", "UD", "UH", "UX", "UM");

  private AnswerRules() {}

  /** The gravest of what is said of the single tests counts. */
  public static Next next(Answer answer) {
    return switch (answer.code()) {
      case AA -> orders(answer);
      case CA -> Next.AWAIT_APPLICATION;
      case AE, CE -> Next.PARK;
      case AR, CR -> passes(answer) ? Next.RESEND : Next.PARK;
    };
  }

  private static Next orders(Answer answer) {
    Next out = Next.DELIVERED;
    for (Answer.OrderAnswer order : answer.orders()) {
      String control = order.control();
      if (UNABLE.contains(control)) {
        return Next.PARK;
      }
      switch (control) {
        case "UC" -> out = Next.CANCEL_REFUSED;
        case "OC" -> out = out == Next.CANCEL_REFUSED ? out : Next.CANCELLED_BY_LAB;
        case "CR" -> out = out == Next.DELIVERED ? Next.CANCEL_CONFIRMED : out;
        default -> {
          // OK, and what says nothing against it.
        }
      }
    }
    return out;
  }

  /** A reject that names no reason is thought to pass; one with a lasting reason does not. */
  private static boolean passes(Answer answer) {
    return answer.problems().stream()
        .filter(p -> !p.code().isEmpty())
        .allMatch(p -> ErrorCode.of(p.code()).map(ErrorCode::isPassing).orElse(true));
  }
}
