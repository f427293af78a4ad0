package io.tributary.simulator.oura;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts the vendor-side requests by path and by status, ids left out. */
final class RequestLog {
  private static final Pattern ID =
      Pattern.compile("/(?:[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|(?<=/usercollection/\\w{1,32}/)[^/]+)");

  private final Map<String, Integer> paths = new TreeMap<>();
  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private int total;

  void count(String path, int status) {
    paths.merge(ID.matcher(path).replaceAll("/{id}"), 1, Integer::sum);
    statuses.merge(status, 1, Integer::sum);
    total++;
  }

  void clear() {
    paths.clear();
    statuses.clear();
    total = 0;
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
