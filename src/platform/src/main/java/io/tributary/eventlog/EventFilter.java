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
 * Filter of an event log request, including which events the API key may see.
 *
 * @param types requested exact type names
 * @param prefixes requested type prefixes; all types if this list and {@code types} are both empty
 * @param mayReadLabEvents whether the key may see laboratory events
 * @param user null for all users
 * @param since null for no lower bound
 */
record EventFilter(
    Tenant tenant,
    List<String> types,
    List<String> prefixes,
    boolean mayReadLabEvents,
    UUID user,
    Instant since) {
  EventFilter {
    types = List.copyOf(types);
    prefixes = List.copyOf(prefixes);
  }

  /** Reads the filter from the query; invalid parameters are added to the errors of the call. */
  static EventFilter of(RequestContext call) {
    QueryParameters query = call.query();
    List<String> types = new ArrayList<>();
    List<String> starts = new ArrayList<>();
    for (String asked : query.texts("event_type")) {
      Optional<String> family = EventTypes.familyPrefix(asked);
      if (family.isPresent()) {
        starts.add(family.get());
      } else if (EventTypes.isKnown(asked)) {
        types.add(asked);
      } else {
        query.addError("event_type", "Unknown event type or family", "enum");
      }
    }
    Instant since =
        query
            .text("since")
            .flatMap(
                text -> {
                  Optional<Instant> at = Times.parseInstant(text);
                  if (at.isEmpty()) {
                    query.addError("since", "Input should be a valid datetime", "datetime_parsing");
                  }
                  return at;
                })
            .orElse(null);
    UUID user = query.uuid("user_id").orElse(null);
    boolean laboratories = call.caller().scopes().contains(KeyScope.LAB);
    EventFilter asked = new EventFilter(call.tenant(), types, starts, laboratories, user, since);
    if (asked.requestsLabTypes()) {
      call.caller().requireScopes(Set.of(KeyScope.LAB));
    }
    return asked;
  }

  /**
   * Explicitly requested laboratory types need the scope and are otherwise rejected. A request for
   * all types without the scope omits them.
   */
  private boolean requestsLabTypes() {
    return types.stream().anyMatch(EventTypes::isLaboratory)
        || prefixes.stream().anyMatch(EventTypes::isLaboratory);
  }

  boolean requestsAllTypes() {
    return types.isEmpty() && prefixes.isEmpty();
  }

  /**
   * Returns the type prefixes that the key may not see.
   *
   * <p>Visible types can't be listed instead. During a rolling update, newer nodes emit events
   * whose types this node does not know. A cursor that advanced past such events would lose them.
   */
  List<String> hiddenPrefixes() {
    return mayReadLabEvents ? List.of() : EventTypes.LABORATORY;
  }

  /**
   * Returns the values that a cursor is bound to.
   *
   * <p>They contain the requested families, not the types that these expand to, because each
   * version of the service adds types. A position that was reached without laboratory events is not
   * valid for a log with them: the laboratory events before it were never returned.
   */
  List<Object> cursorBinding() {
    List<Object> out =
        new ArrayList<>(
            List.of(
                "events",
                tenant.team(),
                tenant.environment(),
                types,
                prefixes,
                String.valueOf(user),
                String.valueOf(since)));
    if (!mayReadLabEvents) {
      out.add("no laboratories");
    }
    return out;
  }
}
