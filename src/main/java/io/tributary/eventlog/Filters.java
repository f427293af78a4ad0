package io.tributary.eventlog;

import io.tributary.event.EventTypes;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.http.Scope;
import io.tributary.kernel.Tenant;
import io.tributary.kernel.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    UUID user = query.uuid("user_id").orElse(null);
    Filters asked = new Filters(call.tenant(), types, starts, user, since);
    return call.caller().scopes().contains(Scope.LAB) ? asked : asked.withoutLaboratories(call);
  }

  /**
   * For a key that may not see what laboratories say: all else that was asked for. Who asks for
   * that by name is refused.
   */
  private Filters withoutLaboratories(Call call) {
    if (types.stream().anyMatch(EventTypes::ofLaboratory)
        || starts.stream().anyMatch(EventTypes::ofLaboratory)) {
      call.caller().need(Set.of(Scope.LAB));
    }
    List<String> left =
        EventTypes.every().stream()
            .filter(t -> !EventTypes.ofLaboratory(t))
            .filter(
                t -> everyType() || types.contains(t) || starts.stream().anyMatch(t::startsWith))
            .toList();
    return new Filters(tenant, left, List.of(), user, since);
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
