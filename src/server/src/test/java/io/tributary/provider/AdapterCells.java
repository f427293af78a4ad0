package io.tributary.provider;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SourcedSummary;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What an adapter alone is held to, against its simulator. */
final class AdapterCells {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final CasesSpec spec;
  private final CasesCloud cloud;

  AdapterCells(CasesSpec spec, CasesCloud cloud) {
    this.spec = spec;
    this.cloud = cloud;
  }

  /** An access token that expired costs one refresh; the old refresh token is never used again. */
  void refreshRotation() {
    ProbeAccount account = cloud.account("rosa", null);
    OAuth.Session before = account.session();
    int reuses = cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses");
    cloud.control("people/" + cloud.idOf("rosa") + "/expire", new JsonObject());
    LocalDate day = CasesCloud.today().minusDays(1);
    cloud.read(account, day, day);
    assertEquals(1, account.refused);
    assertNotEquals(before.tokens().access(), account.tokens.access());
    assertNotEquals(before.tokens().refresh(), account.tokens.refresh());
    cloud.read(account, day, day);
    assertEquals(1, account.refused);
    assertEquals(reuses, cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
    // The control: a spent token is refused, and counted.
    TokenRefreshClient renewer = cloud.adapter.renewer().orElseThrow();
    assertThrows(ProviderException.TokenRejected.class, () -> renewer.refresh(cloud.app(), before));
    assertEquals(
        reuses + 1, cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
  }

  /** Days are what they were. */
  void history() {
    String person = cloud.person("halina", BERLIN);
    LocalDate last = CasesCloud.today().minusDays(2);
    held(person, last.minusDays(1), last);
  }

  /** Reads the days of a person in Berlin and holds each against what truly happened. */
  private void held(String person, LocalDate first, LocalDate last) {
    assertFalse(spec.checks.isEmpty(), "nothing to hold days against");
    ProbeAccount account = cloud.account(person, BERLIN);
    NormalizedBatch batch = cloud.read(account, first.minusDays(1), last.plusDays(1));
    assertEquals(List.of(), batch.refused());
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      JsonObject truth = cloud.truth(person, day);
      Seen seen = new Seen(batch, day, BERLIN);
      spec.checks.forEach(check -> check.hold(truth, seen));
    }
  }

  /** A good notice is read; a forged, unsigned or stale one is refused, and nothing is fetched. */
  void push() {
    ProbeAccount account = cloud.account("petra", null);
    String person = "people/" + cloud.idOf("petra") + "/notify";
    try (CasesHook hook = new CasesHook(cloud, account)) {
      if (spec.tellsRevisions) {
        String day = CasesCloud.today().minusDays(2).toString();
        cloud.control(
            "people/" + cloud.idOf("petra") + "/revise", new JsonObject().put("day", day));
      } else {
        cloud.control(person, spec.order);
      }
      eventually(
          LIMIT, () -> assertEquals(0, cloud.controlled("deliveries").getInteger("pending")));
      assertFalse(hook.statuses().isEmpty());
      hook.statuses().forEach(s -> assertEquals(2, s / 100));
      assertFalse(hook.read(account).retain(Set.of(spec.told)).isEmpty());
      assertFalse(spec.refusals.isEmpty());
      spec.refusals.forEach(
          (forgery, status) -> {
            hook.forget();
            cloud.control(person, spec.order.copy().put("forgery", forgery));
            eventually(LIMIT, () -> assertEquals(List.of(status), hook.statuses(), forgery));
            int calls = account.calls;
            assertTrue(hook.read(account).isEmpty(), forgery);
            assertEquals(calls, account.calls, forgery);
          });
    }
  }

  /** What two readings of the same days have in common: all of it. */
  private static void same(NormalizedBatch one, NormalizedBatch other) {
    assertEquals(keys(one), keys(other));
    assertEquals(new HashSet<>(one.samples()), new HashSet<>(other.samples()));
  }

  private static Set<String> keys(NormalizedBatch batch) {
    UUID user = new UUID(1, 1);
    return batch.summaries().stream()
        .map((SourcedSummary s) -> s.id(user) + s.content(user))
        .collect(Collectors.toSet());
  }

  /** A call too many waits as long as it is told to, counts for nothing, and loses nothing. */
  void rate429() {
    ProbeAccount account = cloud.account("rita", null);
    LocalDate last = CasesCloud.today().minusDays(2);
    NormalizedBatch whole = cloud.read(account, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    int calls = account.calls;
    cloud.fault(new JsonObject().put("status", 429).put("retry_after", 17), 1);
    ProviderException.RateLimited told =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> cloud.read(account, last.minusDays(1), last));
    assertEquals(calls + 1, account.calls);
    assertEquals(List.of(told.retryAfter()), account.pauses);
    assertTrue(told.retryAfter().compareTo(Duration.ZERO) > 0);
    same(whole, cloud.read(account, last.minusDays(1), last));
  }

  /** What a sick vendor answers is asked for again, and never taken for data. */
  void server5xx() {
    ProbeAccount account = cloud.account("sara", null);
    LocalDate last = CasesCloud.today().minusDays(2);
    NormalizedBatch whole = cloud.read(account, last.minusDays(1), last);
    for (JsonObject harm :
        List.of(
            new JsonObject().put("status", 503),
            new JsonObject().put("truncate", 60),
            new JsonObject().put("garbage", true),
            new JsonObject().put("reset", true))) {
      int calls = account.calls;
      cloud.fault(harm, 2);
      same(whole, cloud.read(account, last.minusDays(1), last));
      cloud.noFaults();
      assertTrue(account.calls >= calls + 3, harm::encode);
    }
    cloud.fault(new JsonObject().put("status", 500), 3);
    assertThrows(
        ProviderException.Unavailable.class, () -> cloud.read(account, last.minusDays(1), last));
    same(whole, cloud.read(account, last.minusDays(1), last));
  }

  /** Small pages make the same records as large ones. */
  void paging() {
    LocalDate last = CasesCloud.today().minusDays(2);
    ProbeAccount large = cloud.account("page", null);
    NormalizedBatch whole = cloud.read(large, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    SimOptions small =
        SimOptions.defaults().withDays(ProviderCases.HISTORY_DAYS).withPageSize(spec.page);
    try (CasesCloud other = new CasesCloud(spec, small)) {
      ProbeAccount account = other.account("page", null);
      same(whole, other.read(account, last.minusDays(1), last));
      assertTrue(account.calls > large.calls, "no page was turned");
    }
  }

  /** Days of 23 and 25 hours hold what happened, once. */
  void dst() {
    try {
      for (String script : List.of("spring_forward", "fall_back")) {
        JsonObject changed =
            cloud.control(
                "script",
                new JsonObject()
                    .put("name", script)
                    .put("zone", "Europe/Berlin")
                    .put("move_clock", spec.shortMemory));
        LocalDate day = LocalDate.parse(changed.getString("day"));
        held(changed.getString("person"), day.minusDays(1), day.plusDays(1));
      }
    } finally {
      cloud.control("clock", new JsonObject().put("offset_seconds", 0));
    }
  }
}
