package io.tributary.eventlog;

import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.event.EventTypes;
import io.tributary.http.KeyScope;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Which events of a team are asked for, and which of those the key may see.
 *
 * @param types exact names that were asked for
 * @param starts what names begin with that were asked for; both lists empty = all types
 * @param laboratories whether the key sees what laboratories say
 * @param user null = everybody's
 * @param since null = as far back as there are any
 */
record EventFilter(
    Tenant tenant,
    List<String> types,
    List<String> starts,
    boolean laboratories,
    UUID user,
    Instant since) {
  EventFilter {
    types = List.copyOf(types);
    starts = List.copyOf(starts);
  }

  /** Faults are listed in the call. */
  static EventFilter of(RequestContext call) {
    QueryParameters query = call.query();
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
    UUID user = query.uuid("user_id").orElse(null);
    boolean laboratories = call.caller().scopes().contains(KeyScope.LAB);
    EventFilter asked = new EventFilter(call.tenant(), types, starts, laboratories, user, since);
    if (asked.namesLaboratories()) {
      call.caller().need(Set.of(KeyScope.LAB));
    }
    return asked;
  }

  /** Who asks for them by name is refused without the scope; who asks for all gets all else. */
  private boolean namesLaboratories() {
    return types.stream().anyMatch(EventTypes::ofLaboratory)
        || starts.stream().anyMatch(EventTypes::ofLaboratory);
  }

  /** Whether every type was asked for. */
  boolean asksForAll() {
    return types.isEmpty() && starts.isEmpty();
  }

  /**
   * What the names of events begin with that the key may not see. What it may see cannot be listed:
   * beside a newer version there are events whose types this one does not know, and a cursor that
   * went past them would have lost them.
   */
  List<String> hidden() {
    return laboratories ? List.of() : EventTypes.LABORATORY;
  }

  /**
   * What a cursor is bound to: what was asked for, not the names that it stands for, of which each
   * version of the service has more. A place that was reached without seeing laboratories is none
   * of a log with them: their events before it were never told.
   */
  List<Object> bound() {
    List<Object> out =
        new ArrayList<>(
            List.of(
                "events",
                tenant.team(),
                tenant.environment(),
                types,
                starts,
                String.valueOf(user),
                String.valueOf(since)));
    if (!laboratories) {
      out.add("no laboratories");
    }
    return out;
  }
}
