package io.tributary.read;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Questions on {@code stream.query}. */
sealed interface StreamMessages extends BusMessage.Local {
  /** Asks for the samples of a sleep; reply {@link Document}, 404 when there is no such sleep. */
  record ReadSleep(Tenant tenant, UUID sleep) implements StreamMessages {}

  /** JSON, ready to be sent. */
  record Document(byte[] json) implements BusMessage.Local {}
}
