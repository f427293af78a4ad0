package io.tributary.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Slots of a {@link JobRunner} shared out by provider, so that one which hangs keeps its own places
 * only. Lives on the context of its loop.
 *
 * @param <J> a claimed job
 */
public final class KeyedSemaphore<J> {
  /** Takes due rows. */
  @FunctionalInterface
  public interface Claim<J> {
    /**
     * @param full providers whose rows are left alone
     */
    List<J> take(int most, String[] full);
  }

  private final int each;
  private final Function<J, String> providerOf;
  private final Map<String, Integer> running = new HashMap<>();

  /**
   * @param each places of one provider; it may be up to twice as many, less one, since a claim does
   *     not know beforehand whose rows it takes
   */
  public KeyedSemaphore(int each, Function<J, String> providerOf) {
    this.each = each;
    this.providerOf = providerOf;
  }

  /**
   * At most so many jobs, of no provider more than it has places. What fails after some were taken
   * ends the claim only: those hold their places until they have ended, and so must be run.
   */
  public List<J> claim(int free, Claim<J> from) {
    List<J> all = new ArrayList<>();
    List<J> some;
    do {
      int most = Math.min(each, free - all.size());
      String[] full =
          running.entrySet().stream()
              .filter(e -> e.getValue() >= each)
              .map(Map.Entry::getKey)
              .toArray(String[]::new);
      try {
        some = from.take(most, full);
      } catch (Exception e) {
        // Of any kind: what waits for the database passes checked faults through.
        if (all.isEmpty()) {
          throw e;
        }
        return all;
      }
      some.forEach(j -> running.merge(providerOf.apply(j), 1, Integer::sum));
      all.addAll(some);
    } while (!some.isEmpty() && all.size() < free);
    return all;
  }

  /** A job that was claimed has ended, however. */
  public void ended(J job) {
    running.computeIfPresent(providerOf.apply(job), (p, n) -> n == 1 ? null : n - 1);
  }
}
