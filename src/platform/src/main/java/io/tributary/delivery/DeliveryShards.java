package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.lease.Lease;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of the delivery shards' leases and wake-up channels. Endpoints are distributed over shards,
 * and each shard has one owner in the cluster.
 */
public final class DeliveryShards {
  private static final String LEASE = "deliver:";

  private DeliveryShards() {}

  /** Returns the leases of all shards. */
  public static Set<String> leases(WebhookConfig settings) {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < settings.shards(); i++) {
      names.add(LEASE + i);
    }
    return names;
  }

  /** Returns the channel that wakes the owner of a shard to read changed endpoints. */
  public static String endpointChangesChannel(int shard) {
    return "endpoints-" + shard;
  }

  static int shardOf(Lease lease) {
    return Integer.parseInt(lease.name().substring(LEASE.length()));
  }
}
