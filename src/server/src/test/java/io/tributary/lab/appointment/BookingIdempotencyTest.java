package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a repeated booking creates one appointment. */
class BookingIdempotencyTest {
  private static AppointmentFixture w;

  @BeforeAll
  static void start() {
    w = new AppointmentFixture(Clock.systemUTC(), "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL", "1h");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  private static TestResponse book(UUID order, String kind, String body, String key) {
    return w.node.send(
        "POST",
        AppointmentFixture.path(order, kind) + "/book",
        body,
        Map.of("x-service-api-key", w.node.first().apiKey(), "x-idempotency-key", key));
  }

  private static String key() {
    return "b-" + Ids.randomHex(8);
  }

  private static int appointments(UUID order) {
    return w.node.db().query("select 1 from appointment where order_id = $1", order).size();
  }

  private static void age(String key, String interval) {
    w.node
        .db()
        .query(
            "update idempotency_key set started_at = started_at - interval '"
                + interval
                + "', finished_at = finished_at - interval '"
                + interval
                + "' where key = $1",
            key);
  }

  @Test
  void theSameCallHasTheSameAnswerEvenIfTheAppointmentMovedOn() {
    UUID order = w.site("ostrelle", true);
    String key = key();
    String body = AppointmentFixture.booking(w.siteSlots("ostrelle", "OST-101").get(6));
    JsonNode first =
        w.api.assertValid(book(order, "psc", body, key), 200, "bookSiteAppointment").json();
    w.node
        .call(
            "PATCH",
            AppointmentFixture.path(order, "psc") + "/cancel",
            AppointmentFixture.cancel("psc"))
        .expect(200);
    assertEquals(first, book(order, "psc", body, key).expect(200).json());
    assertEquals(1, appointments(order));
    age(key, "13 days 23 hours");
    assertEquals(first, book(order, "psc", body, key).expect(200).json());
    age(key, "1 hour");
    JsonNode second = book(order, "psc", body, key).expect(200).json();
    assertTrue(!second.get("id").equals(first.get("id")));
    assertEquals(2, appointments(order));
  }

  @Test
  void manyCallsAtOnceTakeOneRoom() throws Exception {
    UUID order = w.home(true);
    JsonNode slot = w.homeSlots().get(12);
    String key = key();
    List<Callable<TestResponse>> calls = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      calls.add(() -> book(order, "phlebotomy", AppointmentFixture.booking(slot), key));
    }
    List<JsonNode> good = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<TestResponse> f : threads.invokeAll(calls)) {
        TestResponse a = f.get();
        assertTrue(a.status() == 200 || a.status() == 409 || a.status() == 503, a.text());
        if (a.status() == 200) {
          good.add(a.json());
        }
      }
    }
    assertEquals(1, good.stream().distinct().count());
    assertEquals(1, appointments(order));
    JsonNode left =
        w.homeSlots().stream()
            .filter(s -> s.get("start").equals(slot.get("start")))
            .findFirst()
            .orElseThrow();
    assertEquals(
        slot.get("num_appointments_available").asInt() - 1,
        left.get("num_appointments_available").asInt());
  }

  @Test
  void aCallThatDiedIsMadeAgainAndBooksOnce() {
    UUID order = w.site("ostrelle", true);
    String key = key();
    String body = AppointmentFixture.booking(w.siteSlots("ostrelle", "OST-101").get(8));
    book(order, "psc", body, key).expect(200);
    // The state that a node leaves when it is killed before its transaction commits.
    w.node.db().query("delete from appointment where order_id = $1", order);
    w.node
        .db()
        .query("delete from lab_order_event where order_id = $1 and status like 'app%'", order);
    w.node
        .db()
        .query(
            "update lab_order set status = 'requisition_created', appointment_id = null where id ="
                + " $1",
            order);
    w.node
        .db()
        .query(
            "update idempotency_key set state = 'running', status = null, body = null,"
                + " finished_at = null where key = $1",
            key);
    book(order, "psc", body, key).expect(409);
    assertEquals(0, appointments(order));
    age(key, "61 seconds");
    JsonNode made = book(order, "psc", body, key).expect(200).json();
    assertEquals(made, book(order, "psc", body, key).expect(200).json());
    assertEquals(1, appointments(order));
  }

  @Test
  void aRefusalIsGivenAgain() {
    UUID order = w.site("ostrelle", true);
    String key = key();
    String body = "{\"booking_key\":\"none\"}";
    JsonNode first = book(order, "psc", body, key).expect(400).json();
    assertEquals(first, book(order, "psc", body, key).expect(400).json());
    assertEquals(
        1,
        w.node
            .db()
            .query("select 1 from idempotency_key where key = $1 and status = 400", key)
            .size());
  }

  @Test
  void anotherOrderWithTheSameKeyIsRefused() {
    String key = key();
    String body = AppointmentFixture.booking(w.siteSlots("ostrelle", "OST-101").get(9));
    book(w.site("ostrelle", true), "psc", body, key).expect(200);
    w.api.assertValid(book(w.site("ostrelle", true), "psc", body, key), 409, "bookSiteAppointment");
  }

  @Test
  void aVisitIsAskedForOnce() {
    UUID order = w.home(true);
    String key = key();
    String body =
        "{\"provider\":\"phlebfinders\",\"address\":"
            + AppointmentFixture.HOME.replace("85004", "54650")
            + "}";
    String path = AppointmentFixture.path(order, "phlebotomy") + "/request";
    Map<String, String> headers =
        Map.of("x-service-api-key", w.node.first().apiKey(), "x-idempotency-key", key);
    JsonNode first = w.node.send("POST", path, body, headers).expect(200).json();
    assertEquals(first, w.node.send("POST", path, body, headers).expect(200).json());
    assertEquals(1, appointments(order));
  }
}
