package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Glucose readings from the app and from reports. */
class LibreGlucoseReadingsTest {
  private static LibreAdapterHarness patients;

  @BeforeAll
  static void start() {
    patients = LibreAdapterHarness.patients();
  }

  @AfterAll
  static void stop() {
    patients.close();
  }

  @BeforeEach
  void quiet() {
    patients.calls();
  }

  private static LocalDate today() {
    return LibreAdapterHarness.today();
  }

  private static List<Puller.Page> poll(TestAccount account, int days, Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    var window = new Puller.Window(day.minusDays(days), day.plusDays(1), now, true);
    List<Puller.Page> out = new ArrayList<>();
    JsonNode cursor = null;
    do {
      Puller.Page page =
          patients
              .adapter
              .puller()
              .orElseThrow()
              .pull(account, LibreFeed.READINGS.feed(), window, cursor);
      out.add(page);
      cursor = page.next();
    } while (cursor != null);
    return out;
  }

  private static List<Sample> samples(List<Puller.Page> pages) {
    return pages.stream().flatMap(p -> p.batch().samples().stream()).toList();
  }

  @Test
  void whoFollowsThemselvesIsPolledByTheAppAndByAReportFourTimesADay() {
    String email = patients.put("flo", false, "", "eu");
    patients.person("flo");
    patients.control("people/" + SimPerson.idOf("flo") + "/follow", new JsonObject());
    Connected in = patients.in(email);
    assertTrue(in.granted().state().get("follows").asBoolean());
    TestAccount account = patients.account(in);
    Instant now = Instant.now();
    patients.calls();

    List<Puller.Page> first = poll(account, 2, now);
    assertEquals(2, first.size());
    assertTrue(first.getLast().batch().isEmpty());
    assertEquals(now.toString(), account.state.get("reported").asText());
    assertEquals("Abbott", first.getFirst().batch().devices().getFirst().manufacturer());
    Map<String, Integer> calls = patients.calls();
    assertEquals(Integer.valueOf(1), calls.get("/region/eu/reports"));

    List<Puller.Page> second = poll(account, 2, now.plusSeconds(900));
    assertEquals(1, second.size());
    assertEquals(Map.of("/region/eu/llu/connections/{id}/graph", 1), patients.calls());
    // A reading every quarter of an hour for half a day, and the current one.
    assertTrue(samples(second).size() >= 47, () -> "" + samples(second).size());
    // Both sources return the same readings: no duplicates and no differences.
    Map<Object, Sample> told = new TreeMap<>(java.util.Comparator.comparing(Object::toString));
    samples(first).forEach(s -> told.put(s.key(), s));
    samples(second).forEach(s -> assertEquals(told.get(s.key()), s));

    poll(account, 2, now.plus(Duration.ofHours(7)));
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu/reports"));
    // The first poll of a day also covers late uploads.
    poll(account, 15, now.plus(Duration.ofHours(8)));
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu/reports"));
  }

  @Test
  void otherPeoplesReadingsAreNeverRead() {
    TestAccount account = patients.account(patients.in(patients.put("parent", false, "", "")));
    assertFalse(account.state.get("follows").asBoolean());
    patients.calls();
    poll(account, 2, Instant.now());
    account.tokenRejected(account.accessToken());
    assertTrue(
        patients.calls().keySet().stream().noneMatch(p -> p.contains("/llu/")), "the app is asked");
  }

  @Test
  void whoStopsToFollowThemselvesIsReadByReports() {
    String email = patients.put("stop", false, "", "");
    patients.person("stop");
    patients.control("people/" + SimPerson.idOf("stop") + "/follow", new JsonObject());
    TestAccount account = patients.account(patients.in(email));
    patients.fault("/llu/connections", new JsonObject().put("status", 404).put("count", 1));
    assertFalse(samples(poll(account, 2, Instant.now())).isEmpty());
    assertFalse(account.state.get("follows").asBoolean());
  }

  @Test
  void anAppThatIsTooOldCostsNothingButTheShortWay() {
    String email = patients.put("elder", false, "", "");
    patients.person("elder");
    patients.control("people/" + SimPerson.idOf("elder") + "/follow", new JsonObject());
    patients.client = "llu.ios/4.2.1";
    try {
      TestAccount account = patients.account(patients.in(email));
      assertFalse(account.state.has("follows"));
      assertFalse(samples(poll(account, 2, Instant.now())).isEmpty());
    } finally {
      patients.client = "";
    }
    // The next login detects it.
    TestAccount account = patients.account(patients.in(email));
    assertTrue(account.state.get("follows").asBoolean());
  }

  @Test
  void readingsAreThoseOfTheSensorInBothUnits() {
    for (String name : List.of("milli", "mmol mia")) {
      String email = patients.put(name.replace(' ', '.'), false, "", "");
      patients.assignEmail(email, name);
      TestAccount account = patients.account(patients.in(email));
      SimPerson person = patients.person(name);
      LocalDate day = today().minusDays(3);
      Map<Instant, Double> truth =
          patients
              .sim
              .runOnEventLoop(
                  w ->
                      w.people().days(person, day.minusDays(1), day.plusDays(1)).stream()
                          .flatMap(
                              d ->
                                  d
                                      .spots(io.tributary.simulators.kit.PointEvent.Glucose.class)
                                      .stream())
                          .filter(s -> s.at().getEpochSecond() % 900 == 0)
                          .collect(
                              Collectors.toMap(
                                  s ->
                                      s.at()
                                          .atZone(person.zone())
                                          .toLocalDateTime()
                                          .toInstant(ZoneOffset.UTC),
                                  s -> s.mmolPerLitre(),
                                  (a, b) -> b)))
              .await();
      NormalizedBatch batch = patients.pullSinglePage(account, "readings", day, day);
      assertEquals(List.of(), batch.refused());
      List<Sample> sensor =
          batch.samples().stream().filter(s -> s.source().type() == SourceType.AUTOMATIC).toList();
      assertTrue(sensor.size() >= 92 && sensor.size() <= 96, () -> name + " " + sensor.size());
      sensor.forEach(
          s -> {
            assertEquals(day, s.at().atOffset(ZoneOffset.UTC).toLocalDate());
            assertEquals(truth.get(s.at()), s.value(), 0.06, () -> name + " at " + s.at());
          });
    }
  }

  @Test
  void windowsSideBySideShareNoReading() {
    TestAccount account = patients.account(patients.in(patients.put("side", false, "", "")));
    LocalDate first = today().minusDays(6);
    List<Sample> whole = patients.pull(account, "readings", first, first.plusDays(3)).samples();
    List<Sample> parts =
        new ArrayList<>(patients.pull(account, "readings", first, first.plusDays(1)).samples());
    parts.addAll(
        patients.pull(account, "readings", first.plusDays(2), first.plusDays(3)).samples());
    assertEquals(whole, parts);
    assertTrue(whole.size() >= 4 * 93);
  }

  @Test
  void eachDeviceHasAReportAndAnAccountWithoutOneIsEmpty() {
    TestAccount two = patients.account(patients.in(patients.put("two", false, "", "")));
    patients.calls();
    List<Puller.Page> pages =
        patients.pages(two, "readings", today().minusDays(3), today().minusDays(2));
    assertEquals(Integer.valueOf(2), patients.calls().get("/reports"));
    assertEquals(1, pages.size());
    assertEquals(4, pages.getFirst().documents().get().size());
    List<Sample> samples = samples(pages);
    assertEquals(samples.size(), samples.stream().map(Sample::key).distinct().count());
    TestAccount none = patients.account(patients.in(patients.put("empty", false, "", "")));
    assertTrue(patients.pullSinglePage(none, "readings", today().minusDays(3), today()).isEmpty());
  }

  @Test
  void aPageThatIsTornOrAStrangersAddressIsNoEmptyDay() {
    TestAccount account = patients.account(patients.in(patients.put("torn", false, "", "")));
    LocalDate day = today().minusDays(2);
    NormalizedBatch whole = patients.pullSinglePage(account, "readings", day, day);
    for (JsonObject harm :
        List.of(
            new JsonObject().put("truncate", 50),
            new JsonObject().put("garbage", true),
            new JsonObject().put("status", 503))) {
      for (String path : List.of("/reports", "/channel", "/poll", "/report/")) {
        patients.fault(path, harm.copy().put("count", 1));
        assertEquals(
            whole.samples(),
            patients.pullSinglePage(account, "readings", day, day).samples(),
            path);
      }
    }
    patients.fault("/reports", new JsonObject().put("status", 430).put("count", 1));
    var unsaid =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> patients.pullSinglePage(account, "readings", day, day));
    assertEquals(Duration.ofMinutes(15), unsaid.retryAfter());
    patients.fault(
        "/reports", new JsonObject().put("status", 429).put("retry_after", 17).put("count", 1));
    var said =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> patients.pullSinglePage(account, "readings", day, day));
    assertEquals(Duration.ofSeconds(17), said.retryAfter());
  }

  @Test
  void aTicketThatHasEndedInTheMiddleIsRenewedOnce() {
    TestAccount account = patients.account(patients.in(patients.put("mid", false, "", "")));
    LocalDate day = today().minusDays(2);
    for (String path : List.of("/reportSettings", "/reports", "/poll", "/report/")) {
      int refused = account.refused;
      patients.fault(path, new JsonObject().put("status", 401).put("count", 1));
      assertFalse(patients.pullSinglePage(account, "readings", day, day).isEmpty(), path);
      assertEquals(refused + 1, account.refused, path);
    }
  }
}
