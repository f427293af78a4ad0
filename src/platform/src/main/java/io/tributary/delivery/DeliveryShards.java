package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.lease.Lease;
import java.util.Set;
import java.util.TreeSet;

/** What endpoints are shared out by, each with one owner in the cluster. */
public final class DeliveryShards {
  private static final String LEASE = "deliver:";

  private DeliveryShards() {}

  /** The leases of all shards. */
  public static Set<String> leases(WebhookConfig settings) {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < settings.shards(); i++) {
      names.add(LEASE + i);
    }
    return names;
  }

  /** Wakes the owner of a shard to read changed endpoints. */
  public static String changes(int shard) {
    return "endpoints-" + shard;
  }

  static int of(Lease lease) {
    return Integer.parseInt(lease.name().substring(LEASE.length()));
  }
}
