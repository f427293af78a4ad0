package io.tributary.tools.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Writes events of about 1 KB. The endpoint with number n receives only the n-th event type. */
final class EventProducer {
  private static final List<String> TYPES =
      EventTypes.allTypes().stream().filter(t -> t.startsWith("daily.data.")).toList();
  private static final int SAMPLES = 12;
  private static final int USERS = 64;
  private static final int SLICE = 500;

  /**
   * Concurrent writers. Each writes for users of its own, because events of one user are
   * serialized.
   */
  private static final int WRITERS = 4;

  private final Db db;
  private final Tenant tenant;
  private final Outbox outbox = new Outbox();
  private final ObjectNode data = data();
  private final List<UUID> users = new ArrayList<>();
  private long producedEvents;

  EventProducer(Db db, Tenant tenant) {
    this.db = db;
    this.tenant = tenant;
    for (int i = 0; i < USERS; i++) {
      users.add(UUID.randomUUID());
    }
  }

  static String type(int endpoint) {
    return TYPES.get(endpoint);
  }

  private static ObjectNode data() {
    ArrayNode samples = Json.array();
    for (int i = 0; i < SAMPLES; i++) {
      samples.add(
          Json.object()
              .put("timestamp", "2026-03-02T07:%02d:11+00:00".formatted(i))
              .put("timezone_offset", 3600)
              .put("unit", "bpm")
              .put("value", 60 + i));
    }
    ObjectNode data = Json.object().put("source_id", 0);
    data.putObject("source").put("provider", "oura").put("type", "ring");
    data.set("data", samples);
    return data;
  }

  private Event event(int endpoint) {
    UUID user = users.get((int) (producedEvents++ % USERS));
    return new Event(type(endpoint), tenant, user, "bench", data);
  }

  /** Writes events for the first {@code endpoints} endpoints in rotation, many per commit. */
  void produce(int events, int endpoints) {
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      int writer = w;
      writers.add(Thread.ofVirtual().start(() -> produceShare(writer, events, endpoints)));
    }
    writers.forEach(SinkProcess::join);
  }

  private void produceShare(int writer, int events, int endpoints) {
    for (int from = writer * SLICE; from < events; from += WRITERS * SLICE) {
      List<Event> slice = new ArrayList<>();
      for (int i = from; i < Math.min(events, from + SLICE); i++) {
        UUID user = users.get(i * WRITERS % USERS + writer);
        slice.add(new Event(type(i % endpoints), tenant, user, "bench", data));
      }
      commit(slice);
    }
  }

  /** Writes events for one endpoint, many per commit. */
  void produceFor(int events, int endpoint) {
    for (int from = 0; from < events; from += SLICE) {
      List<Event> slice = new ArrayList<>();
      for (int i = from; i < Math.min(events, from + SLICE); i++) {
        slice.add(event(endpoint));
      }
      commit(slice);
    }
  }

  /** Writes one event per commit at a steady rate, for the given endpoints in rotation. */
  void produceAtRate(int perSecond, int seconds, List<Integer> endpoints) {
    long start = System.nanoTime();
    int all = perSecond * seconds;
    for (int i = 0; i < all; i++) {
      long due = start + i * 1_000_000_000L / perSecond;
      long wait = (due - System.nanoTime()) / 1_000_000;
      if (wait > 0) {
        SinkProcess.pause(wait);
      }
      commit(List.of(event(endpoints.get(i % endpoints.size()))));
    }
  }

  private void commit(List<Event> events) {
    db.tx(
        tx -> {
          outbox.add(tx, events);
          return null;
        });
  }
}
