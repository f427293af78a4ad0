package io.tributary.provider;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.Person;
import io.tributary.ingest.Stored;
import io.tributary.model.Batch;
import io.tributary.model.Resource;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.cronometer.CronometerCasesTest;
import io.tributary.provider.dexcom.DexcomCasesTest;
import io.tributary.provider.eightsleep.EightSleepCasesTest;
import io.tributary.provider.fitbit.FitbitCasesTest;
import io.tributary.provider.garmin.GarminCasesTest;
import io.tributary.provider.googlefit.GoogleFitCasesTest;
import io.tributary.provider.googlehealth.GoogleHealthCasesTest;
import io.tributary.provider.libre.LibrePatientCasesTest;
import io.tributary.provider.libre.LibrePracticeCasesTest;
import io.tributary.provider.oura.OuraCasesTest;
import io.tributary.provider.polar.PolarCasesTest;
import io.tributary.provider.strava.StravaCasesTest;
import io.tributary.provider.ultrahuman.UltrahumanCasesTest;
import io.tributary.provider.wahoo.WahooCasesTest;
import io.tributary.provider.whoop.WhoopCasesTest;
import io.tributary.provider.withings.WithingsCasesTest;
import io.tributary.simulator.kit.SimOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What every provider is held to, against its simulator: a row of {@code src/docs/providers.md}. A
 * cell that the vendor does not offer is no test; the row says why. Most cells need the adapter
 * alone; those of links, history and pushes have a node.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProviderCases {
  /** The columns of the table. */
  public enum Case {
    LINK,
    PARTIAL_GRANT,
    DENY,
    REFRESH_ROTATION,
    REVOKED,
    HISTORY,
    INCREMENTAL,
    PUSH,
    RATE_429,
    SERVER_5XX,
    PAGING,
    DST,
    DEDUPE
  }

  /** The rows of the table; one line for each, sorted. */
  public static final Map<String, Class<? extends ProviderCases>> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("abbott_libreview", LibrePatientCasesTest.class),
              Map.entry("cronometer", CronometerCasesTest.class),
              Map.entry("dexcom_v3", DexcomCasesTest.class),
              Map.entry("eight_sleep", EightSleepCasesTest.class),
              Map.entry("fitbit", FitbitCasesTest.class),
              Map.entry("freestyle_libre", LibrePracticeCasesTest.class),
              Map.entry("garmin", GarminCasesTest.class),
              Map.entry("google_fit", GoogleFitCasesTest.class),
              Map.entry("google_health", GoogleHealthCasesTest.class),
              Map.entry("oura", OuraCasesTest.class),
              Map.entry("polar", PolarCasesTest.class),
              Map.entry("strava", StravaCasesTest.class),
              Map.entry("ultrahuman", UltrahumanCasesTest.class),
              Map.entry("wahoo", WahooCasesTest.class),
              Map.entry("whoop_v2", WhoopCasesTest.class),
              Map.entry("withings", WithingsCasesTest.class)));

  /** Slugs without an adapter, and why. */
  public static final Map<String, String> NONE =
      new TreeMap<>(
          Map.of("omron", "no public facts: accepted everywhere, not listed, links are refused"));

  /** Days that the history of a linked user goes back here. */
  static final int HISTORY_DAYS = 6;

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private CasesSpec spec;
  private CasesCloud cloud;
  private CasesNode node;

  /** What the row needs to know; makes nothing. */
  public abstract CasesSpec spec();

  /** Every cell that is offered. */
  @TestFactory
  Stream<DynamicTest> cells() {
    spec = spec();
    return Arrays.stream(Case.values())
        .filter(spec::offers)
        .map(c -> DynamicTest.dynamicTest(c.name(), () -> run(c)));
  }

  @AfterAll
  void stop() {
    if (node != null) {
      node.close();
    }
    if (cloud != null) {
      cloud.close();
    }
  }

  protected final CasesCloud cloud() {
    if (cloud == null) {
      cloud = new CasesCloud(spec, HISTORY_DAYS);
    }
    cloud.noFaults();
    return cloud;
  }

  protected final CasesNode node() {
    if (node == null) {
      node = new CasesNode(cloud());
    }
    return node;
  }

  /** Runs a cell and notes it for {@code scripts/provider-table}. */
  private void run(Case what) {
    Passed.forget(spec.slug, what);
    hold(what);
    Passed.note(spec.slug, what);
  }

  private void hold(Case what) {
    switch (what) {
      case LINK -> link();
      case PARTIAL_GRANT -> partialGrant();
      case DENY -> deny();
      case REFRESH_ROTATION -> refreshRotation();
      case REVOKED -> revoked();
      case HISTORY -> history();
      case INCREMENTAL -> incremental();
      case PUSH -> push();
      case RATE_429 -> rate429();
      case SERVER_5XX -> server5xx();
      case PAGING -> paging();
      case DST -> dst();
      case DEDUPE -> dedupe();
    }
  }

  private Set<String> resources() {
    List<Resource> all =
        spec.resources.isEmpty()
            ? cloud().adapter.descriptor().resources()
            : List.copyOf(spec.resources);
    return all.stream().map(Resource::wire).collect(Collectors.toCollection(TreeSet::new));
  }

  /** A grant makes a connection that may read everything, and one event that says so. */
  protected void link() {
    CasesNode n = node();
    String user = n.linked("lina");
    JsonNode c = n.connection(user);
    assertEquals("connected", c.get("status").asText());
    assertEquals(spec.slug, c.get("slug").asText());
    assertEquals(spec.nameless, c.get("external_user_id").asText("").isEmpty());
    for (String resource : resources()) {
      assertEquals(
          "available", c.at("/resource_availability/" + resource + "/status").asText(), resource);
    }
    List<JsonNode> created = n.events(user, "provider.connection.created");
    assertEquals(1, created.size());
    assertEquals(spec.slug, created.getFirst().at("/provider/slug").asText());
    assertEquals(c.get("external_user_id"), created.getFirst().get("external_user_id"));
  }

  /** A scope that was left out costs its resources and no others. */
  protected void partialGrant() {
    CasesNode n = node();
    String scope = spec.untick.orElseThrow();
    String kept =
        cloud().adapter.descriptor().scopesAsked().stream()
            .filter(s -> !s.equals(scope))
            .collect(Collectors.joining(" "));
    String user = n.user();
    assertEquals(
        "success",
        n.link(n.token(user), CasesCloud.agrees("paula") + "&sim_scopes=" + CasesCloud.text(kept))
            .get("state"));
    JsonNode available = n.connection(user).get("resource_availability");
    Set<String> lost = spec.lost.stream().map(Resource::wire).collect(Collectors.toSet());
    assertFalse(lost.isEmpty());
    for (String resource : resources()) {
      JsonNode of = available.get(resource);
      assertEquals(
          lost.contains(resource) ? "unavailable" : "available",
          of.get("status").asText(),
          resource);
      if (lost.contains(resource)) {
        assertTrue(
            n.texts(of.at("/scope_requirements/user_denied/required")).contains(scope), resource);
      }
    }
    Set<String> read = resources();
    read.removeAll(lost);
    eventually(
        LIMIT,
        () -> {
          Map<String, String> history = n.history(user);
          read.forEach(r -> assertEquals("success", history.get(r), r));
        });
    lost.forEach(r -> assertNotEquals("success", n.history(user).get(r), r));
  }

  /** Who says no, or who nobody is, comes back with the reason, and may link by the same token. */
  protected void deny() {
    CasesNode n = node();
    String user = n.user();
    String token = n.token(user);
    if (cloud().adapter.login().isPresent()) {
      JsonNode denied = n.type(token, "nobody@example.com", "wrong");
      assertEquals("error", denied.get("state").asText());
      assertEquals("provider_credential_error", denied.get("error_type").asText());
    } else {
      Map<String, String> denied = n.link(token, "&sim_decision=deny");
      assertEquals("error", denied.get("state"));
      assertEquals("provider_credential_error", denied.get("error_type"));
    }
    assertEquals(0, n.connections(user));
    assertEquals("success", n.grant(token, "dora"));
  }

  /** An access token that expired costs one refresh; the old refresh token is never used again. */
  protected void refreshRotation() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("rosa", null);
    OAuth.Session before = account.session();
    int reuses = c.controlled("requests").getJsonObject("oauth").getInteger("reuses");
    c.control("people/" + c.idOf("rosa") + "/expire", new JsonObject());
    LocalDate day = CasesCloud.today().minusDays(1);
    c.read(account, day, day);
    assertEquals(1, account.refused);
    assertNotEquals(before.tokens().access(), account.tokens.access());
    assertNotEquals(before.tokens().refresh(), account.tokens.refresh());
    c.read(account, day, day);
    assertEquals(1, account.refused);
    assertEquals(reuses, c.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
    // The control: a spent token is refused, and counted.
    Renewer renewer = c.adapter.renewer().orElseThrow();
    assertThrows(ProviderFault.TokenRefused.class, () -> renewer.refresh(c.app(), before));
    assertEquals(reuses + 1, c.controlled("requests").getJsonObject("oauth").getInteger("reuses"));
  }

  /** A grant that was withdrawn at the vendor ends the connection, its event and its calls. */
  protected void revoked() {
    CasesNode n = node();
    if (spec.daysTold.isPresent()) {
      n.isToldOfNews();
    }
    String user = n.linked("vera");
    eventually(
        LIMIT, () -> assertEquals(Set.of("success"), new HashSet<>(n.history(user).values())));
    if (spec.daysTold.isPresent()) {
      eventually(LIMIT, () -> assertTrue(n.quiet()));
    }
    cloud().withdraw("vera");
    eventually(
        LIMIT,
        () -> {
          if (spec.daysTold.isEmpty()) {
            n.poll(user);
          }
          assertEquals("error", n.connection(user).get("status").asText());
        });
    assertEquals(spec.revokedError, n.connection(user).at("/error_details/error_type").asText());
    assertEquals(1, n.events(user, "provider.connection.error").size());
    int calls = calls();
    n.node.post("/v2/user/refresh/" + user, null).expect(400);
    assertEquals(calls, calls(), "a connection that ended is called");
  }

  /** Requests that the cloud has had. */
  private int calls() {
    return cloud().controlled("requests").getJsonObject("paths").stream()
        .filter(e -> !e.getKey().startsWith("/control"))
        .mapToInt(e -> (Integer) e.getValue())
        .sum();
  }

  /** Days are what they were; each resource says once that its history is there. */
  protected void history() {
    CasesNode n = node();
    if (spec.daysTold.isPresent()) {
      n.isToldOfNews();
    }
    String user = n.linked("hanna");
    Set<String> expected = resources();
    eventually(
        LIMIT,
        () -> {
          Map<String, String> history = n.history(user);
          assertEquals(expected, history.keySet());
          assertEquals(Set.of("success"), new HashSet<>(history.values()), history::toString);
        });
    Map<String, Long> events = n.eventTypes(user, "historical.data.");
    assertEquals(
        expected.stream()
            .map(r -> "historical.data." + r + ".created")
            .collect(Collectors.toCollection(TreeSet::new)),
        events.keySet());
    assertEquals(Set.of(1L), new HashSet<>(events.values()), events::toString);
    if (spec.daysTold.isPresent()) {
      // What was asked for comes as any news.
      String daily = "daily.data." + spec.revised.wire() + ".created";
      eventually(
          LIMIT,
          () ->
              assertEquals(HISTORY_DAYS + 1, n.eventTypes(user, "daily.").getOrDefault(daily, 0L)));
      eventually(LIMIT, () -> assertTrue(n.quiet()));
    } else {
      assertEquals(Map.of(), n.eventTypes(user, "daily."));
    }
    String person = cloud().person("halina", BERLIN);
    LocalDate last = CasesCloud.today().minusDays(2);
    held(person, last.minusDays(1), last);
  }

  /** Reads the days of a person in Berlin and holds each against what truly happened. */
  private void held(String person, LocalDate first, LocalDate last) {
    assertFalse(spec.checks.isEmpty(), "nothing to hold days against");
    CasesCloud c = cloud();
    ProbeAccount account = c.account(person, BERLIN);
    Batch batch = c.read(account, first.minusDays(1), last.plusDays(1));
    assertEquals(List.of(), batch.refused());
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      JsonObject truth = c.truth(person, day);
      Seen seen = new Seen(batch, day, BERLIN);
      spec.checks.forEach(check -> check.hold(truth, seen));
    }
  }

  /** A day that the vendor thought over changes what it is about, and nothing else. */
  protected void incremental() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("ines", null);
    Person person = Person.of(node().node);
    person.provider = spec.slug;
    LocalDate last = CasesCloud.today().minusDays(2);
    LocalDate first = last.minusDays(2);
    person.backfill(c.read(account, first, last));
    assertEquals(List.of(), person.eventTypes());
    c.control("people/" + c.idOf("ines") + "/revise", new JsonObject().put("day", last.toString()));
    Stored stored = person.store(c.read(account, first, last));
    assertTrue(
        stored.updated().getOrDefault(spec.revised, 0)
                + stored.created().getOrDefault(spec.revised, 0)
            > 0,
        () -> "updated " + stored.updated() + " created " + stored.created());
    Set<Resource> changed = new HashSet<>(stored.updated().keySet());
    changed.addAll(stored.created().keySet());
    Set<String> told =
        person.eventTypes().stream()
            .map(t -> t.replaceFirst("daily\\.data\\.(.*)\\.(created|updated)", "$1"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        changed.stream().map(Resource::wire).collect(Collectors.toCollection(TreeSet::new)), told);
  }

  /** The same days again, in other words of the vendor too: no row and no event. */
  protected void dedupe() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("dita", null);
    Person person = Person.of(node().node);
    person.provider = spec.slug;
    LocalDate last = CasesCloud.today().minusDays(2);
    Batch batch = c.read(account, last.minusDays(2), last);
    assertFalse(batch.isEmpty());
    person.store(batch);
    List<String> events = person.eventTypes();
    assertFalse(events.isEmpty());
    long samples = person.rows("sample");
    long summaries = person.rows("summary");
    Stored again = person.store(c.read(account, last.minusDays(2), last));
    assertEquals(Map.of(), again.created());
    assertEquals(Map.of(), again.updated());
    assertTrue(again.unchanged() > 0);
    assertEquals(samples, person.rows("sample"));
    assertEquals(summaries, person.rows("summary"));
    assertEquals(events, person.eventTypes());
  }

  /** A good notice is read; a forged, unsigned or stale one is refused, and nothing is fetched. */
  protected void push() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("petra", null);
    String person = "people/" + c.idOf("petra") + "/notify";
    try (CasesHook hook = new CasesHook(c, account)) {
      if (spec.tellsRevisions) {
        String day = CasesCloud.today().minusDays(2).toString();
        c.control("people/" + c.idOf("petra") + "/revise", new JsonObject().put("day", day));
      } else {
        c.control(person, spec.order);
      }
      eventually(LIMIT, () -> assertEquals(0, c.controlled("deliveries").getInteger("pending")));
      assertFalse(hook.statuses().isEmpty());
      hook.statuses().forEach(s -> assertEquals(2, s / 100));
      assertFalse(hook.read(account).only(Set.of(spec.told)).isEmpty());
      assertFalse(spec.refusals.isEmpty());
      spec.refusals.forEach(
          (forgery, status) -> {
            hook.forget();
            c.control(person, spec.order.copy().put("forgery", forgery));
            eventually(LIMIT, () -> assertEquals(List.of(status), hook.statuses(), forgery));
            int calls = account.calls;
            assertTrue(hook.read(account).isEmpty(), forgery);
            assertEquals(calls, account.calls, forgery);
          });
    }
  }

  /** What two readings of the same days have in common: all of it. */
  private static void same(Batch one, Batch other) {
    assertEquals(keys(one), keys(other));
    assertEquals(new HashSet<>(one.samples()), new HashSet<>(other.samples()));
  }

  private static Set<String> keys(Batch batch) {
    UUID user = new UUID(1, 1);
    return batch.summaries().stream()
        .map((SourcedSummary s) -> s.id(user) + s.content(user))
        .collect(Collectors.toSet());
  }

  /** A call too many waits as long as it is told to, counts for nothing, and loses nothing. */
  protected void rate429() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("rita", null);
    LocalDate last = CasesCloud.today().minusDays(2);
    Batch whole = c.read(account, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    int calls = account.calls;
    c.fault(new JsonObject().put("status", 429).put("retry_after", 17), 1);
    ProviderFault.RateLimited told =
        assertThrows(
            ProviderFault.RateLimited.class, () -> c.read(account, last.minusDays(1), last));
    assertEquals(calls + 1, account.calls);
    assertEquals(List.of(told.waitFor()), account.pauses);
    assertTrue(told.waitFor().compareTo(Duration.ZERO) > 0);
    same(whole, c.read(account, last.minusDays(1), last));
  }

  /** What a sick vendor answers is asked for again, and never taken for data. */
  protected void server5xx() {
    CasesCloud c = cloud();
    ProbeAccount account = c.account("sara", null);
    LocalDate last = CasesCloud.today().minusDays(2);
    Batch whole = c.read(account, last.minusDays(1), last);
    for (JsonObject harm :
        List.of(
            new JsonObject().put("status", 503),
            new JsonObject().put("truncate", 60),
            new JsonObject().put("garbage", true),
            new JsonObject().put("reset", true))) {
      int calls = account.calls;
      c.fault(harm, 2);
      same(whole, c.read(account, last.minusDays(1), last));
      c.noFaults();
      assertTrue(account.calls >= calls + 3, harm::encode);
    }
    c.fault(new JsonObject().put("status", 500), 3);
    assertThrows(ProviderFault.Unavailable.class, () -> c.read(account, last.minusDays(1), last));
    same(whole, c.read(account, last.minusDays(1), last));
  }

  /** Small pages make the same records as large ones. */
  protected void paging() {
    LocalDate last = CasesCloud.today().minusDays(2);
    ProbeAccount large = cloud().account("page", null);
    Batch whole = cloud().read(large, last.minusDays(1), last);
    assertFalse(whole.isEmpty());
    SimOptions small = SimOptions.defaults().withDays(HISTORY_DAYS).withPageSize(spec.page);
    try (CasesCloud other = new CasesCloud(spec, small)) {
      ProbeAccount account = other.account("page", null);
      same(whole, other.read(account, last.minusDays(1), last));
      assertTrue(account.calls > large.calls, "no page was turned");
    }
  }

  /** Days of 23 and 25 hours hold what happened, once. */
  protected void dst() {
    try {
      for (String script : List.of("spring_forward", "fall_back")) {
        JsonObject changed =
            cloud()
                .control(
                    "script",
                    new JsonObject()
                        .put("name", script)
                        .put("zone", "Europe/Berlin")
                        .put("move_clock", spec.shortMemory));
        LocalDate day = LocalDate.parse(changed.getString("day"));
        held(changed.getString("person"), day.minusDays(1), day.plusDays(1));
      }
    } finally {
      cloud().control("clock", new JsonObject().put("offset_seconds", 0));
    }
  }
}
