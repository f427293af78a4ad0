package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.SimulatorKitHarness.ok;
import static io.tributary.simulators.kit.SimulatorKitHarness.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Client-visible effects of each fault script, as documented in {@code src/docs/simulators.md}. */
class FaultScriptTest {
  private static final String ANN = SimPerson.idOf("ann");

  private SimulatorKitHarness kit;
  private NotificationRecorder receiver;
  private String token;

  @BeforeEach
  void start() {
    var vendor = new ToyVendor();
    vendor.plan =
        RateQuotas.Plan.of(RateHeaders.OURA, RateQuotas.Limit.app(1000, Duration.ofMinutes(5)));
    vendor.pushes =
        Optional.of(
            new PushRules(
                List.of(),
                Duration.ofSeconds(60),
                Duration.ofDays(1),
                Set.of(),
                false,
                (secret, stamp, body) ->
                    new PushRules.Signed(
                        Map.of("x-stamp", Long.toString(stamp.getEpochSecond())), Map.of())));
    kit = new SimulatorKitHarness(vendor);
    receiver = new NotificationRecorder(kit.vertx);
    String url = receiver.url();
    kit.sim
        .runOnEventLoop(
            world -> {
              world.hooks().put(ToyVendor.hook(url));
              return world.hooks();
            })
        .await();
    token = kit.connect("activity").getString("access_token");
  }

  @AfterEach
  void stop() {
    kit.close();
  }

  private void news(String what) {
    kit.control("people/" + ANN + "/notify", new JsonObject().put("what", what));
  }

  @Test
  void storm429RefusesEveryDataCallAndNoTokenCall() {
    kit.script("storm_429");
    for (int i = 0; i < 5; i++) {
      var answer = kit.day(token);
      refused(429, "too_many_requests", answer);
      assertEquals("2", answer.getHeader("Retry-After"));
      assertEquals("1000", answer.getHeader("X-RateLimit-Limit"));
    }
    kit.connect("activity");
    kit.stop("storm_429");
    ok(kit.day(token));
  }

  @Test
  void aStormMayBeForOneUserAndEndByItself() {
    kit.control("people", new JsonObject().put("name", "bob"));
    kit.control(
        "script",
        new JsonObject()
            .put("name", "storm_429")
            .put("user", SimPerson.idOf("bob"))
            .put("times", 1)
            .put("retry_after", 9));
    ok(kit.day(token));
    String bobs =
        ok(kit.exchange(kit.authorise("activity", "&sim_user=bob").get("code")))
            .getString("access_token");
    assertEquals("9", kit.day(bobs).getHeader("Retry-After"));
    ok(kit.day(bobs));
  }

  @Test
  void slowPagesComeWholeButLate() {
    JsonObject quick = ok(kit.day(token));
    kit.control(
        "script",
        new JsonObject()
            .put("name", "slow_pages")
            .put("delay_ms", 20)
            .put("bytes_per_second", 40_000));
    assertEquals(quick, ok(kit.day(token)));
    kit.stop("slow_pages");
    kit.control(
        "script",
        new JsonObject().put("name", "slow_pages").put("delay_ms", 60_000).put("times", 1));
    assertEquals(1, kit.control("faults").getInteger("left"));
    var impatient =
        kit.web
            .getAbs(kit.sim.baseUrl() + ToyVendor.DAY + "?day=2026-01-01")
            .bearerTokenAuthentication(token)
            .timeout(2000);
    assertThrows(TimeoutException.class, () -> impatient.send().await());
    assertEquals(0, kit.control("faults").getInteger("left"));
    assertEquals(quick, ok(kit.day(token)));
  }

  @Test
  void serverErrorsComeInTurn() {
    kit.script("server_errors");
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < 5; i++) {
      statuses.add(kit.day(token).statusCode());
    }
    assertEquals(List.of(500, 502, 503, 504, 500), statuses);
  }

  @Test
  void truncatedJsonIsA200ThatCannotBeRead() {
    int whole = kit.day(token).body().length();
    kit.script("truncated_json");
    var answer = kit.day(token);
    assertEquals(200, answer.statusCode());
    assertEquals((int) (whole * 60L / 100), answer.body().length());
    assertThrows(DecodeException.class, answer::bodyAsJsonObject);
  }

  @Test
  void missingAfterPingIsA404OnceForEachNotification() throws Exception {
    kit.script("missing_after_ping");
    ok(kit.day(token));
    news("steps");
    receiver.take();
    refused(404, "not_found", kit.day(token));
    ok(kit.day(token));
  }

  @Test
  void clockSkewShowsInStampsAndDates() throws Exception {
    kit.control("script", new JsonObject().put("name", "clock_skew").put("seconds", -600));
    var date =
        ZonedDateTime.parse(kit.day(token).getHeader("Date"), DateTimeFormatter.RFC_1123_DATE_TIME);
    assertTrue(date.toInstant().isBefore(Instant.now().minusSeconds(590)));
    news("steps");
    long stamp = Long.parseLong(receiver.take().headers().get("x-stamp"));
    assertTrue(stamp < Instant.now().getEpochSecond() - 590);
    kit.stop("clock_skew");
    news("steps");
    stamp = Long.parseLong(receiver.take().headers().get("x-stamp"));
    assertTrue(stamp > Instant.now().getEpochSecond() - 590);
  }

  @Test
  void hangingRequestsAreAnsweredOnceItEnds() {
    kit.script("hang");
    Future<HttpResponse<Buffer>> waiting =
        kit.web
            .getAbs(kit.sim.baseUrl() + ToyVendor.DAY + "?day=2026-01-01")
            .bearerTokenAuthentication(token)
            .send();
    Instant deadline = Instant.now().plusSeconds(60);
    while (kit.control("faults").getInteger("hanging") == 0) {
      assertTrue(Instant.now().isBefore(deadline), "the request should hang");
    }
    assertFalse(waiting.isComplete());
    kit.stop("hang");
    assertEquals(200, waiting.await().statusCode());
    ok(kit.day(token));
  }

  @Test
  void flakyFailsNowAndThenInAllTheWaysThereAre() {
    kit.script("flaky");
    var seen = new TreeMap<String, Integer>();
    for (int i = 0; i < 40; i++) {
      seen.merge(outcome(), 1, Integer::sum);
    }
    assertEquals(Set.of("200", "503", "markup", "reset"), seen.keySet());
    assertTrue(seen.get("200") > 20, seen.toString());
    JsonObject statuses = kit.control("requests").getJsonObject("statuses");
    assertTrue(statuses.getInteger("0") >= seen.get("reset"), statuses::encode);
  }

  private String outcome() {
    try {
      var answer = kit.day(token);
      boolean markup = answer.statusCode() == 200 && answer.bodyAsString().startsWith("<");
      return markup ? "markup" : Integer.toString(answer.statusCode());
    } catch (RuntimeException dropped) {
      return "reset";
    }
  }

  @Test
  void springForwardAndFallBackMakeAPersonWithSuchADay() {
    for (String script : List.of("spring_forward", "fall_back")) {
      JsonObject told = kit.script(script);
      int hours = script.equals("fall_back") ? 25 : 23;
      assertEquals(hours, told.getInteger("hours"));
      LocalDate day = LocalDate.parse(told.getString("day"));
      JsonObject seen = day(told.getString("person"), day);
      assertEquals(hours * 60, seen.getJsonArray("steps").size());
      String before = script.equals("fall_back") ? "+02:00" : "+01:00";
      assertEquals(day + "T00:00:00" + before, seen.getString("start"));
    }
    var nowhere = new JsonObject().put("name", "fall_back").put("zone", "Asia/Kolkata");
    assertEquals(400, kit.call(HttpMethod.POST, "/control/script", nowhere).statusCode());
  }

  @Test
  void theClockMayBeMovedBehindTheChange() {
    var order = new JsonObject().put("name", "spring_forward").put("move_clock", true);
    JsonObject told = kit.control("script", order);
    Instant now = Instant.parse(kit.control("clock").getString("now"));
    LocalDate today = now.atZone(ZoneId.of("Europe/Berlin")).toLocalDate();
    assertEquals(LocalDate.parse(told.getString("day")).plusDays(2), today);
  }

  private JsonObject day(String person, LocalDate day) {
    String code = kit.authorise("activity", "&sim_user=" + person).get("code");
    String theirs = ok(kit.exchange(code)).getString("access_token");
    return ok(kit.get(ToyVendor.DAY + "?day=" + day, theirs));
  }

  @Test
  void reusedRefreshLosesTheAnswerButNotTheDeed() {
    String refresh = kit.connect("activity").getString("refresh_token");
    kit.script("reused_refresh");
    assertThrows(Exception.class, () -> kit.refresh(refresh));
    refused(400, "invalid_grant", kit.refresh(refresh));
    JsonObject oauth = kit.control("requests").getJsonObject("oauth");
    assertEquals(1, oauth.getInteger("refreshes"));
    assertEquals(1, oauth.getInteger("reuses"));
  }

  @Test
  void lateRevisionsChangePastDaysAndTellOfThem() throws Exception {
    LocalDate yesterday = known().minusDays(1);
    int before = sum(yesterday);
    kit.control("script", new JsonObject().put("name", "late_revisions").put("days", 1));
    assertTrue(receiver.take().text().contains(yesterday.toString()));
    assertEquals(before + 40, sum(yesterday));
    var truth = kit.control("people/" + ANN + "/truth?start=" + yesterday);
    assertEquals(before + 40, truth.getJsonArray("days").getJsonObject(0).getInteger("steps"));
  }

  /** Returns today in Ann's zone. */
  private LocalDate known() {
    return kit.sim
        .runOnEventLoop(w -> w.people().named("ann").localDateAt(w.clock().now()))
        .await();
  }

  private int sum(LocalDate day) {
    JsonArray minutes = ok(kit.get(ToyVendor.DAY + "?day=" + day, token)).getJsonArray("steps");
    return minutes.stream().mapToInt(m -> (Integer) m).sum();
  }

  @Test
  void reorderedPushesComeLatestFirst() throws Exception {
    // Long enough for three calls on a busy machine.
    kit.control("script", new JsonObject().put("name", "reordered_pushes").put("gather_ms", 3000));
    for (String what : List.of("one", "two", "three")) {
      news(what);
    }
    for (String what : List.of("three", "two", "one")) {
      assertTrue(receiver.take().text().contains(what));
    }
  }

  @Test
  void duplicatePushesComeSeveralTimes() throws Exception {
    kit.script("duplicate_pushes");
    news("one");
    for (int i = 0; i < 3; i++) {
      assertTrue(receiver.take().text().contains("one"));
    }
    kit.stop("duplicate_pushes");
    news("two");
    assertTrue(receiver.take().text().contains("two"));
    receiver.assertEmpty();
  }

  @Test
  void aScriptMayPlayFromTheStart() {
    var vendor = new ToyVendor();
    SimOptions options =
        SimOptions.defaults().parse(List.of("--script", "server_errors"), (n, v) -> false);
    try (var other = new SimulatorKitHarness(vendor, options)) {
      String access = other.connect("activity").getString("access_token");
      assertEquals(500, other.day(access).statusCode());
    }
  }

  @Test
  void unknownScriptsAreRefusedWithTheKnownOnes() {
    var answer =
        kit.call(HttpMethod.POST, "/control/script", new JsonObject().put("name", "meteor"));
    assertEquals(400, answer.statusCode());
    for (Object name : kit.control("script").getJsonArray("scripts")) {
      assertTrue(answer.bodyAsString().contains((String) name));
    }
  }

  @Test
  void everyScriptIsDocumented() throws Exception {
    String doc = Files.readString(Path.of("src/docs/simulators.md"));
    Arrays.stream(FaultScript.values())
        .map(FaultScript::scriptName)
        .forEach(word -> assertTrue(doc.contains("`" + word + "`"), word));
  }
}
