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

/** Writes events of about 1 KB; the endpoint of number n takes the n-th event type only. */
final class EventProducer {
  private static final List<String> TYPES =
      EventTypes.allTypes().stream().filter(t -> t.startsWith("daily.data.")).toList();
  private static final int SAMPLES = 12;
  private static final int USERS = 64;
  private static final int SLICE = 500;

  /** Who write at once, each for users of its own: events of one user take turns. */
  private static final int WRITERS = 4;

  private final Db db;
  private final Tenant tenant;
  private final Outbox outbox = new Outbox();
  private final ObjectNode data = data();
  private final List<UUID> users = new ArrayList<>();
  private long made;

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
    UUID user = users.get((int) (made++ % USERS));
    return new Event(type(endpoint), tenant, user, "bench", data);
  }

  /** So many events, which the endpoints below the second number get in turn; many a commit. */
  void announce(int events, int endpoints) {
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      int writer = w;
      writers.add(Thread.ofVirtual().start(() -> share(writer, events, endpoints)));
    }
    writers.forEach(SinkProcess::join);
  }

  private void share(int writer, int events, int endpoints) {
    for (int from = writer * SLICE; from < events; from += WRITERS * SLICE) {
      List<Event> slice = new ArrayList<>();
      for (int i = from; i < Math.min(events, from + SLICE); i++) {
        UUID user = users.get(i * WRITERS % USERS + writer);
        slice.add(new Event(type(i % endpoints), tenant, user, "bench", data));
      }
      commit(slice);
    }
  }

  /** So many events for one endpoint, many a commit. */
  void flood(int events, int endpoint) {
    for (int from = 0; from < events; from += SLICE) {
      List<Event> slice = new ArrayList<>();
      for (int i = from; i < Math.min(events, from + SLICE); i++) {
        slice.add(event(endpoint));
      }
      commit(slice);
    }
  }

  /** One event a commit at a steady pace: the endpoints named get them in turn. */
  void pace(int perSecond, int seconds, List<Integer> endpoints) {
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
