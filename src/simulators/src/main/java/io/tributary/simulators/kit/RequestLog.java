package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts requests by path, without IDs, and by status. Status 0 means that the connection was
 * dropped before the response.
 */
public final class RequestLog {
  private final Map<String, Integer> paths = new TreeMap<>();
  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private int total;

  void count(String path, int status) {
    paths.merge(path, 1, Integer::sum);
    statuses.merge(status, 1, Integer::sum);
    total++;
  }

  void clear() {
    paths.clear();
    statuses.clear();
    total = 0;
  }

  /** Returns the number of requests whose path, without IDs, has this prefix. */
  public int countByPrefix(String pathPrefix) {
    return paths.entrySet().stream()
        .filter(e -> e.getKey().startsWith(pathPrefix))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  public int total() {
    return total;
  }

  JsonObject report() {
    var byPath = new JsonObject();
    paths.forEach(byPath::put);
    var byStatus = new JsonObject();
    statuses.forEach((status, count) -> byStatus.put(Integer.toString(status), count));
    return new JsonObject()
        .put("total", total)
        .put("paths", byPath)
        .put("statuses", byStatus)
        .put("too_many", statuses.getOrDefault(429, 0));
  }
}
