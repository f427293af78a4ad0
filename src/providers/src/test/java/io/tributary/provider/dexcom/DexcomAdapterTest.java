package io.tributary.provider.dexcom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourceType;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.dexcom.DexcomVendor;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The adapter against the clouds of two regions. */
class DexcomAdapterTest {
  private static final String CALLBACK = "http://127.0.0.1:9/v2/link/connect/dexcom_v3";

  private static Vertx vertx;
  private static WebClient web;
  private static Sim us;
  private static Sim eu;
  private Adapter adapter;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    us = sim();
    eu = sim();
  }

  @AfterAll
  static void stop() {
    us.close().await();
    eu.close().await();
    vertx.close().await();
  }

  /** Creates a new adapter for each test, because it counts consecutive rejections. */
  @BeforeEach
  void adapter() {
    adapter =
        DexcomAdapter.on(
            new ProviderHttp(
                vertx,
                new ProviderHttp.Limits(
                    Duration.ofSeconds(20),
                    3,
                    Duration.ofMillis(5),
                    100,
                    Duration.ofSeconds(1),
                    Duration.ofHours(1))));
    control(us, HttpMethod.DELETE, "faults", new JsonObject());
    control(us, HttpMethod.DELETE, "requests", new JsonObject());
    control(eu, HttpMethod.DELETE, "requests", new JsonObject());
  }

  private static Sim sim() {
    return Sim.start(vertx, new DexcomVendor(), SimOptions.defaults().withPort(0).withDays(50))
        .await();
  }

  private static void control(Sim sim, HttpMethod method, String path, JsonObject body) {
    var answer =
        web.requestAbs(method, sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  private static AppCredentials app(ObjectNode details) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "dexcom_v3",
        "tributary-sandbox",
        "tributary-sandbox-secret",
        new AppCredentials.Urls(
            us.baseUrl(),
            us.baseUrl() + "/v2/oauth2/login",
            Optional.empty(),
            Map.of("eu", eu.baseUrl())),
        CALLBACK,
        details);
  }

  private static AppCredentials app() {
    return app(Json.object());
  }

  private OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  private OAuth.Granted grant(AppCredentials app, String user, Optional<String> region) {
    String page = oauth().authorizeUrl(app, new OAuth.Start("st", List.of(), "", region));
    String back =
        web.getAbs(page + "&sim_decision=grant&sim_user=" + user)
            .send()
            .await()
            .getHeader("Location");
    String code = URI.create(back).getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
    return oauth()
        .exchange(
            app, new OAuth.Callback(code, "", List.of(), Optional.empty(), Ids.uuid(), region));
  }

  private TestAccount account(String user) {
    return new TestAccount(adapter, app(), grant(app(), user, Optional.empty()));
  }

  private List<NormalizedBatch> pages(Puller.Account account, Puller.Window window) {
    List<NormalizedBatch> out = new ArrayList<>();
    JsonNode cursor = null;
    do {
      Puller.Page page =
          adapter.puller().orElseThrow().pull(account, DexcomFeed.READINGS.feed(), window, cursor);
      out.add(page.batch());
      cursor = page.next();
    } while (cursor != null);
    return out;
  }

  private List<NormalizedBatch> poll(Puller.Account account) {
    return pages(
        account, new Puller.Window(today().minusDays(2), today().plusDays(1), Instant.now(), true));
  }

  private NormalizedBatch read(Puller.Account account, LocalDate first, LocalDate last) {
    List<NormalizedBatch> all = pages(account, new Puller.Window(first, last, Instant.now()));
    assertEquals(1, all.size());
    return all.getFirst();
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static Set<LocalDate> days(List<NormalizedBatch> batches) {
    Set<LocalDate> out = new HashSet<>();
    for (NormalizedBatch b : batches) {
      b.samples().stream()
          .filter(s -> s.source().type() == SourceType.AUTOMATIC)
          .filter(s -> s.resource() == Resource.GLUCOSE)
          .forEach(s -> out.add(s.at().atOffset(ZoneOffset.UTC).toLocalDate()));
    }
    return out;
  }

  private static int requests(Sim sim) {
    return sim.runOnEventLoop(world -> world.quotas().maxUnitsInWindow("tributary-sandbox"))
        .await();
  }

  @Test
  void aRegionIsKeptWithTheConnectionAndNoOtherHostIsCalled() {
    int before = requests(us);
    OAuth.Granted granted = grant(app(), "ella", Optional.of("EU"));
    assertEquals("{\"region\":\"eu\"}", granted.state().toString());
    assertEquals(Optional.empty(), granted.scopes());
    assertTrue(granted.externalUserId().orElseThrow().matches("[0-9a-f]{16}"));
    TestAccount account = new TestAccount(adapter, app(), granted);
    assertFalse(read(account, today().minusDays(3), today().minusDays(2)).isEmpty());
    account.tokenRejected(account.accessToken());
    assertFalse(read(account, today().minusDays(3), today().minusDays(2)).isEmpty());
    assertEquals(before, requests(us));
    assertTrue(requests(eu) >= 10);
  }

  @Test
  void theTeamsApplicationMayNameTheRegionAndTheLinkBeforeIt() {
    AppCredentials europe = app(Json.object().put("region", "eu"));
    assertEquals("eu", grant(europe, "emil", Optional.empty()).state().get("region").asText());
    assertEquals("us", grant(europe, "emil", Optional.of("us")).state().get("region").asText());
    assertEquals("us", grant(app(), "emil", Optional.empty()).state().get("region").asText());
  }

  @Test
  void aRegionWithoutAnAddressIsRefused() {
    OAuth.Start start = new OAuth.Start("st", List.of(), "", Optional.of("mars"));
    assertThrows(ProviderException.Rejected.class, () -> oauth().authorizeUrl(app(), start));
  }

  @Test
  void windowsSideBySideGiveEachReadingOnce() {
    TestAccount account = account("fred");
    LocalDate middle = today().minusDays(25);
    Set<Sample> whole =
        new HashSet<>(read(account, today().minusDays(31), today().minusDays(2)).samples());
    List<Sample> parts = new ArrayList<>(read(account, today().minusDays(31), middle).samples());
    parts.addAll(read(account, middle.plusDays(1), today().minusDays(2)).samples());
    assertEquals(whole, new HashSet<>(parts));
    assertEquals(parts.size(), new HashSet<>(parts).size());
    assertTrue(parts.size() > 30 * 288, () -> "samples " + parts.size());
  }

  @Test
  void daysWithoutARecordCostOneCall() {
    TestAccount account = account("gerd");
    assertTrue(read(account, today().minusDays(300), today().minusDays(271)).isEmpty());
    assertEquals(1, account.permits);
    read(account, today().minusDays(5), today().minusDays(4));
    assertEquals(6, account.permits);
  }

  @Test
  void whatIsUploadedAfterWeeksIsReadByTheNextPollPageByPage() {
    TestAccount account = account("hugo");
    String id = SimPerson.idOf("hugo");
    LocalDate gap = today().minusDays(40);
    control(
        us,
        HttpMethod.POST,
        "people/" + id + "/hold",
        new JsonObject().put("since", gap + "T00:00:00Z"));
    int calls = account.permits;
    assertEquals(Set.of(), days(poll(account)));
    assertEquals(calls + 1, account.permits);
    assertFalse(account.state().has("late_read"));

    control(us, HttpMethod.DELETE, "people/" + id + "/hold", new JsonObject());
    List<NormalizedBatch> pages = poll(account);
    Set<LocalDate> expected = new HashSet<>(gap.datesUntil(today()).toList());
    expected.removeAll(days(pages));
    assertEquals(Set.of(), expected);
    assertEquals(4, pages.size());
    assertTrue(pages.getLast().isEmpty());
    assertTrue(account.state().has("late_read"));

    // Half a day later, that day is not requested again.
    account.updateState(
        Json.object().put("late_read", Instant.now().plus(Duration.ofHours(12)).toString()));
    assertEquals(1, poll(account).size());
  }

  @Test
  void aHistoryReadsItsDaysAndNoOthers() {
    TestAccount account = account("ida");
    String id = SimPerson.idOf("ida");
    control(
        us,
        HttpMethod.POST,
        "people/" + id + "/hold",
        new JsonObject().put("since", today().minusDays(20) + "T00:00:00Z"));
    control(us, HttpMethod.DELETE, "people/" + id + "/hold", new JsonObject());
    NormalizedBatch batch = read(account, today().minusDays(3), today().minusDays(2));
    assertEquals(Set.of(today().minusDays(3), today().minusDays(2)), days(List.of(batch)));
  }

  @Test
  void aLinkThatMayNotYetAskWhoseItIsWaitsAndIsNotOneOfNobody() {
    control(
        us,
        HttpMethod.POST,
        "faults",
        new JsonObject()
            .put("path_prefix", "/v3/users/self/dataRange")
            .put("status", 429)
            .put("count", 1));
    assertThrows(ProviderException.RateLimited.class, () -> grant(app(), "lena", Optional.empty()));
  }

  @Test
  void anUntoldWaitIsAMinuteAndDoublesUntilACallPasses() {
    TestAccount account = account("jana");
    for (int i = 0; i < 3; i++) {
      control(
          us,
          HttpMethod.POST,
          "faults",
          new JsonObject().put("path_prefix", "/v3/").put("status", 429).put("count", 1));
      assertThrows(
          ProviderException.RateLimited.class, () -> read(account, today().minusDays(2), today()));
    }
    read(account, today().minusDays(2), today());
    control(
        us,
        HttpMethod.POST,
        "faults",
        new JsonObject().put("path_prefix", "/v3/").put("status", 429).put("count", 1));
    assertThrows(
        ProviderException.RateLimited.class, () -> read(account, today().minusDays(2), today()));
    assertEquals(
        List.of(60L, 120L, 240L, 60L), account.backOffs.stream().map(Duration::toSeconds).toList());
  }

  @Test
  void anAnswerWithoutItsRecordsIsNoEmptyDay() {
    TestAccount account = account("kurt");
    control(
        us,
        HttpMethod.POST,
        "faults",
        new JsonObject()
            .put("path_prefix", "/v3/users/self/egvs")
            .put("garbage", true)
            .put("count", 3));
    assertThrows(
        ProviderException.Unavailable.class,
        () -> read(account, today().minusDays(3), today().minusDays(2)));
  }

  @Test
  void millimolesAndReceiversAreReadLikeOthers() {
    for (String user : List.of("mmol-lena", "receiver-lena")) {
      NormalizedBatch batch = read(account(user), today().minusDays(3), today().minusDays(2));
      assertEquals(List.of(), batch.refused(), user);
      assertEquals(
          2 * 288,
          batch.samples().stream()
              .filter(s -> s.resource() == Resource.GLUCOSE)
              .filter(s -> s.source().type() == SourceType.AUTOMATIC)
              .count(),
          user);
      ZoneId home = SimPerson.zoneOf(SimPerson.idOf(user));
      assertTrue(
          batch.samples().stream()
              .allMatch(
                  s -> home.getRules().getOffset(s.at()).getTotalSeconds() == s.offsetSeconds()),
          user);
    }
  }

  @Test
  void aGrantIsEndedAtTheProviderByItsUserAlone() {
    TestAccount account = account("mara");
    oauth().revoke(app(), new OAuth.Session(account.tokens, Optional.empty(), account.state()));
    assertFalse(read(account, today().minusDays(3), today().minusDays(2)).isEmpty());
  }
}
