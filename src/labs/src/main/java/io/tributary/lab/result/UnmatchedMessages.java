package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code lab_result.command}. */
sealed interface UnmatchedMessages extends BusMessage.Local {
  /**
   * Reply {@link Accepted}; 404 for what is not there or handled, 422 when it does not say which
   * order, 400 when the order can take no result.
   */
  record Accept(
      Tenant tenant, UUID id, Optional<UUID> order, Optional<UUID> user, Optional<String> note)
      implements UnmatchedMessages {}

  /** The order that has the result now, as the API shows it. */
  record Accepted(ObjectNode order) implements UnmatchedMessages {}

  /**
   * Reply {@link Resolved}; 404 for what is not there or handled.
   *
   * @param reject false: operators are to decide
   */
  record Resolve(Tenant tenant, UUID id, boolean reject, Optional<String> note)
      implements UnmatchedMessages {}

  /** It is done. */
  record Resolved(UUID id) implements UnmatchedMessages {}
}
