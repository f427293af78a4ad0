package io.tributary.lab.appointment;

import static io.tributary.lab.appointment.AppointmentFixture.booking;
import static io.tributary.lab.appointment.AppointmentFixture.cancel;
import static io.tributary.lab.appointment.AppointmentFixture.detail;
import static io.tributary.lab.appointment.AppointmentFixture.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.lab.account.LabTestNode;
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

/** Booking rules, such as permitted callers and limits. */
class BookingRulesTest {
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
        RowMapping.list(
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
  void withoutTheSwitchNobodyBooksBeforeTheRequisition() {
    w.enableOnly("psc_scheduling");
    UUID order = w.home(false);
    assertEquals(
        "the order has no requisition yet",
        detail(w.book(order, "phlebotomy", w.homeSlots().get(0)).expect(400)));
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
    w.enableOnly("sonora_scheduling");
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
    String sealed = key.encrypt(w.node.secrets(), t);
    assertFalse(sealed.contains("OST"));
    assertNotEquals(sealed, key.encrypt(w.node.secrets(), t));
    UUID order = w.site("ostrelle", true);
    String body = "{\"booking_key\":\"" + sealed + "\"}";
    assertTrue(
        detail(w.node.post(path(order, "psc") + "/book", body).expect(400))
            .startsWith("This appointment slot is no longer available"));
    String foreign = key.encrypt(w.node.secrets(), LabTestNode.createTeam(w.node));
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
        Map.of("x-service-api-key", LabTestNode.key(w.node, LabTestNode.createTeam(w.node)));
    String p = path(order, "psc");
    w.node.send("GET", p, null, stranger).expect(404);
    w.node.send("POST", p + "/book", booking(slot), stranger).expect(404);
    w.node.send("PATCH", p + "/reschedule", booking(slot), stranger).expect(404);
    w.node.send("PATCH", p + "/cancel", cancel("psc"), stranger).expect(404);
  }
}
