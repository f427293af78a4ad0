package io.tributary.eventlog;

import io.tributary.event.EventTypes;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.kernel.Tenant;
import io.tributary.kernel.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Which events of a team are asked for.
 *
 * @param types exact names
 * @param starts what names begin with; both lists empty = all types
 * @param user null = everybody's
 * @param since null = as far back as there are any
 */
record Filters(Tenant tenant, List<String> types, List<String> starts, UUID user, Instant since) {
  Filters {
    types = List.copyOf(types);
    starts = List.copyOf(starts);
  }

  /** Faults are listed in the call. */
  static Filters of(Call call) {
    Query query = call.query();
    List<String> types = new ArrayList<>();
    List<String> starts = new ArrayList<>();
    for (String asked : query.texts("event_type")) {
      Optional<String> family = EventTypes.family(asked);
      if (family.isPresent()) {
        starts.add(family.get());
      } else if (EventTypes.known(asked)) {
        types.add(asked);
      } else {
        query.add("event_type", "Unknown event type or family", "enum");
      }
    }
    Instant since =
        query
            .text("since")
            .flatMap(
                text -> {
                  Optional<Instant> at = Times.instant(text);
                  if (at.isEmpty()) {
                    query.add("since", "Input should be a valid datetime", "datetime_parsing");
                  }
                  return at;
                })
            .orElse(null);
    return new Filters(call.tenant(), types, starts, query.uuid("user_id").orElse(null), since);
  }

  boolean everyType() {
    return types.isEmpty() && starts.isEmpty();
  }

  /** What a cursor is bound to. */
  List<Object> bound() {
    return List.of(
        "events",
        tenant.team(),
        tenant.environment(),
        types,
        starts,
        String.valueOf(user),
        String.valueOf(since));
  }
}
