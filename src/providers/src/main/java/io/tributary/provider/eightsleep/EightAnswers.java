package io.tributary.provider.eightsleep;

import io.tributary.provider.AnswerRules;
import java.time.Duration;

/** What answers mean: what they usually do. */
final class EightAnswers {
  /** Where a 429 names no time. */
  private static final Duration PAUSE = Duration.ofMinutes(5);

  static final AnswerRules RULES = (answer, usual) -> AnswerRules.STATUS.fault(answer, PAUSE);

  private EightAnswers() {}
}
