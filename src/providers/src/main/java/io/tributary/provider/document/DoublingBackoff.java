package io.tributary.provider.document;

import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Error mapping for vendors whose 429 names no delay: at most one minute at first, doubled for each
 * further 429 until a call succeeds. Shared by all threads.
 */
public final class DoublingBackoff implements ErrorMapping {
  private static final Duration INITIAL_DELAY = Duration.ofMinutes(1);
  private static final int MAX_DOUBLINGS = 5;

  private final AtomicInteger consecutive = new AtomicInteger();

  @Override
  public Optional<ProviderException> toException(ProviderResponse answer, Duration usual) {
    if (answer.status() != 429) {
      if (answer.isSuccess()) {
        consecutive.set(0);
      }
      return STATUS.toException(answer, usual);
    }
    int before = consecutive.getAndUpdate(n -> Math.min(n + 1, MAX_DOUBLINGS));
    Duration first = usual.compareTo(INITIAL_DELAY) < 0 ? usual : INITIAL_DELAY;
    return STATUS.toException(answer, first.multipliedBy(1L << before));
  }
}
