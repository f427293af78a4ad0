package io.tributary.provider.document;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Error mapping for vendors whose 429 names no delay: at most one minute at first, doubled for each
 * further 429 until a call succeeds. Shared by all threads.
 */
public final class DoublingBackoff implements ErrorMapping {
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 5;

  private final AtomicInteger inARow = new AtomicInteger();

  @Override
  public Optional<ProviderException> fault(Answer answer, Duration usual) {
    if (answer.status() != 429) {
      if (answer.ok()) {
        inARow.set(0);
      }
      return STATUS.fault(answer, usual);
    }
    int before = inARow.getAndUpdate(n -> Math.min(n + 1, MOST_DOUBLINGS));
    Duration first = usual.compareTo(FIRST) < 0 ? usual : FIRST;
    return STATUS.fault(answer, first.multipliedBy(1L << before));
  }
}
