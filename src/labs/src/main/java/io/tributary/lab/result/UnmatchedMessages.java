package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.Optional;
import java.util.UUID;

/** Commands sent to {@code lab_result.command}. */
sealed interface UnmatchedMessages extends BusMessage.Local {
  /**
   * Accepts a result; the reply is {@link Accepted}. Fails with 404 when the item does not exist or
   * is decided, 422 when the order is ambiguous, and 400 when the order cannot accept a result.
   */
  record Accept(
      Tenant tenant, UUID id, Optional<UUID> order, Optional<UUID> user, Optional<String> note)
      implements UnmatchedMessages {}

  /** The order that has the result now, in API form. */
  record Accepted(ObjectNode order) implements UnmatchedMessages {}

  /**
   * Rejects a result or passes it on; the reply is {@link Resolved}. Fails with 404 when the item
   * does not exist or is decided.
   *
   * @param reject false: operators decide
   */
  record Resolve(Tenant tenant, UUID id, boolean reject, Optional<String> note)
      implements UnmatchedMessages {}

  record Resolved(UUID id) implements UnmatchedMessages {}
}
