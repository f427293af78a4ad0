package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.lab.account.LabTestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Service areas, sites and free slots. */
class SiteRepoTest {
  private static final String FREE = "/v3/order/psc/appointment/availability";
  private static AppointmentFixture w;
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    w = new AppointmentFixture(Clock.systemUTC());
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  private static JsonNode area(String query) {
    return w.api.assertValid(w.node.get("/v3/order/area/info?" + query), 200, "getAreaInfo").json();
  }

  @Test
  void anAreaTellsWhoComesAndWhereToGo() {
    JsonNode a = area("zip_code=85004");
    assertTrue(a.at("/phlebotomy/is_served").asBoolean());
    assertEquals("getlabs", a.at("/phlebotomy/providers/0/name").asText());
    assertEquals("appointment-ready", a.at("/phlebotomy/providers/0/service_types/0").asText());
    JsonNode lab = a.at("/central_labs/ostrelle");
    assertEquals(LabTestNode.lab(w.node, "ostrelle"), lab.get("lab_id").asInt());
    assertEquals(1, lab.at("/patient_service_centers/within_radius").asInt());
    assertEquals("25", lab.at("/patient_service_centers/radius").asText());
    assertTrue(lab.at("/patient_service_centers/appointment_with_service").asBoolean());
    assertEquals(4, lab.get("supported_bill_types").size());
    assertFalse(
        a.at("/central_labs/tamberline/patient_service_centers/appointment_with_service")
            .asBoolean());
    assertEquals(0, a.at("/central_labs/quillmere/patient_service_centers/within_radius").asInt());
    assertEquals(
        "appointment-request",
        area("zip_code=54650").at("/phlebotomy/providers/0/service_types/0").asText());
    JsonNode none = area("zip_code=00000");
    assertFalse(none.at("/phlebotomy/is_served").asBoolean());
    assertEquals(0, none.at("/central_labs/ostrelle/supported_bill_types").size());
  }

  @Test
  void anAreaCanBeAskedForSomeLabs() {
    assertEquals(1, area("zip_code=85004&labs=ostrelle").get("central_labs").size());
    assertEquals(1, area("zip_code=85004&lab=fernholt").get("central_labs").size());
    assertEquals(2, area("zip_code=85004&labs=fernholt&labs=ostrelle").get("central_labs").size());
    String near = "/central_labs/ostrelle/patient_service_centers/within_radius";
    assertEquals(0, area("zip_code=08608&radius=50").at(near).asInt());
    assertEquals(3, area("zip_code=08608&radius=100").at(near).asInt());
    for (String bad :
        List.of(
            "zip_code=8500",
            "radius=25",
            "zip_code=85004&radius=7",
            "zip_code=85004&labs=nobody",
            "zip_code=85004&lab_account_id=x")) {
      w.node.get("/v3/order/area/info?" + bad).expect(422);
    }
    w.node.get("/v3/order/area/info?zip_code=85004&lab_account_id=" + Ids.uuid()).expect(404);
  }

  private static JsonNode sites(String query) {
    return w.api.assertValid(w.node.get("/v3/order/psc/info?" + query), 200, "listSites").json();
  }

  @Test
  void sitesAreListedTheNearestFirst() {
    int lab = LabTestNode.lab(w.node, "ostrelle");
    JsonNode found = sites("zip_code=10001&lab_id=" + lab).get("patient_service_centers");
    List<String> codes = new ArrayList<>();
    found.forEach(s -> codes.add(s.get("site_code").asText()));
    assertEquals(List.of("OST-101", "OST-102", "OST-103"), codes);
    assertEquals("Ostrelle Chelsea", found.at("/0/metadata/name").asText());
    assertTrue(found.at("/2/metadata/hours").isNull());
    JsonNode stat =
        sites("zip_code=10001&capabilities=stat&lab_id=" + lab).get("patient_service_centers");
    assertEquals(1, stat.size());
    assertEquals(0, sites("zip_code=00000&lab_id=" + lab).get("patient_service_centers").size());
    w.node.get("/v3/order/psc/info?zip_code=10001&lab_id=99999").expect(404);
    w.node.get("/v3/order/psc/info?zip_code=10001").expect(422);
    w.node.get("/v3/order/psc/info?zip_code=10001&capabilities=x&lab_id=" + lab).expect(422);
  }

  @Test
  void anOrderKnowsItsLabAndWhereThePatientLives() {
    UUID order = w.site("ostrelle", false);
    TestResponse a = w.node.get("/v3/order/" + order + "/psc/info");
    JsonNode found = w.api.assertValid(a, 200, "listSitesOfOrder").json();
    assertEquals("ostrelle", found.get("slug").asText());
    assertEquals("OST-201", found.at("/patient_service_centers/0/site_code").asText());
    w.node.get("/v3/order/" + Ids.uuid() + "/psc/info").expect(404);
    Map<String, String> stranger =
        Map.of("x-service-api-key", LabTestNode.key(w.node, LabTestNode.createTeam(w.node)));
    w.node.send("GET", "/v3/order/" + order + "/psc/info", null, stranger).expect(404);
  }

  @Test
  void freeTimesAreOfFourteenDays() {
    JsonNode a =
        w.node
            .post(FREE + "?lab=ostrelle&site_codes=OST-101&site_codes=OST-201", null)
            .expect(200)
            .json();
    assertEquals("America/New_York", a.get("timezone").asText());
    assertEquals(28, a.get("slots").size());
    LocalDate first = LocalDate.parse(a.at("/slots/0/date").asText());
    assertEquals(first.plusDays(13).toString(), a.at("/slots/13/date").asText());
    assertEquals("OST-101", a.at("/slots/13/location/code").asText());
    assertEquals("America/Phoenix", a.at("/slots/14/location/iana_timezone").asText());
    assertEquals(15, a.at("/slots/1/slots").size());
    JsonNode home =
        w.node
            .post(
                "/v3/order/phlebotomy/appointment/availability?start_date=" + first.plusDays(3),
                AppointmentFixture.HOME)
            .expect(200)
            .json();
    assertEquals(14, home.get("slots").size());
    assertEquals(first.plusDays(3).toString(), home.at("/slots/0/date").asText());
    assertEquals("America/Phoenix", home.get("timezone").asText());
    assertEquals(5, home.at("/slots/0/slots").size());
    JsonNode nobody =
        w.node
            .post(
                "/v3/order/phlebotomy/appointment/availability",
                AppointmentFixture.HOME.replace("85004", "10001"))
            .expect(200)
            .json();
    assertEquals(14, nobody.get("slots").size());
    nobody.get("slots").forEach(d -> assertEquals(0, d.get("slots").size()));
  }

  @Test
  void aZipCodeFindsSitesAndTheirDistance() {
    JsonNode a = w.node.post(FREE + "?lab=ostrelle&zip_code=10001", null).expect(200).json();
    assertEquals(28, a.get("slots").size());
    assertEquals(0, a.at("/slots/0/location/distance").asInt());
    JsonNode body =
        w.node
            .post(FREE, "{\"lab\":\"ostrelle\",\"zip_code\":\"10001\",\"radius\":\"10\"}")
            .expect(200)
            .json();
    assertEquals(a.at("/slots/0/location"), body.at("/slots/0/location"));
  }

  private static String refusal(int status, String query) {
    return AppointmentFixture.detail(w.node.post(FREE + "?" + query, null).expect(status));
  }

  @Test
  void whatIsWrongWithASearchForTimesIsSaid() {
    assertEquals(
        "Location with site code NO not found", refusal(400, "lab=ostrelle&site_codes=NO"));
    assertEquals(
        "Location with site code OST-105 is no longer active",
        refusal(400, "lab=ostrelle&site_codes=OST-105"));
    assertEquals(
        "start_date must be greater or equal than the current date",
        refusal(400, "lab=ostrelle&site_codes=OST-101&start_date=2020-01-01"));
    assertEquals(
        "start_date must not be more than a year ahead",
        refusal(400, "lab=ostrelle&site_codes=OST-101&start_date=9999-12-31"));
    assertEquals("site_codes or zip_code must be provided", refusal(400, "lab=ostrelle"));
    assertEquals(
        "radius must be provided when using zip_code",
        refusal(400, "lab=ostrelle&zip_code=10001&radius=null"));
    assertEquals(
        "site_codes must be less than or equal to 3",
        refusal(400, "lab=ostrelle&site_codes=a&site_codes=b&site_codes=c&site_codes=d"));
    assertEquals("No slots found for zip code", refusal(404, "lab=ostrelle&zip_code=60607"));
    assertEquals(
        "None of the locations can be scheduled: OST-103",
        refusal(404, "lab=ostrelle&site_codes=OST-103"));
    w.node.post(FREE + "?lab=tamberline&zip_code=10001", null).expect(422);
    w.node.post(FREE + "?zip_code=10001", null).expect(422);
    w.node.post(FREE + "?lab=ostrelle&zip_code=1", null).expect(422);
    String home = "/v3/order/phlebotomy/appointment/availability";
    w.node.post(home, "{}").expect(422);
    w.node.post(home + "?start_date=2020-01-01", AppointmentFixture.HOME).expect(400);
  }

  @Test
  void whereNoCalendarIsConnectedNothingIsScheduled() {
    Tenant production = new Tenant(w.node.tenant().team(), Environment.PRODUCTION);
    Map<String, String> key = Map.of("x-service-api-key", LabTestNode.key(w.node, production));
    w.node.send("POST", FREE + "?lab=ostrelle&zip_code=10001", null, key).expect(503);
    JsonNode area =
        w.node.send("GET", "/v3/order/area/info?zip_code=85004", null, key).expect(200).json();
    assertFalse(area.at("/phlebotomy/is_served").asBoolean());
  }

  @Test
  void aTeamWithoutTheSwitchGetsNoTimesAtSites() {
    Map<String, String> key =
        Map.of("x-service-api-key", LabTestNode.key(w.node, LabTestNode.createTeam(w.node)));
    w.node.send("POST", FREE + "?lab=ostrelle&zip_code=10001", null, key).expect(503);
  }

  @Test
  void reasonsToCancelKeepTheirIds() {
    TestResponse home = w.node.get("/v3/order/phlebotomy/appointment/cancellation-reasons");
    JsonNode reasons = w.api.assertValid(home, 200, "listPhlebotomyCancellationReasons").json();
    assertEquals(11, reasons.size());
    assertEquals("7f3a0c10-0000-4000-8000-000000000005", reasons.at("/4/id").asText());
    assertEquals("Other", reasons.at("/4/name").asText());
    TestResponse site = w.node.get("/v3/order/psc/appointment/cancellation-reasons");
    assertEquals(1, w.api.assertValid(site, 200, "listSiteCancellationReasons").json().size());
  }

  @Test
  void theFileIsWhatThereIsAndAFaultyOneChangesNothing() throws IOException {
    Path file = folder.resolve("places.json");
    String bundled = Files.readString(Path.of("conf/labs/places.json"));
    SiteFileLoader loader = new SiteFileLoader(w.node.db(), folder.toString());
    Files.writeString(file, bundled.replace("QLM-7", "QLM-8"));
    loader.load();
    int lab = LabTestNode.lab(w.node, "quillmere");
    assertEquals(
        "QLM-8",
        sites("zip_code=60607&lab_id=" + lab).at("/patient_service_centers/0/site_code").asText());
    for (String bad :
        List.of(
            bundled.replace("\"60607\", \"lat\"", "\"606\", \"lat\""),
            bundled.replace("America/Chicago", "America/Nowhere"),
            bundled.replace("by_lab", "by_mail"),
            bundled.replace("appointment-request", "request"),
            bundled.replace("\"stat\"", "\"quick\""),
            bundled.replace("\"notice\"", "\"note\""))) {
      Files.writeString(file, bad);
      assertThrows(IllegalStateException.class, loader::load);
    }
    assertEquals(1, sites("zip_code=60607&lab_id=" + lab).get("patient_service_centers").size());
  }

  @Test
  void aListOfAllZipCodesIsReadBesideTheFile(@TempDir Path folder) throws IOException {
    Files.copy(Path.of("conf/labs/places.json"), folder.resolve("places.json"));
    Path list = folder.resolve("zips.tsv");
    SiteFileLoader loader = new SiteFileLoader(w.node.db(), folder.toString());
    try {
      Files.writeString(
          list,
          "# all\n\n"
              + "00501\t40.81\t-73.04\tNY\n"
              + "85004\t1\t1\tNY\n"
              + "59001\t45.5\t-109.4\tMT\tAmerica/Boise\n");
      loader.load();
      assertEquals("NY America/New_York", zip("00501"));
      assertEquals("MT America/Boise", zip("59001"));
      assertEquals("AZ America/Phoenix", zip("85004"));
      Files.writeString(
          list, "00501\t40.81\t-73.04\tNY\n00501\t1\t1\tNY\nx\n1\t2\n00502\t99\t1\tNY\n");
      assertEquals(
          "zips.tsv: line 2; line 3; line 4; line 5",
          Assertions.assertThrows(IllegalStateException.class, loader::load).getMessage());
      assertEquals("NY America/New_York", zip("00501"));
    } finally {
      Files.deleteIfExists(list);
      loader.load();
    }
    assertEquals(0, w.node.db().query("select 1 from zip_code where zip = '00501'").size());
  }

  private static String zip(String zip) {
    ZipCentroid place = w.node.db().tx(tx -> SiteRepo.findZip(tx, zip).orElseThrow());
    return place.state() + " " + place.zone();
  }
}
