package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.UUID;

/** Messages of {@code aggregate.command}. */
sealed interface AggregateMessages extends BusMessage.Local {
  /**
   * Runs a batch of queries. Replies with {@link RenderedJson}; fails with 404 for an unknown user
   * and 400 if the result is too large.
   */
  record RunQuery(Tenant tenant, UUID user, Query.Batch batch) implements AggregateMessages {}

  /** Rendered response body. */
  record RenderedJson(byte[] json) implements AggregateMessages {}

  /**
   * Sets source priorities. Replies with {@link JsonReply}, which holds all priorities of the team.
   */
  record SetPriorities(Tenant tenant, List<SourcePriorityRepo.Priority> priorities)
      implements AggregateMessages {}

  /** Reply with a small JSON value. */
  record JsonReply(JsonNode json) implements AggregateMessages {}
}
