package io.tributary.tools.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A customer that walks through the event log from its beginning, each page at whatever node is
 * there. It goes on only from a cursor that it was given: a page that did not arrive is asked for
 * again.
 */
final class LogLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 1000;

  /** Few, so that a walk has many cursors, and some that have more behind them. */
  private static final String PATH = "/v2/events?limit=20";

  /** A transaction that is open holds the end of the log back. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Of the one team there is. */
  private static final String LOG = "select id from message where not streams_only order by tx, id";

  private final LoadBalancer door;
  private final List<String> told = new ArrayList<>();
  private final AtomicLong events = new AtomicLong();
  private long bare;
  private String path = PATH;

  LogLoad(LoadBalancer door) {
    this.door = door;
  }

  @Override
  public void run(BooleanSupplier going) {
    while (going.getAsBoolean()) {
      try {
        page(going);
      } catch (LoadBalancer.Lost over) {
        // The recount goes on from here.
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  /** Whether there is more at once. */
  private boolean page(BooleanSupplier going) throws LoadBalancer.Lost {
    LoadBalancer.Reply r = door.call("GET", path, null, Map.of(), going);
    String cursor = r.body().path("next_cursor").asText();
    if (!r.good() || cursor.isEmpty()) {
      throw new IllegalStateException("a page of the event log: " + r.status() + " " + r.body());
    }
    for (JsonNode event : r.body().path("events")) {
      told.add(event.path("id").asText());
      bare += event.path("payload").isObject() ? 0 : 1;
      events.incrementAndGet();
    }
    path = PATH + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
    return r.body().path("has_more").asBoolean();
  }

  @Override
  public String unit() {
    return "events of the log";
  }

  @Override
  public long done() {
    return events.get();
  }

  @Override
  public int leastInTenMinutes() {
    return 200;
  }

  @Override
  public List<ConsistencyCheck> recount(ConsistencyView outside) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    List<String> log = toTheEnd(outside);
    while (!new HashSet<>(told).containsAll(log) && System.nanoTime() < until) {
      LoadBalancer.pause(PAUSE_MILLIS);
      log = toTheEnd(outside);
    }
    List<ConsistencyCheck> out = new ArrayList<>(LogCount.recount(log, told));
    out.add(ConsistencyCheck.none("  told without what they tell", bare));
    return out;
  }

  /** The log as it is behind the walk. */
  private List<String> toTheEnd(ConsistencyView outside) throws LoadBalancer.Lost {
    boolean more = true;
    while (more) {
      more = page(() -> true);
    }
    return List.copyOf(outside.texts(LOG));
  }
}
