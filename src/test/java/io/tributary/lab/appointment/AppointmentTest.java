package io.tributary.lab.appointment;

import static io.tributary.lab.appointment.AppointmentWorld.booking;
import static io.tributary.lab.appointment.AppointmentWorld.cancel;
import static io.tributary.lab.appointment.AppointmentWorld.detail;
import static io.tributary.lab.appointment.AppointmentWorld.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Rows;
import io.tributary.harness.Answer;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Tenant;
import io.tributary.lab.account.LabNodes;
import io.tributary.lab.state.LowStatus;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Appointments of orders as labs.md §11.3 to §11.5 say. */
class AppointmentTest {
  private static final String[] ALL = {
    "psc_scheduling", "sonora_scheduling", "pre_requisition_scheduling", "psc_async_confirmation"
  };
  private static AppointmentWorld w;

  @BeforeAll
  static void start() {
    w = new AppointmentWorld(Clock.systemUTC(), "TRIBUTARY_APPOINTMENTS_TICK", "1h");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  @BeforeEach
  void everythingOn() {
    w.switches(ALL);
  }

  private static JsonNode ok(Answer a, String operation) {
    return w.api.valid(a, 200, operation).json();
  }

  @Test
  void aVisitIsBookedMovedAndCancelled() {
    UUID order = w.home(true);
    w.node.get(path(order, "phlebotomy")).expect(404);
    List<JsonNode> slots = w.homeSlots();
    JsonNode slot = slots.get(0);
    Answer made =
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
        Rows.list(
                w.node.db().query("select appointment_id from lab_order where id = $1", order),
                r -> r.getUUID("appointment_id"))
            .getFirst()
            .toString());

    JsonNode next = slots.get(3);
    Answer moved = w.node.call("PATCH", path(order, "phlebotomy") + "/reschedule", booking(next));
    JsonNode b = ok(moved, "reschedulePhlebotomyAppointment");
    assertEquals(a.get("id"), b.get("id"));
    assertEquals(next.get("start"), b.get("start_at"));
    assertTrue(b.at("/event_data/is_reschedule").asBoolean());
    assertEquals("ring twice", b.get("appointment_notes").asText());

    Answer ended = w.node.call("PATCH", path(order, "phlebotomy") + "/cancel", cancel("home"));
    JsonNode c = ok(ended, "cancelPhlebotomyAppointment");
    assertEquals("cancelled", c.get("status").asText());
    assertFalse(c.get("can_reschedule").asBoolean());
    assertEquals("appointment_cancelled", w.status(order));
    assertEquals(
        List.of("created scheduled", "updated scheduled", "updated cancelled"), w.told(order));
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
  void ofManyWhoWantTheLastSlotAsManyGetItAsThereIsRoom() {
    JsonNode slot = w.siteSlots("ostrelle", "OST-102").get(2);
    List<UUID> orders = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      orders.add(w.site("ostrelle", true));
    }
    List<CompletableFuture<Integer>> all =
        orders.stream()
            .map(o -> CompletableFuture.supplyAsync(() -> w.book(o, "psc", slot).status()))
            .toList();
    List<Integer> statuses = all.stream().map(CompletableFuture::join).sorted().toList();
    assertEquals(List.of(200, 200, 400, 400, 400, 400), statuses);
    int booked = 0;
    for (UUID o : orders) {
      booked += w.status(o).equals("appointment_scheduled") ? 1 : 0;
    }
    assertEquals(2, booked);
    assertEquals(
        2,
        w.node
            .db()
            .query(
                "select 1 from appointment where starts_at = $1 and calendar like '%OST-102'",
                Instant.parse(slot.get("start").asText()).atOffset(java.time.ZoneOffset.UTC))
            .size());
  }

  @Test
  void anOrderBooksOnceHoweverOftenItIsAskedAtTheSameTime() {
    UUID order = w.site("ostrelle", true);
    List<JsonNode> slots = w.siteSlots("ostrelle", "OST-201");
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      JsonNode slot = slots.get(i);
      all.add(CompletableFuture.supplyAsync(() -> w.book(order, "psc", slot).status()));
    }
    assertEquals(
        List.of(200, 400, 400, 400), all.stream().map(CompletableFuture::join).sorted().toList());
    assertEquals(
        1,
        Rows.list(
                w.node
                    .db()
                    .query(
                        "select coalesce(sum(taken), 0)::int as n from appointment_slot where"
                            + " calendar like '%OST-201'"),
                r -> r.getInteger("n"))
            .getFirst());
  }

  @Test
  void aPatientHasOneVisitOfAProviderAtATime() {
    UUID one = w.home(true);
    UUID two = w.home(true);
    w.node
        .db()
        .query(
            "update lab_order set user_id = (select user_id from lab_order where id = $1) where id"
                + " = $2",
            one,
            two);
    List<JsonNode> slots = w.homeSlots();
    w.book(one, "phlebotomy", slots.get(0)).expect(200);
    assertTrue(detail(w.book(two, "phlebotomy", slots.get(1)).expect(400)).contains("active"));
    w.node.call("PATCH", path(one, "phlebotomy") + "/cancel", cancel("home")).expect(200);
    w.book(two, "phlebotomy", slots.get(1)).expect(200);
  }

  @Test
  void beforeTheRequisitionTheOrderStaysWhereItIs() {
    UUID home = w.home(false);
    JsonNode a = w.book(home, "phlebotomy", w.homeSlots().get(0)).expect(200).json();
    assertEquals("reserved", a.get("status").asText());
    assertFalse(a.get("can_reschedule").asBoolean());
    assertEquals(List.of("created pending", "updated reserved"), w.told(home));
    UUID site = w.site("ostrelle", false);
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(1);
    assertEquals("reserved", w.book(site, "psc", slot).expect(200).json().get("status").asText());
    assertEquals(List.of("created reserved"), w.told(site));
    for (UUID o : List.of(home, site)) {
      assertEquals(List.of("ordered"), w.steps(o));
      w.move(o, LowStatus.REQUISITION_CREATED);
      assertEquals(
          List.of("ordered", "requisition_created", "appointment_pending", "appointment_scheduled"),
          w.steps(o));
      assertEquals("updated scheduled", w.told(o).getLast());
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
  void withoutTheSwitchNobodyBooksBeforeTheRequisition() {
    w.switches("psc_scheduling");
    UUID order = w.home(false);
    assertEquals(
        "the order has no requisition yet",
        detail(w.book(order, "phlebotomy", w.homeSlots().get(0)).expect(400)));
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
    w.switches("psc_scheduling");
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
    w.switches("psc_scheduling");
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
    String address = AppointmentWorld.HOME.replace("85004", "54650");
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
    assertEquals("updated cancelled", w.told(home).getLast());
    UUID site = w.site("ostrelle", true);
    w.book(site, "psc", w.siteSlots("ostrelle", "OST-101").get(6)).expect(200);
    w.move(site, LowStatus.CANCELLED);
    assertEquals(List.of("created scheduled"), w.told(site));
    assertTrue(
        Rows.list(
                w.node.db().query("select refundable from appointment where order_id = $1", home),
                r -> r.getBoolean("refundable"))
            .getFirst());
  }

  @Test
  void aSampleThatIsTakenCompletesTheAppointment() {
    UUID home = w.home(true);
    w.book(home, "phlebotomy", w.homeSlots().get(8)).expect(200);
    w.move(home, LowStatus.DRAW_COMPLETED);
    assertEquals("updated completed", w.told(home).getLast());
    UUID site = w.site("ostrelle", true);
    w.book(site, "psc", w.siteSlots("ostrelle", "OST-101").get(8)).expect(200);
    w.move(site, LowStatus.COMPLETED);
    assertEquals("updated completed", w.told(site).getLast());
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
          Rows.list(
                  w.node
                      .db()
                      .query("select refundable from appointment where order_id = $1", order),
                  r -> r.getBoolean("refundable"))
              .getFirst());
    }
  }

  @Test
  void whatIsWrongIsSaid() {
    UUID home = w.home(true);
    UUID site = w.site("ostrelle", true);
    JsonNode visit = w.homeSlots().get(12);
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(9);
    assertEquals(
        "Invalid booking key format",
        detail(
            w.node.post(path(site, "psc") + "/book", "{\"booking_key\":\"no key\"}").expect(400)));
    assertEquals("Invalid booking key format", detail(w.book(site, "psc", visit).expect(400)));
    w.book(home, "psc", slot).expect(400);
    w.book(site, "phlebotomy", visit).expect(400);
    w.book(w.site("tamberline", true), "psc", slot).expect(400);
    w.book(w.site("fernholt", true), "psc", slot).expect(400);
    w.book(Ids.uuid(), "psc", slot).expect(404);
    w.node.post(path(site, "psc") + "/book", "{}").expect(422);
    w.node
        .post(
            path(site, "psc") + "/book",
            booking(slot).replace("}", ",\"sync_confirmation_timeout_millisecond\":1}"))
        .expect(422);
    w.node.call("PATCH", path(site, "psc") + "/cancel", cancel("psc")).expect(404);
    w.node.call("PATCH", path(site, "psc") + "/reschedule", booking(slot)).expect(404);
    w.node.call("PATCH", path(site, "psc") + "/cancel", "{}").expect(422);
    w.book(site, "psc", slot).expect(200);
    assertTrue(detail(w.book(site, "psc", slot).expect(400)).contains("active appointment"));
    w.node.call("PATCH", path(site, "psc") + "/cancel", cancel("home")).expect(400);
    String other = cancel("psc").replace("cancellation_reason_id", "cancellationReasonId");
    w.node
        .call("PATCH", path(site, "psc") + "/cancel", other.replace("}", ",\"note\":\"n\"}"))
        .expect(200);
    assertTrue(
        detail(w.node.call("PATCH", path(site, "psc") + "/cancel", other).expect(400))
            .contains("already cancelled"));
    w.move(home, LowStatus.CANCELLED);
    w.book(home, "phlebotomy", visit).expect(400);
    w.switches("sonora_scheduling");
    w.book(w.site("ostrelle", true), "psc", slot).expect(503);
  }

  @Test
  void aKeyIsGoodForItsTeamAndForTenMinutes() {
    Tenant t = w.node.tenant();
    Instant start = Instant.parse("2030-01-01T12:00:00Z");
    BookingKey key =
        new BookingKey(
            AppointmentType.PATIENT_SERVICE_CENTER,
            "ostrelle",
            "OST-101",
            new Slot(start, start.plusSeconds(1200)),
            Instant.now().minusSeconds(1),
            Json.parse("null"));
    String sealed = key.seal(w.node.secrets(), t);
    assertFalse(sealed.contains("OST"));
    assertNotEquals(sealed, key.seal(w.node.secrets(), t));
    UUID order = w.site("ostrelle", true);
    String body = "{\"booking_key\":\"" + sealed + "\"}";
    assertTrue(
        detail(w.node.post(path(order, "psc") + "/book", body).expect(400))
            .startsWith("This appointment slot is no longer available"));
    String foreign = key.seal(w.node.secrets(), LabNodes.team(w.node));
    assertEquals(
        "Invalid booking key format",
        detail(w.node.post(path(order, "psc") + "/book", body.replace(sealed, foreign))));
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(0);
    long left =
        Instant.parse(slot.get("expires_at").asText()).getEpochSecond()
            - Instant.now().getEpochSecond();
    assertTrue(left > 540 && left <= 600, "left " + left);
  }

  @Test
  void anotherTeamHasNoneOfIt() {
    UUID order = w.site("ostrelle", true);
    JsonNode slot = w.siteSlots("ostrelle", "OST-101").get(11);
    w.book(order, "psc", slot).expect(200);
    Map<String, String> stranger =
        Map.of("x-service-api-key", LabNodes.key(w.node, LabNodes.team(w.node)));
    String p = path(order, "psc");
    w.node.send("GET", p, null, stranger).expect(404);
    w.node.send("POST", p + "/book", booking(slot), stranger).expect(404);
    w.node.send("PATCH", p + "/reschedule", booking(slot), stranger).expect(404);
    w.node.send("PATCH", p + "/cancel", cancel("psc"), stranger).expect(404);
  }
}
