package io.tributary.provider.whoop;

import io.tributary.provider.AnswerRules;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Optional;

/** Statuses mean what they usually do; a 429 tells its wait in a header of its own, in seconds. */
final class WhoopAnswers {
  static final AnswerRules RULES = WhoopAnswers::fault;

  private static final long DAY_SECONDS = 86_400;

  private WhoopAnswers() {}

  private static Optional<ProviderFault> fault(Answer answer, Duration usual) {
    return answer.status() == 429
        ? Optional.of(new ProviderFault.RateLimited(reset(answer).orElse(usual)))
        : AnswerRules.STATUS.fault(answer, usual);
  }

  private static Optional<Duration> reset(Answer answer) {
    String text = answer.headers().get("X-RateLimit-Reset");
    return text == null || !text.strip().matches("\\d{1,9}")
        ? answer.retryAfter()
        : Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(text.strip()), 0, DAY_SECONDS)));
  }
}
