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
  public interface Claim<J> {
    /**
     * @param full providers without free slots, whose rows must not be claimed
     */
    List<J> take(int most, String[] full);
  }

  private final int each;
  private final Function<J, String> providerOf;
  private final Map<String, Integer> running = new HashMap<>();

  /**
   * @param each slots per provider. A provider may use up to {@code 2 * each - 1}, because the
   *     provider of a row is known only after the claim
   */
  public KeyedSemaphore(int each, Function<J, String> providerOf) {
    this.each = each;
    this.providerOf = providerOf;
  }

  /**
   * Claims at most {@code free} jobs, respecting the slots per provider. If a later step fails, the
   * jobs claimed before are returned: they occupy slots and must be run.
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
  public void ended(J job) {
    running.computeIfPresent(providerOf.apply(job), (p, n) -> n == 1 ? null : n - 1);
  }
}
