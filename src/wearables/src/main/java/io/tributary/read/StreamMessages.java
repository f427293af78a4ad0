package io.tributary.read;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Queries of {@code stream.query}. */
sealed interface StreamMessages extends BusMessage.Local {
  /**
   * Requests the samples of a sleep. Replies with {@link StreamDocument}; fails with 404 if there
   * is no such sleep.
   */
  record ReadSleep(Tenant tenant, UUID sleep) implements StreamMessages {}

  /** Rendered JSON response. */
  record StreamDocument(byte[] json) implements BusMessage.Local {}
}
