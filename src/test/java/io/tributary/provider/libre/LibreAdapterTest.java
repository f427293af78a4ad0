package io.tributary.provider.libre;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.provider.Adapter;
import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.model.Batch;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.PasswordLogin.Kept;
import io.tributary.provider.PasswordLogin.Pending;
import io.tributary.provider.PasswordLogin.Problem;
import io.tributary.provider.PasswordLogin.Refused;
import io.tributary.provider.ProbeAccount;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.simulator.kit.PasswordSim;
import io.tributary.simulator.kit.SimPerson;
import io.tributary.simulator.libre.LibreVendor;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logins, regions, second factors, the app and the reports, against the simulated cloud. */
class LibreAdapterTest {
  private static final class Cloud extends AdapterHarness {
    private final WebClient web = WebClient.create(vertx);
    String client = "";
    String secret = "";

    Cloud(LibreVendor vendor, Function<ProviderHttp, Adapter> adapter) {
      super(vendor, options(), adapter);
    }

    @Override
    public AppCredentials app() {
      Map<String, String> hosts = new TreeMap<>();
      for (String region : List.of("eu", "eu2", "us")) {
        hosts.put(region, sim.baseUrl() + "/region/" + region);
      }
      return new AppCredentials(
          Ids.NIL,
          adapter.descriptor().slug(),
          client,
          secret,
          new AppCredentials.Urls(sim.baseUrl(), "", Optional.empty(), hosts),
          "");
    }

    @Override
    protected String dataPath() {
      return "";
    }

    PasswordLogin login() {
      return adapter.login().orElseThrow();
    }

    String put(String name, boolean expired, String code, String region) {
      String email = name + "@example.com";
      sim.in(
              w -> {
                w.passwords()
                    .put(new PasswordSim.Account(email, "right", name, expired, code, region));
                return email;
              })
          .await();
      return email;
    }

    PasswordLogin.Outcome login(String email, String password) {
      return login().login(app(), email, password, Optional.of("de"));
    }

    Connected in(String email) {
      return assertInstanceOf(Connected.class, login(email, "right"));
    }

    ProbeAccount account(Connected in) {
      Kept kept = in.keep().orElseThrow();
      return new ProbeAccount(
          app(),
          in.granted(),
          s ->
              assertInstanceOf(Connected.class, login().again(app(), kept, s.state()))
                  .granted()
                  .tokens());
    }

    int attempts() {
      return sim.in(w -> w.passwords().attempts()).await();
    }

    /** Calls by path, since the last look. */
    Map<String, Integer> calls() {
      JsonObject paths = requests(HttpMethod.GET).bodyAsJsonObject().getJsonObject("paths");
      requests(HttpMethod.DELETE);
      Map<String, Integer> out = new TreeMap<>();
      paths.forEach(e -> out.put(e.getKey(), (Integer) e.getValue()));
      return out;
    }

    private HttpResponse<Buffer> requests(HttpMethod method) {
      return web.requestAbs(method, sim.baseUrl() + "/control/requests").send().await();
    }
  }

  private static Cloud patients;
  private static Cloud practice;

  @BeforeAll
  static void start() {
    patients = new Cloud(LibreVendor.patients(), LibreAdapter::patient);
    practice = new Cloud(LibreVendor.practice(), LibreAdapter::practice);
  }

  @AfterAll
  static void stop() {
    patients.close();
    practice.close();
  }

  @BeforeEach
  void quiet() {
    patients.calls();
    practice.calls();
    practice.client = "tributary-sandbox";
    practice.secret = "tributary-sandbox-secret";
  }

  private static LocalDate today() {
    return AdapterHarness.today();
  }

  private static List<Puller.Page> poll(Cloud cloud, ProbeAccount account, int days, Instant now) {
    LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
    var window = new Puller.Window(day.minusDays(days), day.plusDays(1), now, true);
    List<Puller.Page> out = new ArrayList<>();
    JsonNode cursor = null;
    do {
      Puller.Page page =
          cloud.adapter.puller().pull(account, LibreFeed.READINGS.feed(), window, cursor);
      out.add(page);
      cursor = page.next();
    } while (cursor != null);
    return out;
  }

  private static List<Sample> samples(List<Puller.Page> pages) {
    return pages.stream().flatMap(p -> p.batch().samples().stream()).toList();
  }

  @Test
  void theRegionIsFoundAndKeptAndNoOtherHostHasTheData() {
    Connected in = patients.in(patients.put("rea", false, "", "eu2"));
    assertEquals("eu2", in.granted().state().get("region").asText());
    assertEquals(SimPerson.idOf("rea"), in.granted().state().get("patient").asText());
    assertEquals(Optional.of(SimPerson.idOf("rea")), in.granted().externalUserId());
    assertEquals(Optional.empty(), in.granted().scopes());
    assertFalse(in.granted().state().toString().contains("right"));
    ProbeAccount account = patients.account(in);
    assertFalse(
        patients.pull(account, "readings", today().minusDays(2), today()).samples().isEmpty());
    patients.calls();
    account.refused(account.accessToken());
    // The next login goes there at once.
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu2/auth/login"));
    account.state.put("region", "");
    assertThrows(
        ProviderFault.Unauthorised.class,
        () -> patients.pull(account, "readings", today().minusDays(2), today()));
  }

  @Test
  void aRegionWithoutAnAddressIsUnsupported() {
    assertEquals(
        new Refused(Problem.UNSUPPORTED_REGION),
        patients.login(patients.put("mars", false, "", "jp"), "right"));
  }

  @Test
  void aRejectedPasswordIsSentOnce() {
    String email = patients.put("wanda", false, "", "");
    int before = patients.attempts();
    assertEquals(new Refused(Problem.WRONG_CREDENTIALS), patients.login(email, "wrong"));
    assertEquals(before + 1, patients.attempts());
  }

  /** A refusal by status alone is one as well, or each poll would send the password again. */
  @Test
  void aLoginThatIsToldToSignInIsRefused() {
    Connected in = patients.in(patients.put("sign", false, "", ""));
    patients.fault("/auth/login", new JsonObject().put("status", 401).put("count", 1));
    assertEquals(
        new Refused(Problem.WRONG_CREDENTIALS),
        patients.login().again(patients.app(), in.keep().orElseThrow(), in.granted().state()));
    for (String body :
        List.of(
            "{'status':4}",
            "{'status':401}",
            "{'status':2}",
            "{'status':7,'error':{'message':'notAuthenticated'}}")) {
      assertTrue(LibreAnswers.refusesLogin(answer(200, body)), body);
    }
    assertFalse(LibreAnswers.refusesLogin(answer(200, "{'status':7}")));
    assertFalse(LibreAnswers.refusesLogin(answer(503, "")));
  }

  private static ProviderHttp.Answer answer(int status, String body) {
    return new ProviderHttp.Answer(
        status, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer(body.replace('\'', '"')));
  }

  @Test
  void anAppThatRefusesThePasswordIsNotSentItAgain() {
    String email = patients.put("twice", false, "", "");
    patients.fault("/llu/auth/login", new JsonObject().put("status", 401).put("count", 1));
    Connected in = patients.in(email);
    assertFalse(in.granted().state().path("follows").asBoolean(true));
    patients.calls();
    patients.login().again(patients.app(), in.keep().orElseThrow(), in.granted().state());
    assertEquals(Map.of("/auth/login", 1), patients.calls());
  }

  @Test
  void anAccountThatIsLockedWaitsAsLongAsItIsTold() {
    String email = patients.put("lock", false, "", "");
    for (int i = 0; i < 5; i++) {
      patients.login(email, "wrong");
    }
    var told = assertThrows(ProviderFault.RateLimited.class, () -> patients.login(email, "right"));
    assertTrue(told.waitFor().compareTo(Duration.ofMinutes(14)) > 0);
    assertTrue(told.waitFor().compareTo(Duration.ofMinutes(15)) <= 0);
  }

  @Test
  void whatTheVendorWaitsForIsToldApart() {
    assertEquals(
        new Refused(Problem.PASSWORD_EXPIRED),
        patients.login(patients.put("old", true, "", ""), "right"));
    for (String terms : List.of("tou", "pp", "somethingNew")) {
      String email = patients.put("terms", false, "", "");
      patients.person("terms");
      patients.control(
          "people/" + SimPerson.idOf("terms") + "/step", new JsonObject().put("type", terms));
      assertEquals(new Refused(Problem.ELSEWHERE), patients.login(email, "right"), terms);
    }
  }

  @Test
  void aSecondFactorIsAskedForOnceAndTheDeviceIsTrustedAfterwards() {
    String email = patients.put("fay", false, "123456", "eu");
    Pending pending = assertInstanceOf(Pending.class, patients.login(email, "right"));
    assertEquals(PasswordLogin.Method.EMAIL, pending.method());
    assertEquals("f***@example.com", pending.hint());
    assertFalse(pending.toString().contains("right"));
    assertEquals(
        new Refused(Problem.WRONG_CODE),
        patients.login().second(patients.app(), pending.pending(), "000000"));
    Connected in =
        assertInstanceOf(
            Connected.class, patients.login().second(patients.app(), pending.pending(), "123456"));
    Kept kept = in.keep().orElseThrow();
    assertTrue(kept.more().get("trusted").asText().startsWith("trusted-"));
    assertEquals("eu", in.granted().state().get("region").asText());
    patients.calls();
    Connected again =
        assertInstanceOf(
            Connected.class, patients.login().again(patients.app(), kept, in.granted().state()));
    assertEquals(kept.more(), again.keep().orElseThrow().more());
    assertFalse(
        patients
            .pull(patients.account(again), "readings", today().minusDays(2), today())
            .isEmpty());
    // Without it nobody is sent a code that nobody waits for.
    Kept bare = new Kept(kept.user(), kept.secret(), Json.object());
    assertInstanceOf(
        Pending.class, patients.login().again(patients.app(), bare, in.granted().state()));
    assertEquals(null, patients.calls().get("/region/eu/auth/continue/2fa/sendcode"));
  }

  @Test
  void anAddressThatBelongsToSomebodyElseByNowIsNotReadOn() {
    Connected in = patients.in(patients.put("eve", false, "", ""));
    sim(patients, "eve@example.com", "somebody else");
    assertEquals(
        new Refused(Problem.WRONG_CREDENTIALS),
        patients.login().again(patients.app(), in.keep().orElseThrow(), in.granted().state()));
  }

  private static void sim(Cloud cloud, String email, String name) {
    cloud.control(
        "passwords",
        new JsonObject().put("login", email).put("password", "right").put("name", name));
  }

  @Test
  void whoFollowsThemselvesIsPolledByTheAppAndByAReportFourTimesADay() {
    String email = patients.put("flo", false, "", "eu");
    patients.person("flo");
    patients.control("people/" + SimPerson.idOf("flo") + "/follow", new JsonObject());
    Connected in = patients.in(email);
    assertTrue(in.granted().state().get("follows").asBoolean());
    ProbeAccount account = patients.account(in);
    Instant now = Instant.now();
    patients.calls();

    List<Puller.Page> first = poll(patients, account, 2, now);
    assertEquals(2, first.size());
    assertTrue(first.getLast().batch().isEmpty());
    assertEquals(now.toString(), account.state.get("reported").asText());
    assertEquals("Abbott", first.getFirst().batch().devices().getFirst().manufacturer());
    Map<String, Integer> calls = patients.calls();
    assertEquals(Integer.valueOf(1), calls.get("/region/eu/reports"));

    List<Puller.Page> second = poll(patients, account, 2, now.plusSeconds(900));
    assertEquals(1, second.size());
    assertEquals(Map.of("/region/eu/llu/connections/{id}/graph", 1), patients.calls());
    // A reading each quarter of an hour of half a day, and the current one.
    assertTrue(samples(second).size() >= 47, () -> "" + samples(second).size());
    // Both told the same: nothing is there twice, and nothing differs.
    Map<Object, Sample> told = new TreeMap<>(java.util.Comparator.comparing(Object::toString));
    samples(first).forEach(s -> told.put(s.key(), s));
    samples(second).forEach(s -> assertEquals(told.get(s.key()), s));

    poll(patients, account, 2, now.plus(Duration.ofHours(7)));
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu/reports"));
    // The first poll of a day looks back at what was uploaded late.
    poll(patients, account, 15, now.plus(Duration.ofHours(8)));
    assertEquals(Integer.valueOf(1), patients.calls().get("/region/eu/reports"));
  }

  @Test
  void otherPeoplesReadingsAreNeverRead() {
    ProbeAccount account = patients.account(patients.in(patients.put("parent", false, "", "")));
    assertFalse(account.state.get("follows").asBoolean());
    patients.calls();
    poll(patients, account, 2, Instant.now());
    account.refused(account.accessToken());
    assertTrue(
        patients.calls().keySet().stream().noneMatch(p -> p.contains("/llu/")), "the app is asked");
  }

  @Test
  void whoStopsToFollowThemselvesIsReadByReports() {
    String email = patients.put("stop", false, "", "");
    patients.person("stop");
    patients.control("people/" + SimPerson.idOf("stop") + "/follow", new JsonObject());
    ProbeAccount account = patients.account(patients.in(email));
    patients.fault("/llu/connections", new JsonObject().put("status", 404).put("count", 1));
    assertFalse(samples(poll(patients, account, 2, Instant.now())).isEmpty());
    assertFalse(account.state.get("follows").asBoolean());
  }

  @Test
  void anAppThatIsTooOldCostsNothingButTheShortWay() {
    String email = patients.put("elder", false, "", "");
    patients.person("elder");
    patients.control("people/" + SimPerson.idOf("elder") + "/follow", new JsonObject());
    patients.client = "llu.ios/4.2.1";
    try {
      ProbeAccount account = patients.account(patients.in(email));
      assertFalse(account.state.has("follows"));
      assertFalse(samples(poll(patients, account, 2, Instant.now())).isEmpty());
    } finally {
      patients.client = "";
    }
    // The next login finds out.
    ProbeAccount account = patients.account(patients.in(email));
    assertTrue(account.state.get("follows").asBoolean());
  }

  @Test
  void readingsAreThoseOfTheSensorInBothUnits() {
    for (String name : List.of("milli", "mmol mia")) {
      String email = patients.put(name.replace(' ', '.'), false, "", "");
      sim(patients, email, name);
      ProbeAccount account = patients.account(patients.in(email));
      SimPerson person = patients.person(name);
      LocalDate day = today().minusDays(3);
      Map<Instant, Double> truth =
          patients
              .sim
              .in(
                  w ->
                      w.people().days(person, day.minusDays(1), day.plusDays(1)).stream()
                          .flatMap(
                              d -> d.spots(io.tributary.simulator.kit.Spot.Glucose.class).stream())
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
      Batch batch = patients.pullOne(account, "readings", day, day);
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
    ProbeAccount account = patients.account(patients.in(patients.put("side", false, "", "")));
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
    ProbeAccount two = patients.account(patients.in(patients.put("two", false, "", "")));
    patients.calls();
    List<Puller.Page> pages =
        patients.pages(two, "readings", today().minusDays(3), today().minusDays(2));
    assertEquals(Integer.valueOf(2), patients.calls().get("/reports"));
    assertEquals(1, pages.size());
    assertEquals(4, pages.getFirst().documents().get().size());
    List<Sample> samples = samples(pages);
    assertEquals(samples.size(), samples.stream().map(Sample::key).distinct().count());
    ProbeAccount none = patients.account(patients.in(patients.put("empty", false, "", "")));
    assertTrue(patients.pullOne(none, "readings", today().minusDays(3), today()).isEmpty());
  }

  @Test
  void aPageThatIsTornOrAStrangersAddressIsNoEmptyDay() {
    ProbeAccount account = patients.account(patients.in(patients.put("torn", false, "", "")));
    LocalDate day = today().minusDays(2);
    Batch whole = patients.pullOne(account, "readings", day, day);
    for (JsonObject harm :
        List.of(
            new JsonObject().put("truncate", 50),
            new JsonObject().put("garbage", true),
            new JsonObject().put("status", 503))) {
      for (String path : List.of("/reports", "/channel", "/poll", "/report/")) {
        patients.fault(path, harm.copy().put("count", 1));
        assertEquals(
            whole.samples(), patients.pullOne(account, "readings", day, day).samples(), path);
      }
    }
    patients.fault("/reports", new JsonObject().put("status", 430).put("count", 1));
    var unsaid =
        assertThrows(
            ProviderFault.RateLimited.class, () -> patients.pullOne(account, "readings", day, day));
    assertEquals(Duration.ofMinutes(15), unsaid.waitFor());
    patients.fault(
        "/reports", new JsonObject().put("status", 429).put("retry_after", 17).put("count", 1));
    var said =
        assertThrows(
            ProviderFault.RateLimited.class, () -> patients.pullOne(account, "readings", day, day));
    assertEquals(Duration.ofSeconds(17), said.waitFor());
  }

  @Test
  void aTicketThatHasEndedInTheMiddleIsRenewedOnce() {
    ProbeAccount account = patients.account(patients.in(patients.put("mid", false, "", "")));
    LocalDate day = today().minusDays(2);
    for (String path : List.of("/reportSettings", "/reports", "/poll", "/report/")) {
      int refused = account.refused;
      patients.fault(path, new JsonObject().put("status", 401).put("count", 1));
      assertFalse(patients.pullOne(account, "readings", day, day).isEmpty(), path);
      assertEquals(refused + 1, account.refused, path);
    }
  }

  @Test
  void aPatientIsFoundByJustTheirAddress() {
    String email = practice.put("paul", false, "", "");
    practice.put("jean.paul", false, "", "");
    Connected in = practice.in("PAUL@example.com ".strip());
    assertEquals(SimPerson.idOf("paul"), in.granted().state().get("patient").asText());
    Kept kept = in.keep().orElseThrow();
    assertEquals("", kept.secret());
    assertFalse(kept.more().has("practice"));
    practice.calls();
    // Patients may have no address at all.
    assertEquals(new Refused(Problem.WRONG_CREDENTIALS), practice.login("   ", ""));
    assertEquals(null, practice.calls().get("/patients/search"));
    assertEquals(new Refused(Problem.WRONG_CREDENTIALS), practice.login("aul@example.com", ""));
    assertEquals(new Refused(Problem.WRONG_CREDENTIALS), practice.login("nobody@example.com", ""));
    ProbeAccount account = practice.account(in);
    assertFalse(
        practice.pull(account, "readings", today().minusDays(3), today()).samples().isEmpty());
    practice.sim.in(w -> w.passwords().forget(email)).await();
    var gone =
        assertThrows(
            ProviderFault.AccountGone.class,
            () -> practice.pull(account, "readings", today().minusDays(3), today()));
    assertEquals("deregistered_per_provider", gone.errorType());
  }

  @Test
  void aPracticeSignsInOnceForAllItsPatientsAndNeverTwiceWithAWrongPassword() {
    Cloud own = new Cloud(LibreVendor.practice(), LibreAdapter::practice);
    try {
      own.client = "tributary-sandbox";
      own.secret = "tributary-sandbox-secret";
      String one = own.put("one", false, "", "");
      Connected in = own.in(one);
      own.in(own.put("another", false, "", ""));
      own.login().again(own.app(), in.keep().orElseThrow(), in.granted().state());
      assertEquals(Integer.valueOf(1), own.calls().get("/auth/login"));
      own.secret = "changed";
      for (int i = 0; i < 3; i++) {
        assertThrows(ProviderFault.AppRefused.class, () -> own.login(one, ""));
      }
      assertEquals(Integer.valueOf(1), own.calls().get("/auth/login"));
      own.secret = "";
      assertThrows(ProviderFault.AppRefused.class, () -> own.login(one, ""));
      assertEquals(Map.of(), own.calls());
    } finally {
      own.close();
    }
  }

  @Test
  void aNewSessionHasNewTickets() {
    Connected in = patients.in(patients.put("renew", false, "", ""));
    ProbeAccount account = patients.account(in);
    account.refused(account.accessToken());
    assertNotEquals(in.granted().tokens().access(), account.accessToken());
    assertTrue(account.tokens.expiresAt().isAfter(Instant.now().plus(Duration.ofMinutes(50))));
    assertEquals(null, account.tokens.refresh());
  }
}
