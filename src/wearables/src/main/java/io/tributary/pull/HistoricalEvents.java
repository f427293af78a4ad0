package io.tributary.pull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.model.Resource;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Builds the events that report a completed backfill. */
final class HistoricalEvents {
  private HistoricalEvents() {}

  static List<Event> of(
      Tenant tenant,
      UUID user,
      String clientUserId,
      String provider,
      PullRange range,
      Collection<Resource> resources) {
    ObjectNode data =
        Json.object()
            .put("user_id", user.toString())
            .put("start_date", Times.format(range.start()))
            .put("end_date", Times.format(range.end()))
            .put("provider", provider);
    return resources.stream()
        .sorted()
        .map(r -> new Event(EventTypes.historical(r), tenant, user, clientUserId, data))
        .toList();
  }
}
