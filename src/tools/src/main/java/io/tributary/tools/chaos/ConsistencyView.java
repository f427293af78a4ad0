package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.tools.bench.ResilienceTest;
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
 * What the recount looks at: the API, what webhooks have brought, and the rows where only they
 * tell.
 */
record ConsistencyView(LoadBalancer door, SinkProcess sink, String database) {
  static final String LANE = "all";
  static final String PACED = "paced";

  /** A read that is repeated until it answers. */
  JsonNode get(String path) {
    try {
      LoadBalancer.Reply r = door.call("GET", path, null, java.util.Map.of(), () -> true);
      if (!r.good()) {
        throw new IllegalStateException("GET " + path + ": status " + r.status());
      }
      return r.body();
    } catch (LoadBalancer.Lost e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Every sample of a grouped read, page after page.
   *
   * @param path with its query, without a cursor
   */
  void samples(String path, Consumer<JsonNode> each) {
    for (JsonNode page : CursorPages.of(path, this::get)) {
      for (JsonNode groups : page.path("groups")) {
        for (JsonNode group : groups) {
          group.path("data").forEach(each);
        }
      }
    }
  }

  long count(String sql) {
    return ResilienceTest.count(database, sql);
  }

  /** In the order in which they come. */
  Set<String> texts(String sql) {
    try (Connection c = ResilienceTest.connect(database);
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

  /** Every event that came, as often as it came. */
  void events(Consumer<JsonNode> each) {
    // Has what came so far written out.
    sink.arrivals();
    try (var lines = Files.lines(sink.kept(LANE))) {
      lines.forEach(line -> each.accept(Json.parse(line.getBytes(StandardCharsets.UTF_8))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The arrivals of a lane, by the time at which their heads came. */
  List<SinkProcess.Arrival> arrivals(String lane) {
    return sink.arrivals().stream()
        .filter(a -> a.lane().equals(lane))
        .sorted(Comparator.comparingLong(SinkProcess.Arrival::micros))
        .toList();
  }
}
