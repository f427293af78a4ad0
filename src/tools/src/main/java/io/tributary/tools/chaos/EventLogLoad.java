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
 * Client that reads the event log from its beginning, each page from any node. It advances only
 * with a cursor that it has received, so a lost page is requested again.
 */
final class EventLogLoad implements ChaosWorkload {
  private static final int PAUSE_MILLIS = 1000;

  /** Small page size, so that the pass has many cursors and often more events follow. */
  private static final String PATH = "/v2/events?limit=20";

  /** An open transaction delays the end of the log. */
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** Selects the messages of the log; there is only one team. */
  private static final String LOG_QUERY =
      "select id from message where not streams_only order by tx, id";

  private final LoadBalancer loadBalancer;
  private final List<String> receivedIds = new ArrayList<>();
  private final AtomicLong events = new AtomicLong();
  private long eventsWithoutPayload;
  private String path = PATH;

  EventLogLoad(LoadBalancer door) {
    this.loadBalancer = door;
  }

  @Override
  public void run(BooleanSupplier going) {
    while (going.getAsBoolean()) {
      try {
        readPage(going);
      } catch (LoadBalancer.ResponseLostException over) {
        // The verification continues from here.
      }
      LoadBalancer.pause(PAUSE_MILLIS);
    }
  }

  /** Reads a page; returns whether more events follow immediately. */
  private boolean readPage(BooleanSupplier going) throws LoadBalancer.ResponseLostException {
    LoadBalancer.Reply r = loadBalancer.call("GET", path, null, Map.of(), going);
    String cursor = r.body().path("next_cursor").asText();
    if (!r.isHealthy() || cursor.isEmpty()) {
      throw new IllegalStateException(
          "a page of the event log was rejected: " + r.status() + " " + r.body());
    }
    for (JsonNode event : r.body().path("events")) {
      receivedIds.add(event.path("id").asText());
      eventsWithoutPayload += event.path("payload").isObject() ? 0 : 1;
      events.incrementAndGet();
    }
    path = PATH + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
    return r.body().path("has_more").asBoolean();
  }

  @Override
  public String unit() {
    return "events in the event log";
  }

  @Override
  public long doneCount() {
    return events.get();
  }

  @Override
  public int minPerTenMinutes() {
    return 200;
  }

  @Override
  public List<ConsistencyCheck> verify(ConsistencyView outside) throws Exception {
    long until = System.nanoTime() + TIMEOUT.toNanos();
    List<String> log = readToEnd(outside);
    while (!new HashSet<>(receivedIds).containsAll(log) && System.nanoTime() < until) {
      LoadBalancer.pause(PAUSE_MILLIS);
      log = readToEnd(outside);
    }
    List<ConsistencyCheck> out = new ArrayList<>(EventLogChecks.verify(log, receivedIds));
    out.add(ConsistencyCheck.mustBeZero("  returned without a payload", eventsWithoutPayload));
    return out;
  }

  /** Reads to the end and returns the log as it is afterwards. */
  private List<String> readToEnd(ConsistencyView outside)
      throws LoadBalancer.ResponseLostException {
    boolean more = true;
    while (more) {
      more = readPage(() -> true);
    }
    return List.copyOf(outside.firstColumn(LOG_QUERY));
  }
}
