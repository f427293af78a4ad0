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

/** Adapter test cases, run against the provider's simulator without a node. */
final class AdapterTestCases {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final ProviderTestSpec spec;
  private final SimulatedVendorCloud cloud;

  AdapterTestCases(ProviderTestSpec spec, SimulatedVendorCloud cloud) {
    this.spec = spec;
    this.cloud = cloud;
  }

  /**
   * Checks that an expired access token costs one refresh and that the old refresh token is never
   * reused.
   */
  void refreshRotation() {
    TestAccount account = cloud.account("rosa", null);
    OAuth.Session before = account.session();
    int reuses = cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses");
    cloud.control("people/" + cloud.idOf("rosa") + "/expire", new JsonObject());
    LocalDate day = SimulatedVendorCloud.today().minusDays(1);
    cloud.read(account, day, day);
    assertEquals(1, account.refused);
    assertNotEquals(before.tokens().access(), account.tokens.access());
    assertNotEquals(before.tokens().refresh(), account.tokens.refresh());
    cloud.read(account, day, day);
    assertEquals(1, account.refused);
    assertEquals(reuses, cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
    // Control: a used token is rejected and counted.
    TokenRefreshClient renewer = cloud.adapter.renewer().orElseThrow();
    assertThrows(ProviderException.TokenRejected.class, () -> renewer.refresh(cloud.app(), before));
    assertEquals(
        reuses + 1, cloud.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
  }

  /** Checks that past days are read unchanged. */
  void history() {
    String person = cloud.person("halina", BERLIN);
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
    compareWithTruth(person, last.minusDays(1), last);
  }

  /** Reads the days of a person in Berlin and compares each with the simulator's ground truth. */
  private void compareWithTruth(String person, LocalDate first, LocalDate last) {
    assertFalse(spec.checks.isEmpty(), "nothing to hold days against");
    TestAccount account = cloud.account(person, BERLIN);
    NormalizedBatch batch = cloud.read(account, first.minusDays(1), last.plusDays(1));
    assertEquals(List.of(), batch.refused());
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      JsonObject truth = cloud.truth(person, day);
      AdapterOutput seen = new AdapterOutput(batch, day, BERLIN);
      spec.checks.forEach(check -> check.verify(truth, seen));
    }
  }

  /**
   * Checks that a valid notification is read and that a forged, unsigned or outdated one is
   * rejected without a fetch.
   */
  void push() {
    TestAccount account = cloud.account("petra", null);
    String person = "people/" + cloud.idOf("petra") + "/notify";
    try (VendorWebhookFixture hook = new VendorWebhookFixture(cloud, account)) {
      if (spec.revisionsAreNotified) {
        String day = SimulatedVendorCloud.today().minusDays(2).toString();
        cloud.control(
            "people/" + cloud.idOf("petra") + "/revise", new JsonObject().put("day", day));
      } else {
        cloud.control(person, spec.order);
      }
      eventually(
          LIMIT, () -> assertEquals(0, cloud.controlled("deliveries").getInteger("pending")));
      assertFalse(hook.statuses().isEmpty());
      hook.statuses().forEach(s -> assertEquals(2, s / 100));
      assertFalse(hook.read(account).retain(Set.of(spec.notifiedResource)).isEmpty());
      assertFalse(spec.refusals.isEmpty());
      spec.refusals.forEach(
          (forgery, status) -> {
            hook.clear();
            cloud.control(person, spec.order.copy().put("forgery", forgery));
            eventually(LIMIT, () -> assertEquals(List.of(status), hook.statuses(), forgery));
            int calls = account.permits;
            assertTrue(hook.read(account).isEmpty(), forgery);
            assertEquals(calls, account.permits, forgery);
          });
    }
  }

  /** Asserts that two reads of the same days return the same records. */
  private static void assertSameRecords(NormalizedBatch one, NormalizedBatch other) {
    assertEquals(keys(one), keys(other));
    assertEquals(new HashSet<>(one.samples()), new HashSet<>(other.samples()));
  }

  private static Set<String> keys(NormalizedBatch batch) {
    UUID user = new UUID(1, 1);
    return batch.summaries().stream()
        .map((SourcedSummary s) -> s.id(user) + s.content(user))
        .collect(Collectors.toSet());
  }

  /**
   * Checks that a rate-limited call backs off for the requested time, is not counted as a failure,
   * and loses no data.
   */
  void rate429() {
    TestAccount account = cloud.account("rita", null);
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
    NormalizedBatch whole = cloud.read(account, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    int calls = account.permits;
    cloud.fault(new JsonObject().put("status", 429).put("retry_after", 17), 1);
    ProviderException.RateLimited told =
        assertThrows(
            ProviderException.RateLimited.class,
            () -> cloud.read(account, last.minusDays(1), last));
    assertEquals(calls + 1, account.permits);
    assertEquals(List.of(told.retryAfter()), account.backOffs);
    assertTrue(told.retryAfter().compareTo(Duration.ZERO) > 0);
    assertSameRecords(whole, cloud.read(account, last.minusDays(1), last));
  }

  /** Checks that a server error is retried and never taken as data. */
  void server5xx() {
    TestAccount account = cloud.account("sara", null);
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
    NormalizedBatch whole = cloud.read(account, last.minusDays(1), last);
    for (JsonObject harm :
        List.of(
            new JsonObject().put("status", 503),
            new JsonObject().put("truncate", 60),
            new JsonObject().put("garbage", true),
            new JsonObject().put("reset", true))) {
      int calls = account.permits;
      cloud.fault(harm, 2);
      assertSameRecords(whole, cloud.read(account, last.minusDays(1), last));
      cloud.clearFaults();
      assertTrue(account.permits >= calls + 3, harm::encode);
    }
    cloud.fault(new JsonObject().put("status", 500), 3);
    assertThrows(
        ProviderException.Unavailable.class, () -> cloud.read(account, last.minusDays(1), last));
    assertSameRecords(whole, cloud.read(account, last.minusDays(1), last));
  }

  /** Checks that small pages return the same records as large ones. */
  void paging() {
    LocalDate last = SimulatedVendorCloud.today().minusDays(2);
    TestAccount large = cloud.account("page", null);
    NormalizedBatch whole = cloud.read(large, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    SimOptions small =
        SimOptions.defaults()
            .withDays(ProviderTestSuite.HISTORY_DAYS)
            .withPageSize(spec.itemsPerPage);
    try (SimulatedVendorCloud other = new SimulatedVendorCloud(spec, small)) {
      TestAccount account = other.account("page", null);
      assertSameRecords(whole, other.read(account, last.minusDays(1), last));
      assertTrue(account.permits > large.permits, "no page was turned");
    }
  }

  /** Checks that days of 23 and 25 hours hold each record once. */
  void dst() {
    try {
      for (String script : List.of("spring_forward", "fall_back")) {
        JsonObject changed =
            cloud.control(
                "script",
                new JsonObject()
                    .put("name", script)
                    .put("zone", "Europe/Berlin")
                    .put("move_clock", spec.lastWeeksOnly));
        LocalDate day = LocalDate.parse(changed.getString("day"));
        compareWithTruth(changed.getString("person"), day.minusDays(1), day.plusDays(1));
      }
    } finally {
      cloud.control("clock", new JsonObject().put("offset_seconds", 0));
    }
  }
}
