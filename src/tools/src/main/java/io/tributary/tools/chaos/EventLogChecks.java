package io.tributary.tools.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the events of one pass through the event log with the log: each event exactly once and
 * in order.
 */
final class EventLogChecks {
  private EventLogChecks() {}

  /**
   * @param log message IDs of the team in the order of the log
   * @param told event IDs in the order in which the pages returned them
   */
  static List<ConsistencyCheck> verify(List<String> log, List<String> told) {
    Map<String, Integer> places = new HashMap<>();
    log.forEach(id -> places.put(id, places.size()));
    Set<String> seen = new HashSet<>();
    int last = -1;
    long again = 0;
    long unknown = 0;
    long early = 0;
    for (String id : told) {
      if (!seen.add(id)) {
        again++;
      } else if (!places.containsKey(id)) {
        unknown++;
      } else if (places.get(id) < last) {
        early++;
      } else {
        last = places.get(id);
      }
    }
    return List.of(
        ConsistencyCheck.info("events in the event log", log.size()),
        ConsistencyCheck.mustBeZero(
            "  never returned", log.stream().filter(id -> !seen.contains(id)).count()),
        ConsistencyCheck.mustBeZero("  returned more than once", again),
        ConsistencyCheck.mustBeZero("  returned out of order", early),
        ConsistencyCheck.mustBeZero("  returned but not stored", unknown));
  }
}
