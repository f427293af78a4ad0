package io.tributary.provider.polar;

import static io.tributary.provider.AdapterHarness.summaries;
import static io.tributary.provider.AdapterHarness.today;
import static io.tributary.provider.polar.PolarHarness.ALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.model.BodySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.kit.HeartPoint;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requested data and polling frequency. */
class PolarAdapterTest {
  private static PolarHarness polar;

  @BeforeAll
  static void start() {
    polar = new PolarHarness(AdapterHarness.options());
  }

  @AfterAll
  static void stop() {
    polar.close();
  }

  @AfterEach
  void noFaults() {
    polar.noFaults();
  }

  @Test
  void aRateLimitWaitsForTheQuotaThatIsUsedUp() {
    TestAccount account = polar.account("fritz", ALL);
    polar.fault(
        "/users/sleep", new JsonObject().put("status", 429).put("retry_after", 37).put("count", 1));
    var limited =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> polar.pull(account, "sleep", today().minusDays(2), today()));
    assertEquals(Duration.ofSeconds(37), limited.retryAfter());
    assertEquals(List.of(Duration.ofSeconds(37)), account.backOffs);
  }

  @Test
  void whereTheDayIsUsedUpTheWaitIsTheDaysAndWithoutHeadersTheUsualOne() {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("RateLimit-Usage", "10, 5100")
            .add("RateLimit-Limit", "520, 5100")
            .add("RateLimit-Reset", "100, 40000");
    assertEquals(Duration.ofSeconds(40_000), waits(headers));
    assertEquals(Duration.ofSeconds(100), waits(headers.set("RateLimit-Usage", "520,600")));
    assertEquals(Duration.ofSeconds(9), waits(headers.set("RateLimit-Reset", "soon")));
    assertEquals(Duration.ofSeconds(9), waits(MultiMap.caseInsensitiveMultiMap()));
  }

  private static Duration waits(MultiMap headers) {
    var fault =
        PolarErrorMapping.MAPPING.toException(
            new ProviderHttp.ProviderResponse(429, headers, Buffer.buffer()),
            Duration.ofSeconds(9));
    return ((ProviderException.RateLimited) fault.orElseThrow()).retryAfter();
  }

  @Test
  void aPollOfAllFeedsIsSevenCalls() {
    TestAccount account = polar.account("gerda", ALL);
    for (PolarFeed feed : PolarFeed.values()) {
      polar.pull(account, feed.storedName(), today().minusDays(2), today());
    }
    assertEquals(7, account.permits);
  }

  @Test
  void aWatchThatIsSynchronisedDaysLaterIsFoundWithoutANoticeAndWithoutMoreCalls() {
    int lookBack = polar.adapter.descriptor().lookbackDays();
    assertTrue(lookBack >= 7, "looks back " + lookBack);
    TestAccount account = polar.account("greta", ALL);
    for (PolarFeed feed : PolarFeed.values()) {
      news(account, feed.storedName(), today().minusDays(lookBack));
    }
    assertEquals(7, account.permits);
  }

  @Test
  void daysBeforeTheLinkAreNoNews() {
    TestAccount account = polar.account("gero", ALL);
    LocalDate linked = today().minusDays(3);
    account.connectedAt = linked.atTime(9, 0).toInstant(ZoneOffset.UTC);
    for (String feed : List.of("heart", "activity")) {
      Set<LocalDate> days =
          news(account, feed, today().minusDays(9)).documents().get().stream()
              .filter(d -> d.kind().equals(feed))
              .map(d -> LocalDate.parse(d.key()))
              .collect(Collectors.toSet());
      assertTrue(days.contains(linked), feed);
      // Each poll reads two days again.
      assertTrue(days.stream().noneMatch(d -> d.isBefore(linked.minusDays(2))), feed);
    }
    account.permits = 0;
    account.connectedAt = Instant.now().plus(Duration.ofDays(3));
    assertTrue(news(account, "activity", today().minusDays(9)).batch().isEmpty());
    assertEquals(0, account.permits);
  }

  private static Puller.Page news(TestAccount account, String feed, LocalDate first) {
    var window = new Puller.Window(first, today(), Instant.now(), true);
    return polar.page(account, feed, window, null);
  }

  @Test
  void windowsSideBySideGiveWhatOneWindowGives() {
    TestAccount account = polar.account("hugo", ALL);
    LocalDate last = today().minusDays(2);
    for (String feed : List.of("sleep", "heart", "activity")) {
      int count =
          polar.compareSplitWindow(account, feed, last.minusDays(9), last.minusDays(3), last);
      assertTrue(count > 0, feed);
    }
  }

  @Test
  void heartRatesHaveTheOffsetThatExercisesAndNightsHaveToldWhereverTheUserSaysToLive() {
    polar.control("people", new JsonObject().put("name", "ines").put("zone", "Asia/Kolkata"));
    TestAccount account = polar.account("ines", ALL);
    account.zone = ZoneId.of("Europe/Berlin");
    LocalDate day = today().minusDays(3);
    NormalizedBatch batch = polar.pull(account, "heart", day, day);
    Set<Long> exercise =
        batch.streams().stream()
            .flatMap(s -> Arrays.stream(s.stream().times()).boxed())
            .collect(Collectors.toSet());
    Map<Long, Long> truth =
        polar
            .sim
            .runOnEventLoop(
                w ->
                    w.people().day(w.people().named("ines"), day).heart().stream()
                        .filter(p -> !exercise.contains(p.epochSecond()))
                        .collect(Collectors.toMap(HeartPoint::epochSecond, p -> (long) p.bpm())))
            .await();
    Map<Long, Long> known =
        batch.retain(Set.of(Resource.HEARTRATE)).samples().stream()
            .filter(s -> !exercise.contains(s.at().getEpochSecond()))
            .collect(Collectors.toMap(s -> s.at().getEpochSecond(), s -> Math.round(s.value())));
    assertEquals(truth, known);
    assertTrue(batch.samples().stream().allMatch(s -> s.offsetSeconds() == 19_800));
  }

  @Test
  void whatNightsTellOfTheClockIsKnownToTheReadingsOfTheirDays() {
    TestAccount account = polar.account("isak", ALL);
    polar.pull(account, "sleep", today(), today());
    int offset = polar.person("isak").zone().getRules().getOffset(Instant.now()).getTotalSeconds();
    assertTrue(account.state.get(PolarClient.OFFSETS).toString().endsWith("," + offset + "]]"));
  }

  @Test
  void anExerciseThatIsUploadedLaterIsNewsOfThatDayButNoneOfItsDays() {
    polar.control(
        "people",
        new JsonObject()
            .put("name", "jonas")
            .put("zone", "UTC")
            .put("traits", new JsonArray().add("across_midnight")));
    TestAccount account = polar.account("jonas", ALL);
    LocalDate first = today().minusDays(3);
    Puller.Window days = new Puller.Window(first, first, Instant.now());
    Puller.Window news = new Puller.Window(first, first, Instant.now(), true);
    assertEquals(Set.of(first), begins(account, days));
    Set<LocalDate> told = begins(account, news);
    // Late in the day its own exercise has ended too.
    told.remove(today());
    assertEquals(
        Set.of(first.minusDays(1), first, first.plusDays(1), first.plusDays(2)),
        told,
        "what ends after midnight is uploaded then");
  }

  private static Set<LocalDate> begins(TestAccount account, Puller.Window window) {
    var page = polar.page(account, "heart", window, null);
    return summaries(page.batch(), WorkoutSummary.class).stream()
        .map(WorkoutSummary::calendarDate)
        .collect(Collectors.toSet());
  }

  @Test
  void aNoticeHasTheOneExerciseReadAndOneThatIsNotThereIsAskedForAgain() {
    TestAccount account = polar.account("karl", ALL);
    WorkoutSummary workout =
        summaries(
                polar.pull(account, "heart", today().minusDays(20), today()), WorkoutSummary.class)
            .getFirst();
    Puller.Page page = fetch(account, "heart", workout.providerId());
    assertEquals(List.of(workout), summaries(page.batch(), WorkoutSummary.class));
    assertEquals(1, page.batch().streams().size());
    assertEquals(1, page.documents().get().size());
    assertThrows(ProviderException.Rejected.class, () -> fetch(account, "heart", "000000000000"));
    assertThrows(
        ProviderException.Rejected.class, () -> fetch(account, "sleep", workout.providerId()));
  }

  private static Puller.Page fetch(TestAccount account, String feed, String id) {
    return polar.fetch(account, feed, new FetchTarget.SingleDocument("exercise", id));
  }

  @Test
  void aWeightCountsForTheDayItWasFirstReadAndOnlyANewOneIsANewMeasurement() {
    TestAccount account = polar.account("lena", ALL);
    var first = polar.pull(account, "physical", today(), today());
    assertEquals(1, summaries(first, BodySummary.class).size());
    assertEquals(1, first.retain(Set.of(Resource.VO2_MAX)).samples().size());
    account.zone = ZoneId.of("Asia/Tokyo");
    assertEquals(
        summaries(first, BodySummary.class),
        summaries(polar.pull(account, "physical", today(), today()), BodySummary.class));
  }

  @Test
  void anAnswerWithoutItsListIsNoEmptyDay() {
    assertEquals(1, PolarClient.documents("nights", Json.parse("{\"a\":[{}]}"), "/sleep").size());
    assertEquals(1, PolarClient.documents("nights", Json.parse("[{}]"), "/sleep").size());
    String day = "{\"date\":\"2026-03-02\",\"heart_rate_samples\":[{},{}]}";
    assertEquals(1, PolarClient.documents("days", Json.parse(day), "/heart").size());
    for (String none : List.of("{}", "{\"message\":\"later\"}", "{\"a\":[],\"b\":[]}", "7")) {
      assertThrows(
          ProviderException.Unavailable.class,
          () -> PolarClient.documents("nights", Json.parse(none), "/sleep"),
          none);
    }
  }
}
