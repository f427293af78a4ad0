package io.tributary.lab.appointment;

import static io.tributary.lab.appointment.AppointmentFixture.booking;
import static io.tributary.lab.appointment.AppointmentFixture.cancel;
import static io.tributary.lab.appointment.AppointmentFixture.detail;
import static io.tributary.lab.appointment.AppointmentFixture.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.TestResponse;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppointmentTest {
  private static final String[] ALL = {
    "psc_scheduling", "sonora_scheduling", "pre_requisition_scheduling", "psc_async_confirmation"
  };

  private static AppointmentFixture w;

  @BeforeAll
  static void start() {
    w = new AppointmentFixture(Clock.systemUTC(), "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL", "1h");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  @BeforeEach
  void everythingOn() {
    w.enableOnly(ALL);
  }

  private static JsonNode ok(TestResponse a, String operation) {
    return w.api.assertValid(a, 200, operation).json();
  }

  @Test
  void aVisitIsBookedMovedAndCancelled() {
    UUID order = w.home(true);
    w.node.get(path(order, "phlebotomy")).expect(404);
    List<JsonNode> slots = w.homeSlots();
    JsonNode slot = slots.get(0);
    TestResponse made =
        w.node.post(
            path(order, "phlebotomy") + "/book",
            booking(slot).replace("}", ",\"appointment_notes\":\"ring twice\"}"));
    JsonNode a = ok(made, "bookPhlebotomyAppointment");
    assertEquals("confirmed", a.get("status").asText());
    assertEquals("scheduled", a.get("event_status").asText());
    assertEquals("getlabs", a.get("provider").asText());
    assertEquals(slot.get("start"), a.get("start_at"));
    assertEquals(slot.get("end"), a.get("end_at"));
    assertEquals("America/Phoenix", a.get("iana_timezone").asText());
    assertEquals("1 West Lincoln Street", a.at("/address/first_line").asText());
    assertEquals("ring twice", a.get("appointment_notes").asText());
    assertTrue(a.get("can_reschedule").asBoolean());
    assertEquals("appointment_scheduled", w.status(order));
    assertEquals(a, ok(w.node.get(path(order, "phlebotomy")), "getPhlebotomyAppointment"));
    assertEquals(
        a.get("id").asText(),
        RowMapping.list(
                w.node.db().query("select appointment_id from lab_order where id = $1", order),
                r -> r.getUUID("appointment_id"))
            .getFirst()
            .toString());

    JsonNode next = slots.get(3);
    TestResponse moved =
        w.node.call("PATCH", path(order, "phlebotomy") + "/reschedule", booking(next));
    JsonNode b = ok(moved, "reschedulePhlebotomyAppointment");
    assertEquals(a.get("id"), b.get("id"));
    assertEquals(next.get("start"), b.get("start_at"));
    assertTrue(b.at("/event_data/is_reschedule").asBoolean());
    assertEquals("ring twice", b.get("appointment_notes").asText());

    TestResponse ended =
        w.node.call("PATCH", path(order, "phlebotomy") + "/cancel", cancel("home"));
    JsonNode c = ok(ended, "cancelPhlebotomyAppointment");
    assertEquals("cancelled", c.get("status").asText());
    assertFalse(c.get("can_reschedule").asBoolean());
    assertEquals("appointment_cancelled", w.status(order));
    assertEquals(
        List.of("created scheduled", "updated scheduled", "updated cancelled"), w.events(order));
    assertEquals(
        List.of(
            "ordered",
            "requisition_created",
            "appointment_pending",
            "appointment_scheduled",
            "appointment_scheduled",
            "appointment_cancelled"),
        w.steps(order));
    w.book(order, "phlebotomy", slots.get(1)).expect(200);
    assertEquals("appointment_scheduled", w.status(order));
  }

  @Test
  void roomThatIsGivenBackCanBeTakenAgain() {
    JsonNode slot = w.siteSlots("ostrelle", "OST-104").get(0);
    UUID one = w.site("ostrelle", true);
    w.book(one, "psc", slot).expect(200);
    w.book(w.site("ostrelle", true), "psc", slot).expect(200);
    UUID third = w.site("ostrelle", true);
    assertEquals(
        "This appointment slot is no longer available. Please select a new time.",
        detail(w.book(third, "psc", slot).expect(400)));
    assertEquals("requisition_created", w.status(third));
    assertTrue(
        w.siteSlots("ostrelle", "OST-104").stream()
            .noneMatch(s -> s.get("start").equals(slot.get("start"))));
    w.node.call("PATCH", path(one, "psc") + "/cancel", cancel("psc")).expect(200);
    w.book(third, "psc", slot).expect(200);
  }

  @Test
  void beforeTheRequisitionTheOrderStaysWhereItIs() {
    UUID home = w.home(false);
    JsonNode a = w.book(home, "phlebotomy", w.homeSlots().get(0)).expect(200).json();
    assertEquals("reserved", a.get("status").asText());
    assertFalse(a.get("can_reschedule").asBoolean());
    assertEquals(List.of("created pending", "updated reserved"), w.events(home));
    UUID site = w.site("ostrelle", false);
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(1);
    assertEquals("reserved", w.book(site, "psc", slot).expect(200).json().get("status").asText());
    assertEquals(List.of("created reserved"), w.events(site));
    for (UUID o : List.of(home, site)) {
      assertEquals(List.of("ordered"), w.steps(o));
      w.move(o, LowStatus.REQUISITION_CREATED);
      assertEquals(
          List.of("ordered", "requisition_created", "appointment_pending", "appointment_scheduled"),
          w.steps(o));
      assertEquals("updated scheduled", w.events(o).getLast());
    }
  }

  @Test
  void cancellingBeforeTheRequisitionLeavesTheOrder() {
    UUID order = w.home(false);
    w.book(order, "phlebotomy", w.homeSlots().get(0)).expect(200);
    w.node.call("PATCH", path(order, "phlebotomy") + "/cancel", cancel("home")).expect(200);
    assertEquals(List.of("ordered"), w.steps(order));
    w.move(order, LowStatus.REQUISITION_CREATED);
    assertEquals("requisition_created", w.status(order));
  }

  @Test
  void whatTheLabConfirmsIsReservedAndTheLabsToChange() {
    UUID order = w.site("fernholt", true);
    List<JsonNode> slots = w.siteSlots("fernholt", "FRN-11");
    JsonNode a = w.book(order, "psc", slots.get(0)).expect(200).json();
    assertEquals("reserved", a.get("status").asText());
    assertEquals("fernholt", a.get("provider").asText());
    assertEquals("requisition_created", w.status(order));
    w.node.call("PATCH", path(order, "psc") + "/cancel", cancel("psc")).expect(400);
    w.node.call("PATCH", path(order, "psc") + "/reschedule", booking(slots.get(1))).expect(400);
    w.enableOnly("psc_scheduling");
    w.node
        .post("/v3/order/psc/appointment/availability?lab=fernholt&site_codes=FRN-11", null)
        .expect(503);
  }

  @Test
  void anAnswerThatComesLaterIsPending() {
    String later = ",\"async_confirmation\":true}";
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(4);
    UUID order = w.site("ostrelle", true);
    JsonNode a =
        w.node
            .post(path(order, "psc") + "/book", booking(slot).replace("}", later))
            .expect(200)
            .json();
    assertEquals("pending", a.get("status").asText());
    assertEquals("appointment_pending", w.status(order));
    w.enableOnly("psc_scheduling");
    UUID sync = w.site("ostrelle", true);
    assertEquals(
        "confirmed",
        w.node
            .post(path(sync, "psc") + "/book", booking(slot).replace("}", later))
            .expect(200)
            .json()
            .get("status")
            .asText());
  }

  @Test
  void aVisitMayBeAskedForWhereThereAreNoTimes() {
    UUID order = w.home(true);
    String address = AppointmentFixture.HOME.replace("85004", "54650");
    String body = "{\"provider\":\"phlebfinders\",\"address\":" + address + "}";
    JsonNode a =
        ok(
            w.node.post(path(order, "phlebotomy") + "/request", body),
            "requestPhlebotomyAppointment");
    assertEquals("pending", a.get("status").asText());
    assertTrue(a.get("start_at").isNull() && a.get("external_id").isNull());
    assertEquals("appointment_pending", w.status(order));
    w.node.post(path(order, "phlebotomy") + "/request", body).expect(400);
    UUID other = w.home(true);
    String wrong = body.replace("54650", "85004");
    w.node.post(path(other, "phlebotomy") + "/request", wrong).expect(400);
    w.node
        .post(path(other, "phlebotomy") + "/request", body.replace("phlebfinders", "getlabs"))
        .expect(400);
    w.node
        .post(path(other, "phlebotomy") + "/request", body.replace("phlebfinders", "nobody"))
        .expect(422);
    UUID early = w.home(false);
    w.node.post(path(early, "phlebotomy") + "/request", body).expect(200);
    assertEquals("ordered", w.status(early));
    w.move(early, LowStatus.REQUISITION_CREATED);
    assertEquals("appointment_pending", w.status(early));
  }

  @Test
  void anOrderThatIsCancelledTakesItsVisitAlongButNoAppointmentAtASite() {
    UUID home = w.home(true);
    w.book(home, "phlebotomy", w.homeSlots().get(6)).expect(200);
    w.move(home, LowStatus.CANCELLED);
    assertEquals("updated cancelled", w.events(home).getLast());
    UUID site = w.site("ostrelle", true);
    w.book(site, "psc", w.siteSlots("ostrelle", "OST-101").get(6)).expect(200);
    w.move(site, LowStatus.CANCELLED);
    assertEquals(List.of("created scheduled"), w.events(site));
    assertTrue(
        RowMapping.list(
                w.node.db().query("select refundable from appointment where order_id = $1", home),
                r -> r.getBoolean("refundable"))
            .getFirst());
  }

  @Test
  void aSampleThatIsTakenCompletesTheAppointment() {
    UUID home = w.home(true);
    w.book(home, "phlebotomy", w.homeSlots().get(8)).expect(200);
    w.move(home, LowStatus.DRAW_COMPLETED);
    assertEquals("updated completed", w.events(home).getLast());
    UUID site = w.site("ostrelle", true);
    w.book(site, "psc", w.siteSlots("ostrelle", "OST-101").get(8)).expect(200);
    w.move(site, LowStatus.COMPLETED);
    assertEquals("updated completed", w.events(site).getLast());
    for (String what : List.of("cancel", "reschedule")) {
      String body = what.equals("cancel") ? cancel("psc") : "{\"booking_key\":\"x\"}";
      assertTrue(
          detail(w.node.call("PATCH", path(site, "psc") + "/" + what, body).expect(400))
              .contains("already completed"));
    }
  }

  @Test
  void lateCancellationsAreNotRefunded() {
    for (int days : List.of(0, 3)) {
      UUID order = w.home(true);
      w.book(order, "phlebotomy", w.homeSlots().get(10 + days)).expect(200);
      w.node
          .db()
          .query(
              "update appointment set starts_at = now() + $2 * interval '1 day' + interval '23"
                  + " hours', ends_at = now() + $2 * interval '1 day' + interval '25 hours',"
                  + " calendar = null where order_id = $1",
              order,
              days);
      w.node.call("PATCH", path(order, "phlebotomy") + "/cancel", cancel("home")).expect(200);
      assertEquals(
          days > 0,
          RowMapping.list(
                  w.node
                      .db()
                      .query("select refundable from appointment where order_id = $1", order),
                  r -> r.getBoolean("refundable"))
              .getFirst());
    }
  }
}
