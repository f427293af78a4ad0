package io.tributary.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Distributes the slots of a {@link JobRunner} among providers, so that a provider that hangs
 * blocks only its own slots. Used on the context of the runner only.
 *
 * @param <J> a claimed job
 */
public final class KeyedSemaphore<J> {
  /** Claims due rows. */
  @FunctionalInterface
  public interface RowClaim<J> {
    /**
     * @param full providers without free slots, whose rows must not be claimed
     */
    List<J> claim(int limit, String[] full);
  }

  private final int slotsPerProvider;
  private final Function<J, String> providerOf;
  private final Map<String, Integer> running = new HashMap<>();

  /**
   * @param slotsPerProvider slots per provider. A provider may use up to {@code 2 * each - 1},
   *     because the provider of a row is known only after the claim
   */
  public KeyedSemaphore(int slotsPerProvider, Function<J, String> providerOf) {
    this.slotsPerProvider = slotsPerProvider;
    this.providerOf = providerOf;
  }

  /**
   * Claims at most {@code free} jobs, respecting the slots per provider. If a later step fails, the
   * jobs claimed before are returned: they occupy slots and must be run.
   */
  public List<J> claim(int free, RowClaim<J> from) {
    List<J> all = new ArrayList<>();
    List<J> some;
    do {
      int limit = Math.min(slotsPerProvider, free - all.size());
      String[] full =
          running.entrySet().stream()
              .filter(e -> e.getValue() >= slotsPerProvider)
              .map(Map.Entry::getKey)
              .toArray(String[]::new);
      try {
        some = from.claim(limit, full);
      } catch (Exception e) {
        // Catches every exception, because await() rethrows checked exceptions.
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

  /** Releases the slot of a claimed job, whether it succeeded or failed. */
  public void release(J job) {
    running.computeIfPresent(providerOf.apply(job), (p, n) -> n == 1 ? null : n - 1);
  }
}
