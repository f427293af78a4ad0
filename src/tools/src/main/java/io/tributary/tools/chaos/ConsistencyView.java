package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.tools.bench.ResilienceTestRun;
import io.tributary.tools.bench.SinkProcess;
import io.tributary.tools.demo.CursorPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Sources of the verification: the API, the received webhooks, and database rows where the API does
 * not expose the state.
 */
record ConsistencyView(LoadBalancer loadBalancer, SinkProcess sink, String database) {
  static final String LANE = "all";
  static final String PACED = "paced";

  /** Reads a path, retrying until it is answered. */
  JsonNode get(String path) {
    try {
      LoadBalancer.Reply r = loadBalancer.call("GET", path, null, java.util.Map.of(), () -> true);
      if (!r.isHealthy()) {
        throw new IllegalStateException("GET " + path + ": status " + r.status());
      }
      return r.body();
    } catch (LoadBalancer.ResponseLostException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Visits every sample of a grouped read, page by page.
   *
   * @param path path with its query, without a cursor
   */
  void forEachSample(String path, Consumer<JsonNode> each) {
    for (JsonNode page : CursorPages.of(path, this::get)) {
      for (JsonNode groups : page.path("groups")) {
        for (JsonNode group : groups) {
          group.path("data").forEach(each);
        }
      }
    }
  }

  long count(String sql) {
    return ResilienceTestRun.count(database, sql);
  }

  /** Returns the first column of a query in the order of the rows. */
  Set<String> firstColumn(String sql) {
    try (Connection c = ResilienceTestRun.connect(database);
        Statement s = c.createStatement();
        ResultSet r = s.executeQuery(sql)) {
      Set<String> out = new LinkedHashSet<>();
      while (r.next()) {
        out.add(r.getString(1));
      }
      return out;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Visits every received event, including repetitions. */
  void forEachEvent(Consumer<JsonNode> each) {
    // Flushes the received bodies to the file.
    sink.arrivals();
    try (var lines = Files.lines(sink.bodiesFile(LANE))) {
      lines.forEach(line -> each.accept(Json.parse(line.getBytes(StandardCharsets.UTF_8))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the arrivals of a lane, sorted by the time of their request heads. */
  List<SinkProcess.Arrival> arrivals(String lane) {
    return sink.arrivals().stream()
        .filter(a -> a.lane().equals(lane))
        .sorted(Comparator.comparingLong(SinkProcess.Arrival::micros))
        .toList();
  }
}
