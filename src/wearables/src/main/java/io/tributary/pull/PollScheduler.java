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
 * Computes the poll interval of a provider's connections.
 *
 * <p>The interval is the provider's own or the installation's default. It is extended when all
 * polls of an application would use more than half of one of its quotas: interval ≥ connections ×
 * calls per poll × quota period / (0.5 × quota calls), with one connection for a per-user quota.
 * The other half is left to historical pulls, notifications and refreshes. Shared by all threads.
 */
final class PollScheduler {
  private static final double MAX_QUOTA_SHARE = 0.5;

  /**
   * Weight of the latest poll in the moving average of calls per poll, which vary with the amount
   * of new data.
   */
  private static final double LATEST_WEIGHT = 0.1;

  /** Application of a provider. */
  record PolledApplication(String provider, UUID id) {}

  private final Duration defaultInterval;
  private final Map<String, List<ProviderQuota>> quotas;
  private final Map<String, Double> callsPerPoll = new ConcurrentHashMap<>();
  private volatile Map<PolledApplication, Long> connections = Map.of();

  /**
   * @param defaultInterval default interval of the installation
   * @param quotas by provider; empty when unknown
   */
  PollScheduler(Duration usual, Map<String, List<ProviderQuota>> quotas) {
    this.defaultInterval = usual;
    this.quotas = Map.copyOf(quotas);
  }

  /** Records the number of calls of a complete poll. */
  void recordCalls(String provider, int n) {
    callsPerPoll.merge(provider, (double) n, (old, now) -> old + (now - old) * LATEST_WEIGHT);
  }

  /** Sets the number of connections per application. */
  void setConnections(Map<PolledApplication, Long> all) {
    connections = Map.copyOf(all);
  }

  /** Returns the time between two polls of a connection. */
  Duration interval(Descriptor provider, UUID app) {
    Duration own = provider.pollInterval().orElse(defaultInterval);
    double perPoll =
        callsPerPoll.getOrDefault(
            provider.slug(), (double) provider.feeds().stream().filter(Feed::poll).count());
    double most = own.toMillis();
    for (ProviderQuota q : quotas.getOrDefault(provider.slug(), List.of())) {
      long sharing =
          q.perUser()
              ? 1
              : connections.getOrDefault(new PolledApplication(provider.slug(), app), 1L);
      most = Math.max(most, sharing * perPoll * q.per().toMillis() / (MAX_QUOTA_SHARE * q.calls()));
    }
    return Duration.ofMillis((long) most);
  }
}
