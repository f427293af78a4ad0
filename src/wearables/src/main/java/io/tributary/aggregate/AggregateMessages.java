package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.UUID;

/** Messages of {@code aggregate.command} and {@code continuous.command}. */
sealed interface AggregateMessages extends BusMessage.Local {
  /** Reply {@link Document}: the results; 404 no such user, 400 too large. */
  record RunQuery(Tenant tenant, UUID user, Query.Batch batch) implements AggregateMessages {}

  /** A body that is ready to be sent. */
  record Document(byte[] json) implements AggregateMessages {}

  /** Reply {@link Shown}: all priorities of the team. */
  record SetPriorities(Tenant tenant, List<SourcePriorityRepo.Priority> priorities)
      implements AggregateMessages {}

  /** A small reply. */
  record Shown(JsonNode json) implements AggregateMessages {}
}
