package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The time that callers wait for providers that confirm later, here two minutes. */
class ConfirmationTimeoutTest {
  private static AppointmentFixture w;
  private static Duration offset = Duration.ZERO;
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
    w =
        new AppointmentFixture(
            CLOCK,
            "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL",
            "1h",
            "TRIBUTARY_APPOINTMENTS_SANDBOX_CONFIRMATION_DELAY",
            "2m");
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

  private static UUID booked(int slot, String more) {
    UUID order = w.site("ostrelle", true);
    String body =
        AppointmentFixture.booking(w.siteSlots("ostrelle", "OST-102").get(slot))
            .replace("}", ",\"async_confirmation\":true" + more + "}");
    JsonNode made =
        w.node.post(AppointmentFixture.path(order, "psc") + "/book", body).expect(200).json();
    assertEquals("pending", made.get("status").asText());
    return order;
  }

  @Test
  void whatNobodyConfirmsInTimeIsCancelled() {
    UUID order = booked(0, ",\"async_confirmation_timeout_millisecond\":60000");
    after(Duration.ofSeconds(55));
    assertEquals("created pending", w.events(order).getLast());
    after(Duration.ofSeconds(61));
    assertEquals("updated cancelled", w.events(order).getLast());
    assertEquals("appointment_cancelled", w.status(order));
    after(Duration.ofMinutes(3));
    assertEquals("updated cancelled", w.events(order).getLast());
    // The slot is free again.
    w.book(w.site("ostrelle", true), "psc", w.siteSlots("ostrelle", "OST-102").get(0)).expect(200);
  }

  @Test
  void whatIsConfirmedInTimeIsSureAlsoWhenNobodyLookedForLong() {
    UUID order = booked(1, "");
    after(Duration.ofMinutes(1));
    assertEquals("created pending", w.events(order).getLast());
    after(Duration.ofHours(1));
    assertEquals("updated scheduled", w.events(order).getLast());
    assertEquals("appointment_scheduled", w.status(order));
  }

  @Test
  void whatIsConfirmedWithinTheCallWasNeverPending() {
    try (AppointmentFixture quick =
        new AppointmentFixture(
            Clock.systemUTC(),
            "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL",
            "1h",
            "TRIBUTARY_APPOINTMENTS_SANDBOX_CONFIRMATION_DELAY",
            "3s")) {
      UUID patient = quick.site("ostrelle", true);
      JsonNode slot = quick.siteSlots("ostrelle", "OST-102").get(0);
      String later =
          AppointmentFixture.booking(slot).replace("}", ",\"async_confirmation\":true%s}");
      String path = AppointmentFixture.path(patient, "psc") + "/book";
      assertEquals(
          "confirmed",
          quick
              .node
              .post(path, later.formatted(",\"sync_confirmation_timeout_millisecond\":4000"))
              .expect(200)
              .json()
              .get("status")
              .asText());
      UUID hasty = quick.site("ostrelle", true);
      assertEquals(
          "pending",
          quick
              .node
              .post(AppointmentFixture.path(hasty, "psc") + "/book", later.formatted(""))
              .expect(200)
              .json()
              .get("status")
              .asText());
    }
  }
}
