package io.tributary.pull;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Rows;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderFault;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What one provider does never keeps another one's data. */
class ProviderSlotsTest {
  private static final UUID OURS = Ids.NIL;
  private static final UUID THEIRS = Ids.uuid();
  private static final Duration SOON = Duration.ofSeconds(10);

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final ProviderSlots slots = new ProviderSlots(8, List.of("a", "b"), clock::get);

  private static Set<UUID> resting(ProviderSlots.Offer offer) {
    return Set.copyOf(offer.resting());
  }

  @Test
  void aProviderHasItsPlacesAndNoneOfAnothers() {
    var desk = slots.desk(ProviderSlots.Lane.HISTORY);
    var first = desk.offer();
    assertEquals(Map.of("a", 8, "b", 8), first.places());
    desk.claimed(first, Collections.nCopies(8, "a"));
    var second = desk.offer();
    assertEquals(Map.of("b", 8), second.places());
    desk.claimed(second, List.of("b", "b"));
    desk.ended("a");
    assertEquals(Map.of("a", 1, "b", 6), desk.offer().places());
    assertTrue(desk.offer().empty(), "what is offered is taken until it is told otherwise");
  }

  @Test
  void whatIsNewHasPlacesOfItsOwn() {
    var history = slots.desk(ProviderSlots.Lane.HISTORY);
    history.claimed(history.offer(), Collections.nCopies(8, "a"));
    assertEquals(8, slots.desk(ProviderSlots.Lane.NEW).offer().places().get("a"));
  }

  @Test
  void loopsOfANodeShareAndThePlacesOfOneThatEndsAreFree() {
    var one = slots.desk(ProviderSlots.Lane.HISTORY);
    var two = slots.desk(ProviderSlots.Lane.HISTORY);
    var three = slots.desk(ProviderSlots.Lane.HISTORY);
    one.claimed(one.offer(), Collections.nCopies(3, "a"));
    two.claimed(two.offer(), Collections.nCopies(3, "a"));
    assertEquals(2, three.offer().places().get("a"), "eight in all");
    one.close();
    one.ended("a");
    three.close();
    assertEquals(5, two.offer().places().get("a"));
  }

  @Test
  void whoWaitsInTheMiddleOfAPageLeavesItsPlaceAndItsApplicationRestsMeanwhile() {
    var desk = slots.desk(ProviderSlots.Lane.HISTORY);
    desk.claimed(desk.offer(), Collections.nCopies(8, "a"));
    Seat seat = desk.seat("a", OURS);
    assertTrue(seat.leave(SOON, false));
    var offer = desk.offer();
    assertEquals(1, offer.places().get("a"), "for others of the provider");
    assertEquals(Set.of(OURS), resting(offer), "who would have to wait as well");
    desk.claimed(offer, List.of());
    clock.addAndGet(SOON.toNanos());
    seat.back();
    offer = desk.offer();
    assertEquals(Map.of("b", 8), offer.places());
    assertEquals(Set.of(), resting(offer));
  }

  @Test
  void noMoreWaitBesideTheirPlacesThanThereArePlaces() {
    var desk = slots.desk(ProviderSlots.Lane.HISTORY);
    desk.claimed(desk.offer(), Collections.nCopies(8, "a"));
    Seat seat = desk.seat("a", OURS);
    for (int i = 0; i < 8; i++) {
      assertTrue(desk.seat("a", OURS).leave(SOON, true));
    }
    assertEquals(Set.of(), resting(desk.offer()), "others of the application need not wait");
    assertFalse(seat.leave(SOON, true));
    assertTrue(slots.desk(ProviderSlots.Lane.NEW).seat("a", OURS).leave(SOON, true));
  }

  @Test
  void anApplicationThatMustWaitRestsAndAnotherDoesNot() {
    var history = slots.desk(ProviderSlots.Lane.HISTORY);
    var fresh = slots.desk(ProviderSlots.Lane.NEW);
    Rests rests = new Rests(slots, Set.of("b"), SOON);
    // Our own throttle keeps history back: what is new goes on.
    GateClosed gate = new GateClosed(SOON, GateClosed.Whose.APP);
    assertEquals(Duration.ZERO, rests.after(ProviderSlots.Lane.HISTORY, "a", OURS, gate));
    assertEquals(Set.of(OURS), resting(history.offer()));
    assertEquals(Set.of(), resting(fresh.offer()));
    // A 429 is for all of them.
    rests.after(ProviderSlots.Lane.HISTORY, "a", THEIRS, new ProviderFault.RateLimited(SOON));
    assertEquals(Set.of(OURS, THEIRS), resting(history.offer()));
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    // Where users are counted only one of them waits.
    ProviderFault limited = new ProviderFault.RateLimited(SOON);
    assertEquals(SOON, rests.after(ProviderSlots.Lane.NEW, "b", OURS, limited));
    GateClosed own = new GateClosed(SOON, GateClosed.Whose.USER);
    assertEquals(SOON, rests.after(ProviderSlots.Lane.NEW, "a", OURS, own));
    rests.after(ProviderSlots.Lane.NEW, "a", OURS, GateClosed.stopped());
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    clock.addAndGet(SOON.toNanos());
    assertEquals(Set.of(), resting(fresh.offer()));
    assertEquals(Set.of(), resting(history.offer()));
  }

  @Test
  void aProviderThatIsIllIsTriedOneRunAtATime() {
    var desk = slots.desk(ProviderSlots.Lane.HISTORY);
    Rests rests = new Rests(slots, Set.of(), SOON);
    rests.after(ProviderSlots.Lane.NEW, "a", OURS, new ProviderFault.LeftAlone());
    var offer = desk.offer();
    assertEquals(Map.of("a", 1, "b", 8), offer.places());
    desk.claimed(offer, List.of());
    clock.addAndGet(SOON.toNanos());
    assertEquals(8, desk.offer().places().get("a"));
  }

  /** Else the places of one would be taken by another. */
  @Test
  void byDefaultThereIsRoomForAllProvidersAtOnce() {
    ServiceConfig config = Defaults.config();
    assertTrue(
        config.pull().slots() >= 2 * config.pull().providerSlots() * config.providers().size(),
        "providers " + config.providers().size());
  }

  private static void job(PullHarness h, UUID user, UUID connection, String provider, UUID app) {
    h.node
        .db()
        .query(
            "insert into pull_job (id, connection_id, user_id, team_id, environment, provider,"
                + " app_id, feed, resources, generation, state, range_start, range_end, due_at,"
                + " trace_id, release) values (gen_random_uuid(), $1, $2, $3, 'sandbox', $4, $5,"
                + " 'f', '{}', 1, 'scheduled', now(), now(), now() - interval '1 minute', '', '')",
            connection,
            user,
            h.node.tenant().team(),
            provider,
            app);
  }

  private static Map<String, Long> byProvider(List<PullJob> jobs) {
    return jobs.stream().collect(Collectors.groupingBy(PullJob::provider, Collectors.counting()));
  }

  @Test
  void claimsTakeOfEachProviderWhatItHasPlacesForAndLeaveTheResting() {
    // The node itself looks once, at its start.
    try (PullHarness h = new PullHarness(0, "TRIBUTARY_PULL_CLAIM_EVERY", "1h")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "anna");
      for (int i = 0; i < 40; i++) {
        job(h, user, connection, "garmin", OURS);
      }
      for (int i = 0; i < 6; i++) {
        job(h, user, connection, "polar", OURS);
        job(h, user, connection, "polar", THEIRS);
        job(h, user, connection, "wahoo", OURS);
      }
      PullRepo repo = new PullRepo(h.node.db(), "test", Duration.ofMinutes(5));
      var offer =
          new ProviderSlots.Offer(
              Map.of("garmin", 8, "polar", 8, "strava", 8), List.of("polar"), List.of(OURS));
      List<PullJob> claimed = repo.claim(100, offer);
      assertEquals(Map.of("garmin", 8L, "polar", 6L), byProvider(claimed));
      assertTrue(
          claimed.stream().noneMatch(j -> j.provider().equals("polar") && j.app().equals(OURS)));
      // With too few places in all, each has its turn.
      assertEquals(
          Map.of("garmin", 2L, "polar", 2L, "wahoo", 2L),
          byProvider(
              repo.claim(
                  6,
                  new ProviderSlots.Offer(
                      Map.of("garmin", 8, "polar", 8, "wahoo", 8), List.of(), List.of()))));
      // Of a user who waits nothing is due, unless somebody works on it.
      repo.postpone(claimed.getFirst(), Duration.ofHours(1));
      assertEquals(
          20, h.count("select count(*) from pull_job where lease_until is not null"), "claimed");
      assertEquals(
          0,
          h.count("select count(*) from pull_job where lease_until is null and due_at <= now()"));
      List<String> plan = planOfAClaimFromALongQueue(h, offer);
      assertTrue(
          plan.stream().anyMatch(l -> l.contains("pull_job_provider_due")),
          () -> String.join("\n", plan));
    }
  }

  /** All that wait of all providers would be walked for each provider at every claim. */
  private static List<String> planOfAClaimFromALongQueue(PullHarness h, ProviderSlots.Offer offer) {
    h.node
        .db()
        .query(
            "insert into pull_job (id, connection_id, user_id, team_id, environment, provider,"
                + " app_id, feed, resources, generation, state, range_start, range_end, trace_id,"
                + " release, due_at) select gen_random_uuid(), connection_id, user_id, team_id,"
                + " environment, p, app_id, feed, resources, generation, 'scheduled', range_start,"
                + " range_end, trace_id, release, now() + n * interval '1 second' - interval '1"
                + " day' from (select * from pull_job limit 1) j,"
                + " unnest(array['garmin', 'polar', 'wahoo']) p, generate_series(1, 1000) n");
    h.node.db().query("analyze pull_job");
    return Rows.list(
        h.node
            .db()
            .query(
                "explain " + PullRepo.CLAIM,
                128,
                "test",
                30_000L,
                offer.providers(),
                offer.numbers(),
                offer.restingProviders(),
                offer.restingApps()),
        r -> r.getString(0));
  }

  /** Nobody answers twenty users of one provider; history and news of another one come in. */
  @Test
  void whileOneProviderHangsTheDataOfAnotherComeIn() {
    try (PullHarness h = new PullHarness(2, "TRIBUTARY_PROVIDERS_OURA_CALL_TIMEOUT", "10m")) {
      OAuth.Granted grant = h.grant("anna", PullHarness.ALL);
      h.control("script", new JsonObject().put("name", "hang"));
      for (int i = 0; i < 20; i++) {
        UUID connection = h.connect(h.user(), grant);
        h.schedule(connection, null);
        h.node.db().query("update connection set poll_due_at = now() where id = $1", connection);
      }
      int places = Defaults.config().pull().providerSlots();
      eventually(SOON.multipliedBy(3), () -> assertTrue(held(h) >= 2 * places, "held " + held(h)));
      List<UUID> users = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        UUID user = h.user();
        users.add(user);
        h.node
            .post(
                "/v2/link/connect/demo",
                Json.text(Map.of("user_id", user.toString(), "provider", "fitbit")))
            .expect(200);
        h.node.db().query("update connection set poll_due_at = now() where user_id = $1", user);
      }
      users.forEach(user -> h.eventuallyAll(user, "success"));
      eventually(
          SOON.multipliedBy(3),
          () ->
              assertEquals(
                  5,
                  h.count("select count(*) from connection where demo and polled_at is not null")));
      assertTrue(h.count("select count(*) from summary where user_id = $1", users.getFirst()) > 0);
      assertEquals(
          2 * places, held(h), "of the one that hangs no more are asked than it has places");
      assertEquals(
          0, h.count("select count(*) from connection where polled_at is not null and not demo"));
      h.clear("script/hang");
    }
  }

  private static int held(PullHarness h) {
    return h.controlled("faults").getInteger("hanging");
  }
}
