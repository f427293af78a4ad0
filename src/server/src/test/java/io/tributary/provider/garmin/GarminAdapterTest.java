package io.tributary.provider.garmin;

import static io.tributary.provider.AdapterHarness.options;
import static io.tributary.provider.AdapterHarness.today;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.model.ActivitySummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.DocumentMapper;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.garmin.GarminVendor;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Vendor rules beyond {@link GarminCasesTest}. */
class GarminAdapterTest {
  private static final List<String> ALL =
      List.of("HEALTH_EXPORT", "ACTIVITY_EXPORT", "HISTORICAL_DATA_EXPORT");

  private static Harness garmin;

  private static final class Harness extends AdapterHarness {
    private final WebClient web = WebClient.create(vertx);

    Harness() {
      super(new GarminVendor(), options(), GarminAdapter::on);
    }

    @Override
    public AppCredentials app() {
      return app(Map.of());
    }

    AppCredentials app(Map<String, String> urls) {
      return new AppCredentials(
          Ids.DEFAULT_APP,
          "garmin",
          "tributary-sandbox",
          "tributary-sandbox-secret",
          new AppCredentials.Urls(
              sim.baseUrl() + dataPath(),
              sim.baseUrl() + "/oauth2Confirm",
              Optional.of(sim.baseUrl() + "/di-oauth2-service/oauth/token"),
              urls),
          "http://127.0.0.1:9/v2/link/connect/garmin");
    }

    @Override
    protected String dataPath() {
      return "/wellness-api/rest";
    }

    /** Creates an account with every permission. */
    TestAccount of(String person) {
      return account(person, ALL);
    }

    NormalizedBatch told(TestAccount account, String feed, FetchTarget wanted) {
      return fetch(account, feed, wanted).batch();
    }

    int paths(String path) {
      return requests().getJsonObject("paths").getInteger(path, 0);
    }

    JsonObject requests() {
      return web.getAbs(sim.baseUrl() + "/control/requests").send().await().bodyAsJsonObject();
    }
  }

  @BeforeAll
  static void start() {
    garmin = new Harness();
  }

  @AfterAll
  static void stop() {
    garmin.close();
  }

  private static FetchTarget given(GarminDocumentKind kind, JsonNode... summaries) {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray(kind.wire());
    List.of(summaries).forEach(list::add);
    return new FetchTarget.InlineDocuments(body);
  }

  private static ObjectNode summary(GarminDocumentKind kind, int index) {
    return (ObjectNode) GarminFixture.push().path(kind.wire()).get(index);
  }

  private static <T> List<T> all(NormalizedBatch batch, Class<T> type) {
    return batch.summaries().stream()
        .map(s -> s.summary())
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  @Test
  void whatTheUserAllowsIsAskedForWithTheTokenAndTheRegistrationIsEnded() {
    OAuth.Granted granted = garmin.grant("ada", List.of("ACTIVITY_EXPORT"));
    assertEquals(Optional.of(List.of("ACTIVITY_EXPORT")), granted.scopes());
    assertEquals(
        Optional.of(garmin.person("ada").id()), garmin.of("ada").session().externalUserId());
    OAuth.Session session = new OAuth.Session(granted.tokens(), granted.externalUserId());
    garmin.oauth().revoke(garmin.app(), session);
    assertThrows(
        ProviderException.TokenRejected.class, () -> garmin.oauth().refresh(garmin.app(), session));
  }

  @Test
  void anApplicationWhoseUsersLieElsewhereIsLedThere() {
    int before = garmin.paths("/partner-gateway/rest/user/registration");
    OAuth.Granted granted = garmin.grant("abe", ALL);
    AppCredentials open =
        garmin.app(Map.of("user", garmin.sim.baseUrl() + "/partner-gateway/rest/user"));
    garmin.oauth().revoke(open, new OAuth.Session(granted.tokens(), granted.externalUserId()));
    assertEquals(before + 1, garmin.paths("/partner-gateway/rest/user/registration"));
  }

  @Test
  void permissionsThatCannotBeReadAtOnceAreAskedForAgain() {
    garmin.fault("/user/permissions", new JsonObject().put("status", 503).put("count", 2));
    assertEquals(
        List.of("ACTIVITY_EXPORT", "HEALTH_EXPORT", "HISTORICAL_DATA_EXPORT"),
        garmin.of("amy").scopes());
  }

  @Test
  void historyIsAskedForTypeByTypeAndInDaysOfData() {
    TestAccount account = garmin.of("bea");
    List<Puller.Page> pages = garmin.pages(account, "backfill", today().minusDays(29), today());
    assertEquals(12, pages.size());
    assertTrue(pages.stream().allMatch(p -> p.batch().isEmpty()));
    // The quota counts days: 29 past days and the current one, of 12 types.
    assertEquals(12 * 30, account.permits);
    for (GarminDocumentKind kind : GarminDocumentKind.summaries()) {
      assertTrue(garmin.paths("/wellness-api/rest/backfill/" + kind.backfill()) > 0, kind.wire());
    }
    assertEquals(0, garmin.paths("/wellness-api/rest/backfill/mct"));
  }

  @Test
  void whatWasAskedForBeforeIsAskedForNoMore() {
    TestAccount account = garmin.of("cleo");
    garmin.pages(account, "backfill", today().minusDays(40), today().minusDays(20));
    assertEquals(
        12, garmin.pages(account, "backfill", today().minusDays(40), today().minusDays(20)).size());
    assertTrue(garmin.requests().getJsonObject("statuses").getInteger("409") >= 12);
  }

  @Test
  void historyWithoutItsPermissionIsNotAskedFor() {
    TestAccount account = garmin.account("dana", List.of("HEALTH_EXPORT"));
    assertEquals(1, garmin.pages(account, "backfill", today().minusDays(29), today()).size());
    assertEquals(0, account.permits);
    assertEquals(List.of("HEALTH_EXPORT"), account.scopes());
  }

  @Test
  void aRefusalOfOneTypeDoesNotKeepTheOthers() {
    TestAccount account = garmin.of("dora");
    garmin.fault("/backfill/sleeps", new JsonObject().put("status", 400).put("count", 1));
    garmin.fault("/backfill/hrv", new JsonObject().put("status", 403).put("count", 1));
    assertEquals(
        12, garmin.pages(account, "backfill", today().minusDays(9), today().minusDays(1)).size());
    garmin.fault("/backfill/hrv", new JsonObject().put("status", 429).put("count", 1));
    var limited =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> garmin.pages(account, "backfill", today().minusDays(19), today().minusDays(10)));
    assertEquals(60, limited.retryAfter().toSeconds());
  }

  @Test
  void aRestartGoesOnWithTheTypeThatItHadComeTo() {
    TestAccount account = garmin.of("ella");
    var window = new Puller.Window(today().minusDays(3), today(), Instant.now());
    Puller.Page first = garmin.page(account, "backfill", window, null);
    var later = new Puller.Window(today().minusDays(3), today(), Instant.now().plusSeconds(900));
    Puller.Page second = garmin.page(account, "backfill", later, first.next());
    assertEquals(first.next().get("until"), second.next().get("until"));
    assertEquals(2, second.next().get("type").asInt());
  }

  @Test
  void whatLiesAtAnAddressOutsideOfTheVendorIsNotCalled() {
    TestAccount account = garmin.of("fay");
    for (String address :
        List.of(
            "http://127.0.0.1:1/wellness-api/rest/dailies?token=t",
            "file:///etc/passwd",
            "http://127.0.0.1@evil.test/wellness-api/rest/dailies")) {
      var refused =
          assertThrows(
              ProviderException.Rejected.class,
              () ->
                  garmin.told(account, "days", new FetchTarget.FetchAddress(URI.create(address))));
      assertEquals("the URL is not on a host of the provider", refused.getMessage());
    }
  }

  @Test
  void anAddressThatDoesNotOpenOrTellsNoListIsNoEmptyDay() {
    TestAccount account = garmin.of("gia");
    URI nowhere = URI.create(garmin.sim.baseUrl() + "/wellness-api/rest/dailies?token=x");
    assertThrows(
        ProviderException.Rejected.class,
        () -> garmin.told(account, "days", new FetchTarget.FetchAddress(nowhere)));
    URI id = URI.create(garmin.sim.baseUrl() + "/wellness-api/rest/user/id");
    assertThrows(
        ProviderException.Unavailable.class,
        () -> garmin.told(account, "sleeps", new FetchTarget.FetchAddress(id)));
    assertThrows(
        ProviderException.Rejected.class,
        () -> garmin.told(account, "days", new FetchTarget.SingleDocument("dailies", "x")));
  }

  @Test
  void anOlderVersionOfADayThatComesLateTakesNothingBack() {
    TestAccount account = garmin.of("hana");
    ObjectNode noon =
        summary(GarminDocumentKind.DAILIES, 0).put("durationInSeconds", 43_200).put("steps", 4000);
    ObjectNode night = summary(GarminDocumentKind.DAILIES, 0);
    assertEquals(
        4000, steps(garmin.told(account, "days", given(GarminDocumentKind.DAILIES, noon))));
    assertEquals(
        8421, steps(garmin.told(account, "days", given(GarminDocumentKind.DAILIES, night))));
    assertTrue(garmin.told(account, "days", given(GarminDocumentKind.DAILIES, noon)).isEmpty());
    // A revision with the same duration as before.
    night.put("steps", 8500);
    assertEquals(
        8500, steps(garmin.told(account, "days", given(GarminDocumentKind.DAILIES, night))));
  }

  private static int steps(NormalizedBatch batch) {
    return all(batch, ActivitySummary.class).getFirst().steps();
  }

  @Test
  void aNightThatIsSureIsNotMadeTentativeByALateVersion() {
    TestAccount account = garmin.of("ines");
    ObjectNode first = summary(GarminDocumentKind.SLEEPS, 0).put("validation", "AUTO_TENTATIVE");
    ObjectNode last = summary(GarminDocumentKind.SLEEPS, 0);
    for (ObjectNode version : List.of(first, last)) {
      assertEquals(
          1,
          all(
                  garmin.told(account, "sleeps", given(GarminDocumentKind.SLEEPS, version)),
                  SleepSummary.class)
              .size());
    }
    assertTrue(garmin.told(account, "sleeps", given(GarminDocumentKind.SLEEPS, first)).isEmpty());
  }

  @Test
  void onlyTheLastDaysAreRemembered() {
    TestAccount account = garmin.of("jane");
    for (int i = 10; i < 30; i++) {
      ObjectNode day = summary(GarminDocumentKind.DAILIES, 0).put("calendarDate", "2026-03-" + i);
      garmin.told(account, "days", given(GarminDocumentKind.DAILIES, day));
    }
    JsonNode seen = account.state.path("seen_dailies");
    assertEquals(14, seen.size());
    assertTrue(seen.has("2026-03-29"));
    ObjectNode old = summary(GarminDocumentKind.DAILIES, 0).put("calendarDate", "2026-01-01");
    assertFalse(garmin.told(account, "days", given(GarminDocumentKind.DAILIES, old)).isEmpty());
    assertEquals(seen, account.state.path("seen_dailies"));
  }

  @Test
  void partsOfAQuarterOfAnHourThatComeOneByOneAreAddedUpAndGrowInTheirPlace() {
    TestAccount account = garmin.of("kim");
    ObjectNode walked = summary(GarminDocumentKind.EPOCHS, 0);
    ObjectNode ran = summary(GarminDocumentKind.EPOCHS, 1);
    assertEquals(List.of(310.0), steps(account, walked));
    assertEquals(List.of(950.0), steps(account, ran));
    assertEquals(List.of(950.0), steps(account, ran), "the same again");
    assertEquals(List.of(1000.0), steps(account, walked.deepCopy().put("steps", 360)));
    assertEquals(
        List.of(1050.0),
        steps(account, ran.deepCopy().put("steps", 690).put("intensity", "ACTIVE")),
        "the same summary of another intensity");
    assertEquals(
        List.of(0.0),
        steps(account, summary(GarminDocumentKind.EPOCHS, 2)),
        "another quarter of an hour has nothing of it");
  }

  private static List<Double> steps(TestAccount account, ObjectNode epoch) {
    return garmin
        .told(account, "epochs", given(GarminDocumentKind.EPOCHS, epoch))
        .samples()
        .stream()
        .filter(s -> s.resource() == Resource.STEPS)
        .map(Sample::value)
        .toList();
  }

  @Test
  void oneCallADayKeepsTheGrantUsable() {
    TestAccount account = garmin.of("lea");
    garmin.control("people/" + garmin.person("lea").id() + "/expire", new JsonObject());
    assertEquals(1, garmin.pages(account, "alive", today().minusDays(90), today()).size());
    assertEquals(1, account.refused, "the tokens are new");
    assertEquals(
        List.of("alive"),
        garmin.adapter.descriptor().feeds().stream()
            .filter(f -> f.poll())
            .map(f -> f.name())
            .toList());
  }

  @Test
  void keptDocumentsGiveTheSameRecordsAgain() {
    TestAccount account = garmin.of("mia");
    for (GarminDocumentKind kind : GarminDocumentKind.summaries()) {
      String feed = GarminFeed.of(kind).storedName();
      var told = new FetchTarget.InlineDocuments(GarminFixture.push().retain(kind.wire()));
      Puller.Page page = garmin.fetch(account, feed, told);
      var facts = AccountContext.of(account);
      var kept =
          page.documents().get().stream()
              .map(d -> new DocumentMapper.Document(d.kind(), d.key(), facts, d.body()))
              .toList();
      assertEquals(GarminFixture.push().path(kind.wire()).size(), kept.size(), kind.wire());
      List<NormalizedBatch> again =
          garmin.adapter.mapping().orElseThrow().normalize(garmin.feed(feed), kept);
      assertEquals(List.of(page.batch()), again, kind.wire());
      assertFalse(page.batch().isEmpty(), kind.wire());
    }
  }
}
