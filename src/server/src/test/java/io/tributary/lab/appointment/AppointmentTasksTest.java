package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.state.LowStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Time-driven changes of appointments. */
class AppointmentTasksTest {
  private static AppointmentFixture w;
  private static Duration offset = Duration.ZERO;

  /** The real time plus an offset that the test sets. */
  private static final Clock CLOCK =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return Instant.now().plus(offset);
        }
      };

  @BeforeAll
  static void start() {
    w = new AppointmentFixture(CLOCK, "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL", "1h");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  private static void after(Duration d) {
    offset = d;
    try {
      w.tasks().run();
    } finally {
      offset = Duration.ZERO;
    }
  }

  private static String step(UUID order) {
    return w.events(order).getLast();
  }

  private static Duration until(JsonNode slot) {
    return Duration.between(Instant.now(), Instant.parse(slot.get("start").asText()));
  }

  @Test
  void withoutARequisitionAnAppointmentEndsAfterEightHours() {
    UUID waits = w.home(false);
    w.book(waits, "phlebotomy", w.homeSlots().get(40)).expect(200);
    UUID planned = w.home(false);
    w.node
        .db()
        .query(
            "update lab_order set activate_at = now() + interval '5 days' where id = $1", planned);
    w.book(planned, "phlebotomy", w.homeSlots().get(41)).expect(200);
    UUID sure = w.home(true);
    w.book(sure, "phlebotomy", w.homeSlots().get(42)).expect(200);
    after(Duration.ofHours(8).minusMinutes(5));
    assertEquals("updated reserved", step(waits));
    after(Duration.ofHours(8).plusMinutes(1));
    assertEquals("updated cancelled", step(waits));
    assertEquals(List.of("ordered"), w.steps(waits));
    assertEquals("updated reserved", step(planned));
    assertEquals("created scheduled", step(sure));
  }

  @Test
  void withoutARequisitionAnAppointmentEndsTwoHoursBeforeItBegins() {
    UUID order = w.home(false);
    w.node
        .db()
        .query("update lab_order set activate_at = now() + interval '9 days' where id = $1", order);
    JsonNode slot = w.homeSlots().get(30);
    w.book(order, "phlebotomy", slot).expect(200);
    after(until(slot).minusHours(2).minusMinutes(5));
    assertEquals("updated reserved", step(order));
    after(until(slot).minusHours(2).plusMinutes(1));
    assertEquals("updated cancelled", step(order));
  }

  @Test
  void whoConfirmsLaterDoesSo() {
    UUID lab = w.site("fernholt", true);
    w.book(lab, "psc", w.siteSlots("fernholt", "FRN-11").get(0)).expect(200);
    UUID early = w.site("fernholt", false);
    w.book(early, "psc", w.siteSlots("fernholt", "FRN-12").get(0)).expect(200);
    after(Duration.ofMinutes(1));
    assertEquals("updated scheduled", step(lab));
    assertEquals(
        List.of("ordered", "requisition_created", "appointment_pending", "appointment_scheduled"),
        w.steps(lab));
    assertEquals("created reserved", step(early));
    w.move(early, LowStatus.REQUISITION_CREATED);
    assertEquals("requisition_created", w.status(early));
    after(Duration.ofMinutes(1));
    assertEquals("appointment_scheduled", w.status(early));
  }

  @Test
  void aVisitThatWasAskedForGetsATime() {
    UUID order = w.home(true);
    w.node
        .post(
            AppointmentFixture.path(order, "phlebotomy") + "/request",
            "{\"provider\":\"phlebfinders\",\"address\":"
                + AppointmentFixture.HOME.replace("85004", "54650")
                + "}")
        .expect(200);
    after(Duration.ofMinutes(1));
    JsonNode a = w.node.get(AppointmentFixture.path(order, "phlebotomy")).expect(200).json();
    assertEquals("confirmed", a.get("status").asText());
    Instant start = Instant.parse(a.get("start_at").asText());
    assertEquals(9, start.atZone(ZoneId.of("America/Chicago")).getHour());
    assertEquals("appointment_scheduled", w.status(order));
  }

  @Test
  void whatTheLabConfirmsForAnOrderThatIsCancelledEnds() {
    UUID order = w.site("fernholt", true);
    w.book(order, "psc", w.siteSlots("fernholt", "FRN-11").get(3)).expect(200);
    w.move(order, LowStatus.CANCELLED);
    after(Duration.ofMinutes(1));
    assertEquals("updated cancelled", step(order));
    assertEquals("cancelled", w.status(order));
  }

  @Test
  void visitsBeginAndEnd() {
    UUID home = w.home(true);
    JsonNode slot = w.homeSlots().get(0);
    w.book(home, "phlebotomy", slot).expect(200);
    UUID site = w.site("ostrelle", true);
    JsonNode at = w.siteSlots("ostrelle", "OST-101").get(0);
    w.book(site, "psc", at).expect(200);
    after(until(slot).minusMinutes(1));
    assertEquals("created scheduled", step(home));
    after(until(slot).plusMinutes(1));
    assertEquals("updated in_progress", step(home));
    assertEquals("appointment_scheduled", w.status(home));
    after(
        until(at).plusMinutes(1).compareTo(until(slot).plusHours(3)) > 0
            ? until(at).plusHours(1)
            : until(slot).plusHours(3));
    assertEquals("updated completed", step(home));
    assertEquals("draw_completed", w.status(home));
    assertEquals("updated completed", step(site));
    assertEquals("appointment_scheduled", w.status(site));
  }

  @Test
  void whatWasTakenInThePastIsForgotten() {
    JsonNode slot = w.siteSlots("ostrelle", "OST-104").get(0);
    w.book(w.site("ostrelle", true), "psc", slot).expect(200);
    String rows = "select 1 from appointment_slot where calendar like '%OST-104'";
    after(until(slot).plusHours(23));
    assertEquals(1, w.node.db().query(rows).size());
    after(until(slot).plusHours(25));
    assertEquals(0, w.node.db().query(rows).size());
  }
}
