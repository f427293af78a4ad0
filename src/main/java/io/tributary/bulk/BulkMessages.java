package io.tributary.bulk;

import io.tributary.bus.BusMessage;
import io.tributary.kernel.Tenant;
import java.util.List;
import java.util.UUID;

/** Commands on bulk.command, and the fact published on bulk.finished. */
public sealed interface BulkMessages {
  /**
   * Queues a historical trigger for each user's connection of the provider. Reply {@link
   * BulkAccepted}, after the rows are committed.
   */
  record TriggerPulls(Tenant tenant, String provider, List<UUID> users)
      implements BulkMessages, BusMessage.Local {
    public TriggerPulls {
      users = List.copyOf(users);
    }
  }

  /**
   * The operation exists.
   *
   * @param finished it had nothing to wait for
   */
  record BulkAccepted(UUID op, boolean finished) implements BusMessage.Local {}

  /** An operation has ended; the row says the same. */
  record BulkFinished(UUID op, String status) implements BulkMessages, BusMessage.Remote {}
}
