package io.tributary.healthimport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.ingest.IngestTarget;
import java.util.List;

/** Builds the events that announce a completed import; the same as for a backfill. */
final class ImportEvents {
  private ImportEvents() {}

  static List<Event> of(IngestTarget target, ImportRepo.ImportedRange harvest) {
    ObjectNode data =
        Json.object()
            .put("user_id", target.userId().toString())
            .put("start_date", harvest.from().map(Times::format).orElse(null))
            .put("end_date", harvest.to().map(Times::format).orElse(null))
            .put("provider", target.provider());
    return harvest.resources().stream()
        .sorted()
        .map(
            r ->
                new Event(
                    EventTypes.historical(r),
                    target.tenant(),
                    target.userId(),
                    target.clientUserId(),
                    data))
        .toList();
  }
}
