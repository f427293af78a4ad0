package io.tributary.pull;

import io.tributary.config.ProviderQuota;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often the connections of a provider are polled: as it says itself, else as the installation
 * does, and more seldom where all polls of an application would take more than half of one of its
 * quotas. The other half is for history, notices and refreshes. Shared by all threads.
 */
final class PollScheduler {
  private static final double SHARE = 0.5;

  /** A poll's calls vary with what is new: the last ones count for so much. */
  private static final double NEWEST = 0.1;

  /** An application at its provider. */
  record App(String provider, UUID id) {}

  private final Duration usual;
  private final Map<String, List<ProviderQuota>> quotas;
  private final Map<String, Double> calls = new ConcurrentHashMap<>();
  private volatile Map<App, Long> connections = Map.of();

  /**
   * @param usual the installation's pace
   * @param quotas by provider; none = not known
   */
  PollScheduler(Duration usual, Map<String, List<ProviderQuota>> quotas) {
    this.usual = usual;
    this.quotas = Map.copyOf(quotas);
  }

  /** A whole poll has made so many calls. */
  void made(String provider, int n) {
    calls.merge(provider, (double) n, (old, now) -> old + (now - old) * NEWEST);
  }

  /** How many connections each application has now. */
  void connections(Map<App, Long> all) {
    connections = Map.copyOf(all);
  }

  /** Time from one poll of a connection to the next. */
  Duration every(Descriptor provider, UUID app) {
    Duration own = provider.pollEvery().orElse(usual);
    double perPoll =
        calls.getOrDefault(
            provider.slug(), (double) provider.feeds().stream().filter(Feed::poll).count());
    double most = own.toMillis();
    for (ProviderQuota q : quotas.getOrDefault(provider.slug(), List.of())) {
      long sharing = q.perUser() ? 1 : connections.getOrDefault(new App(provider.slug(), app), 1L);
      most = Math.max(most, sharing * perPoll * q.per().toMillis() / (SHARE * q.calls()));
    }
    return Duration.ofMillis((long) most);
  }
}
