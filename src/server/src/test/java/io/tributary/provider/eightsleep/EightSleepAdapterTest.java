package io.tributary.provider.eightsleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.SleepSummary;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.PasswordLogin.Connected;
import io.tributary.provider.PasswordLogin.RefusalReason;
import io.tributary.provider.PasswordLogin.Refused;
import io.tributary.provider.PasswordLogin.StoredLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.TestAccount;
import io.tributary.simulators.eightsleep.EightSleepVendor;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Logins, token renewals and paging through nights, against the simulated cloud. */
class EightSleepAdapterTest {
  private static final class Cloud extends AdapterHarness {
    String secret = "";

    Cloud() {
      super(new EightSleepVendor(), options(), EightSleepAdapter::on);
    }

    @Override
    public AppCredentials app() {
      return new AppCredentials(
          Ids.DEFAULT_APP,
          "eight_sleep",
          "tributary-sandbox",
          secret,
          new AppCredentials.Urls(sim.baseUrl(), "", Optional.of(sim.baseUrl() + "/v1/tokens")),
          "");
    }

    @Override
    protected String dataPath() {
      return "/v1/users";
    }

    PasswordLogin login() {
      return adapter.login().orElseThrow();
    }

    String put(String name, String person) {
      String login = name + "@example.com";
      sim.runOnEventLoop(
              w -> {
                w.passwords().put(new PasswordSim.Account(login, "right", person, false, "", ""));
                return login;
              })
          .await();
      return login;
    }

    Connected in(String name) {
      return assertInstanceOf(
          Connected.class, login().login(app(), put(name, name), "right", Optional.empty()));
    }

    TestAccount account(String name) {
      return new TestAccount(adapter, app(), in(name).granted());
    }

    int attempts() {
      return sim.runOnEventLoop(w -> w.passwords().attempts()).await();
    }
  }

  private static Cloud cloud;

  @BeforeAll
  static void start() {
    cloud = new Cloud();
  }

  @AfterAll
  static void stop() {
    cloud.close();
  }

  @BeforeEach
  void known() {
    cloud.secret = "tributary-sandbox-secret";
  }

  private static LocalDate today() {
    return AdapterHarness.today();
  }

  @Test
  void aLoginTellsWhoseItIsAndWhereTheMattressIs() {
    Connected in = cloud.in("lin");
    SimPerson person = cloud.person("lin");
    assertEquals(Optional.of(person.id()), in.granted().externalUserId());
    assertEquals(Optional.empty(), in.granted().scopes());
    assertEquals(
        Json.parse(
            "{\"facts\":{\"zone\":\"%s\"},\"user_id\":\"%s\"}"
                .formatted(person.zone().getId(), person.id())),
        in.granted().state());
    assertEquals("right", in.storedLogin().orElseThrow().secret());
    assertTrue(
        in.granted().tokens().expiresAt().isAfter(Instant.now().plus(Duration.ofMinutes(50))));
  }

  @Test
  void aRejectedPasswordIsSentOnceAndALockedAccountWaits() {
    String login = cloud.put("wanda", "wanda");
    int before = cloud.attempts();
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS),
        cloud.login().login(cloud.app(), login, "wrong", Optional.empty()));
    assertEquals(before + 1, cloud.attempts());
    for (int i = 0; i < 4; i++) {
      cloud.login().login(cloud.app(), login, "wrong", Optional.empty());
    }
    var locked =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> cloud.login().login(cloud.app(), login, "right", Optional.empty()));
    assertTrue(locked.retryAfter().compareTo(Duration.ofMinutes(14)) > 0);
  }

  @Test
  void anApplicationThatIsNotSetOrNotKnownIsNoWrongPassword() {
    String login = cloud.put("app", "app");
    int before = cloud.attempts();
    for (String secret : List.of("", "guessed")) {
      cloud.secret = secret;
      assertThrows(
          ProviderException.AppCredentialsRejected.class,
          () -> cloud.login().login(cloud.app(), login, "right", Optional.empty()));
      assertThrows(
          ProviderException.AppCredentialsRejected.class,
          () -> cloud.renewer().refresh(cloud.app(), session("some")));
    }
    assertEquals(before, cloud.attempts());
  }

  private static OAuth.Session session(String refresh) {
    return new OAuth.Session(new OAuth.Tokens("a", refresh, Instant.now()), Optional.empty());
  }

  @Test
  void aRefreshTokenIsGoodOnceAndThenThePasswordIs() {
    Connected in = cloud.in("ria");
    OAuth.Tokens first = in.granted().tokens();
    OAuth.Tokens second = cloud.renewer().refresh(cloud.app(), session(first.refresh()));
    assertNotEquals(first.refresh(), second.refresh());
    assertNotEquals(first.access(), second.access());
    assertThrows(
        ProviderException.TokenRejected.class,
        () -> cloud.renewer().refresh(cloud.app(), session(first.refresh())));
    Connected again =
        assertInstanceOf(
            Connected.class,
            cloud
                .login()
                .renewSession(cloud.app(), in.storedLogin().orElseThrow(), in.granted().state()));
    assertEquals(in.granted().externalUserId(), again.granted().externalUserId());
    assertNotEquals(second.access(), again.granted().tokens().access());
    StoredLogin changed = new StoredLogin("ria@example.com", "changed", Json.object());
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS),
        cloud.login().renewSession(cloud.app(), changed, in.granted().state()));
  }

  @Test
  void anAddressThatBelongsToSomebodyElseByNowIsNotReadOn() {
    Connected in = cloud.in("eve");
    cloud.put("eve", "somebody else");
    assertEquals(
        new Refused(RefusalReason.WRONG_CREDENTIALS),
        cloud
            .login()
            .renewSession(cloud.app(), in.storedLogin().orElseThrow(), in.granted().state()));
  }

  @Test
  void windowsSideBySideHaveEachNightOnce() {
    TestAccount account = cloud.account("sid");
    LocalDate first = today().minusDays(30);
    NormalizedBatch whole = cloud.pullSinglePage(account, "nights", first, today().minusDays(3));
    Set<String> parts = new HashSet<>();
    List<String> sleeps = new ArrayList<>();
    int samples = 0;
    for (int i = 0; i < 28; i += 7) {
      NormalizedBatch part =
          cloud.pullSinglePage(account, "nights", first.plusDays(i), first.plusDays(i + 6));
      part.summaries().forEach(s -> parts.add(s.content(account.userId())));
      sleeps.addAll(sleeps(part).stream().map(SleepSummary::providerKey).toList());
      samples += part.samples().size();
    }
    assertEquals(List.of(), whole.refused());
    assertTrue(sleeps.size() >= 20, () -> sleeps.size() + " sleeps");
    assertEquals(sleeps.size(), new HashSet<>(sleeps).size());
    assertEquals(
        whole.summaries().stream()
            .map(s -> s.content(account.userId()))
            .collect(Collectors.toSet()),
        parts);
    assertEquals(whole.samples().size(), samples);
  }

  private static List<SleepSummary> sleeps(NormalizedBatch batch) {
    return batch.summaries().stream()
        .map(s -> s.summary())
        .filter(SleepSummary.class::isInstance)
        .map(SleepSummary.class::cast)
        .toList();
  }

  @Test
  void theWalkEndsWhereAllThatFollowIsOlder() {
    TestAccount account = cloud.account("wal");
    int before = account.permits;
    cloud.pullSinglePage(account, "nights", today().minusDays(2), today());
    // The days and one page of about ten nights.
    assertEquals(before + 2, account.permits);
    before = account.permits;
    cloud.pullSinglePage(account, "nights", today().minusDays(50), today().minusDays(45));
    assertTrue(account.permits >= before + 5, "" + (account.permits - before));
  }

  @Test
  void onlyNightsThatFallTellThatAllWhatFollowsIsOlder() {
    Instant new1 = Instant.parse("2026-03-05T22:00:00Z");
    Instant old = Instant.parse("2026-01-05T22:00:00Z");
    Instant bound = Instant.parse("2026-03-01T00:00:00Z");
    var falling = new EightSleepClient.DescendingOrder();
    falling.add(old);
    assertFalse(falling.isPast(bound), "one tells no order");
    falling.add(null);
    falling.add(old.minusSeconds(86_400));
    assertTrue(falling.isPast(bound));
    falling.add(new1);
    falling.add(old);
    assertFalse(falling.isPast(bound), "in no order");
    var rising = new EightSleepClient.DescendingOrder();
    rising.add(old);
    rising.add(old.plusSeconds(86_400));
    assertFalse(rising.isPast(bound));
    var fresh = new EightSleepClient.DescendingOrder();
    fresh.add(new1);
    fresh.add(new1.minusSeconds(86_400));
    assertFalse(fresh.isPast(bound));
  }

  @Test
  void whoHasNoSideOfAMattressHasNothingAndNothingIsWrong() {
    TestAccount account = cloud.account("nopod");
    assertFalse(account.state.has("facts"));
    assertTrue(cloud.pullSinglePage(account, "nights", today().minusDays(5), today()).isEmpty());
    NormalizedBatch person = cloud.pullSinglePage(account, "user", today(), today());
    assertEquals(List.of(), person.devices());
    assertEquals(1, person.summaries().size());
  }

  @Test
  void daysWithinAResultAreDays() {
    TestAccount account = cloud.account("wrapped");
    var window = new Puller.Window(today().minusDays(6), today().minusDays(3), Instant.now());
    var page = cloud.page(account, "nights", window, null);
    long days =
        page.documents().get().stream()
            .filter(d -> d.kind().equals("trend"))
            .peek(d -> assertTrue(d.body().has("asked_tz")))
            .count();
    assertTrue(days >= 3, () -> days + " days");
  }

  @Test
  void whoWasLinkedElsewhereIsAskedWhoTheyAreOnce() {
    TestAccount account = cloud.account("imp");
    String id = account.state.get("user_id").asText();
    account.state.removeAll();
    assertFalse(cloud.pullSinglePage(account, "nights", today().minusDays(5), today()).isEmpty());
    assertEquals(id, account.state.get("user_id").asText());
    assertTrue(account.state.at("/facts/zone").isTextual());
    int calls = account.permits;
    cloud.pullSinglePage(account, "nights", today().minusDays(1), today());
    assertEquals(calls + 2, account.permits);
  }

  @Test
  void aMattressThatMovedIsKnownFromThenOn() {
    TestAccount account = cloud.account("mov");
    String zone = account.state.at("/facts/zone").asText();
    account.state.withObject("/facts").put("zone", "Antarctica/Troll");
    cloud.pullSinglePage(account, "user", today(), today());
    assertEquals(zone, account.state.at("/facts/zone").asText());
  }

  @Test
  void whatIsKeptOfAPersonHasNeitherNameNorAddress() {
    TestAccount account = cloud.account("pia");
    var window = new Puller.Window(today(), today(), Instant.now());
    var page = cloud.page(account, "user", window, null);
    assertEquals(1, page.documents().get().size());
    assertEquals(
        Set.of("userId", "gender", "dob", "devices", "currentDevice"),
        page.documents().get().getFirst().body().properties().stream()
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet()));
    assertEquals(1, page.batch().devices().size());
    assertEquals(Resource.PROFILE, page.batch().summaries().getFirst().summary().resource());
  }

  @Test
  void tooManyCallsWaitAsLongAsToldAndElseFiveMinutes() {
    TestAccount account = cloud.account("tom");
    var answer =
        new ProviderHttp.ProviderResponse(429, MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());
    var unsaid =
        assertInstanceOf(
            ProviderException.RateLimited.class,
            EightSleepErrorMapping.MAPPING
                .toException(answer, Duration.ofSeconds(60))
                .orElseThrow());
    assertEquals(Duration.ofMinutes(5), unsaid.retryAfter());
    cloud.fault("", new JsonObject().put("status", 429).put("retry_after", 17).put("count", 1));
    var said =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> cloud.pullSinglePage(account, "nights", today().minusDays(1), today()));
    assertEquals(Duration.ofSeconds(17), said.retryAfter());
  }
}
