package io.tributary.connection;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Commands on {@code connection.command}. The reply is {@code CompletedWorkout}. */
public sealed interface ConnectionMessages extends BusMessage.Local {
  /** Ends a connection. Fails with 404 when there is none. */
  record Deregister(Tenant tenant, UUID user, String provider) implements ConnectionMessages {}
}
