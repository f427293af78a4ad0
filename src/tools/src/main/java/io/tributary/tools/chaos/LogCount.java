package io.tributary.tools.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one walk through the event log was told, held against the log: each event once, in the order
 * of the log.
 */
final class LogCount {
  private LogCount() {}

  /**
   * @param log ids of the messages of the team, in the order of the log
   * @param told ids of the events, in the order in which pages brought them
   */
  static List<ConsistencyCheck> recount(List<String> log, List<String> told) {
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
        ConsistencyCheck.told("events of the log", log.size()),
        ConsistencyCheck.none(
            "  never told", log.stream().filter(id -> !seen.contains(id)).count()),
        ConsistencyCheck.none("  told again", again),
        ConsistencyCheck.none("  told behind a later one", early),
        ConsistencyCheck.none("  told but not stored", unknown));
  }
}
