package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Free slots, which may be some minutes old. */
class AvailabilityCacheTest {
  private static final String ASK =
      "/v3/order/psc/appointment/availability?lab=ostrelle&allow_stale=true";
  private static AppointmentFixture w;

  @BeforeAll
  static void start() {
    w = new AppointmentFixture(Clock.systemUTC(), "TRIBUTARY_APPOINTMENTS_POLL_INTERVAL", "1h");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  private static int free(String query, int day) {
    JsonNode all =
        w.api.assertValid(w.node.post(ASK + query, null), 200, "getSiteAvailability").json();
    return all.at("/slots/" + day + "/slots/0/num_appointments_available").asInt();
  }

  private static void taken(String site) {
    w.book(w.site("ostrelle", true), "psc", w.siteSlots("ostrelle", site).get(0)).expect(200);
  }

  @Test
  void withoutTheSwitchTimesAreNeverOld() {
    w.enableOnly("psc_scheduling");
    String site = "&site_codes=OST-101";
    int before = free(site, 2);
    taken("OST-101");
    assertEquals(before - 1, free(site, 2));
  }

  @Test
  void timesAreAsTheyWereForAQuarterOfAnHour() {
    w.enableOnly("psc_scheduling", "psc_stale_availability");
    String site = "&site_codes=OST-102";
    int before = free(site, 2);
    taken("OST-102");
    assertEquals(before, free(site, 2));
    w.node.db().query("update site_availability set read_at = read_at - interval '14 minutes'");
    assertEquals(before, free(site, 2));
    w.node.db().query("update site_availability set read_at = read_at - interval '1 minute'");
    assertEquals(before - 1, free(site, 2));
  }

  @Test
  void oneSiteWithoutAnEntryMakesAllNew() {
    w.enableOnly("psc_scheduling", "psc_stale_availability");
    int before = free("&site_codes=OST-201", 2);
    taken("OST-201");
    assertEquals(before, free("&site_codes=OST-201", 2));
    assertEquals(before - 1, free("&site_codes=OST-201&site_codes=OST-104", 2));
  }

  @Test
  void laterThanThreeWeeksNothingIsOld() {
    w.enableOnly("psc_scheduling", "psc_stale_availability");
    String late =
        "&site_codes=OST-104&start_date=" + LocalDate.now(java.time.ZoneOffset.UTC).plusDays(30);
    int days =
        w.api
            .assertValid(w.node.post(ASK + late, null), 200, "getSiteAvailability")
            .json()
            .get("slots")
            .size();
    assertEquals(14, days);
    int before = free(late, 0);
    JsonNode slot = w.node.post(ASK + late, null).expect(200).json().at("/slots/0/slots/0");
    w.book(w.site("ostrelle", true), "psc", slot).expect(200);
    assertEquals(before - 1, free(late, 0));
  }
}
