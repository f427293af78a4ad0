package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks that one provider never blocks the data of another. */
class ProviderSlotPoolTest {
  private static final UUID OURS = Ids.DEFAULT_APP;
  private static final UUID THEIRS = Ids.uuid();
  private static final UUID TEAM = Ids.uuid();
  private static final ProviderSlotPool.TeamWork A = new ProviderSlotPool.TeamWork("a", TEAM);
  private static final Duration SOON = Duration.ofSeconds(10);

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final ProviderSlotPool slots = new ProviderSlotPool(8, List.of("a", "b"), clock::get);

  private static List<ProviderSlotPool.TeamWork> of(String provider, int count) {
    return Collections.nCopies(count, new ProviderSlotPool.TeamWork(provider, TEAM));
  }

  private static Set<UUID> resting(ProviderSlotPool.Offer offer) {
    return Set.copyOf(offer.cooldownAppList());
  }

  @Test
  void aProviderUsesOnlyItsOwnSlots() {
    var desk = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    var first = desk.offer();
    assertEquals(Map.of("a", 8, "b", 8), first.freeSlots());
    desk.recordClaim(first, of("a", 8));
    var second = desk.offer();
    assertEquals(Map.of("b", 8), second.freeSlots());
    desk.recordClaim(second, of("b", 2));
    desk.release(A);
    assertEquals(Map.of("a", 1, "b", 6), desk.offer().freeSlots());
    assertTrue(desk.offer().isEmpty(), "what is offered is taken until it is told otherwise");
  }

  @Test
  void newDataHasItsOwnSlots() {
    var history = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    history.recordClaim(history.offer(), of("a", 8));
    assertEquals(8, slots.newClaimer(ProviderSlotPool.Lane.NEW_DATA).offer().freeSlots().get("a"));
  }

  @Test
  void loopsOfANodeShareSlotsAndAnEndedLoopFreesItsOwn() {
    var one = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    var two = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    var three = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    one.recordClaim(one.offer(), of("a", 3));
    two.recordClaim(two.offer(), of("a", 3));
    assertEquals(2, three.offer().freeSlots().get("a"), "eight in all");
    one.close();
    one.release(A);
    three.close();
    assertEquals(5, two.offer().freeSlots().get("a"));
  }

  @Test
  void aPullWaitingInsideAPageReleasesItsSlotAndItsApplicationCoolsDown() {
    var desk = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    desk.recordClaim(desk.offer(), of("a", 8));
    PullSlot seat = desk.slot(A, OURS);
    assertTrue(seat.release(SOON, false));
    var offer = desk.offer();
    assertEquals(1, offer.freeSlots().get("a"), "for others of the provider");
    assertEquals(Set.of(OURS), resting(offer), "who would have to wait as well");
    desk.recordClaim(offer, List.of());
    clock.addAndGet(SOON.toNanos());
    seat.reacquire();
    offer = desk.offer();
    assertEquals(Map.of("b", 8), offer.freeSlots());
    assertEquals(Set.of(), resting(offer));
  }

  @Test
  void noMorePullsWaitOutsideTheirSlotsThanThereAreSlots() {
    var desk = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    desk.recordClaim(desk.offer(), of("a", 8));
    PullSlot seat = desk.slot(A, OURS);
    for (int i = 0; i < 8; i++) {
      assertTrue(desk.slot(A, OURS).release(SOON, true));
    }
    assertEquals(Set.of(), resting(desk.offer()), "others of the application need not wait");
    assertFalse(seat.release(SOON, true));
    assertTrue(slots.newClaimer(ProviderSlotPool.Lane.NEW_DATA).slot(A, OURS).release(SOON, true));
  }

  @Test
  void anApplicationThatMustWaitCoolsDownAndAnotherDoesNot() {
    var history = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    var fresh = slots.newClaimer(ProviderSlotPool.Lane.NEW_DATA);
    ProviderCooldowns rests = new ProviderCooldowns(slots, Set.of("b"), SOON);
    // The throttle delays only backfill, so new data continues.
    PermitDenied gate = new PermitDenied(SOON, PermitDenied.DenialScope.APP);
    assertEquals(
        Duration.ZERO, rests.recordFailure(ProviderSlotPool.Lane.HISTORY, "a", OURS, gate));
    assertEquals(Set.of(OURS), resting(history.offer()));
    assertEquals(Set.of(), resting(fresh.offer()));
    // A 429 applies to both lanes of the application.
    rests.recordFailure(
        ProviderSlotPool.Lane.HISTORY, "a", THEIRS, new ProviderException.RateLimited(SOON));
    assertEquals(Set.of(OURS, THEIRS), resting(history.offer()));
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    // Where the quota is counted per user, only that user waits.
    ProviderException limited = new ProviderException.RateLimited(SOON);
    assertEquals(SOON, rests.recordFailure(ProviderSlotPool.Lane.NEW_DATA, "b", OURS, limited));
    PermitDenied own = new PermitDenied(SOON, PermitDenied.DenialScope.USER);
    assertEquals(SOON, rests.recordFailure(ProviderSlotPool.Lane.NEW_DATA, "a", OURS, own));
    rests.recordFailure(ProviderSlotPool.Lane.NEW_DATA, "a", OURS, PermitDenied.stopped());
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    clock.addAndGet(SOON.toNanos());
    assertEquals(Set.of(), resting(fresh.offer()));
    assertEquals(Set.of(), resting(history.offer()));
  }

  @Test
  void aProviderThatIsIllIsTriedOneRunAtATime() {
    var desk = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    ProviderCooldowns rests = new ProviderCooldowns(slots, Set.of(), SOON);
    rests.recordFailure(
        ProviderSlotPool.Lane.NEW_DATA, "a", OURS, new ProviderException.CircuitOpen());
    var offer = desk.offer();
    assertEquals(Map.of("a", 1, "b", 8), offer.freeSlots());
    desk.recordClaim(offer, List.of());
    clock.addAndGet(SOON.toNanos());
    assertEquals(8, desk.offer().freeSlots().get("a"));
  }

  /** The default slot count covers every provider, so that none uses the slots of another. */
  @Test
  void byDefaultThereIsRoomForAllProvidersAtOnce() {
    ServiceConfig config = Defaults.config();
    assertTrue(
        config.pull().concurrency()
            >= 2 * config.pull().providerConcurrency() * config.providers().size(),
        "providers " + config.providers().size());
  }

  @Test
  void workInProgressOfEachTeamIsReported() {
    UUID other = Ids.uuid();
    var one = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    var two = slots.newClaimer(ProviderSlotPool.Lane.HISTORY);
    one.recordClaim(one.offer(), of("a", 3));
    two.recordClaim(two.offer(), List.of(A, new ProviderSlotPool.TeamWork("a", other)));
    assertEquals(
        Map.of(A, 4, new ProviderSlotPool.TeamWork("a", other), 1),
        one.offer().inProgress(),
        "of all loops");
    assertEquals(Map.of(), slots.newClaimer(ProviderSlotPool.Lane.NEW_DATA).offer().inProgress());
    two.release(new ProviderSlotPool.TeamWork("a", other));
    PullSlot seat = one.slot(A, OURS);
    assertTrue(seat.release(SOON, true));
    assertEquals(Map.of(A, 3), two.offer().inProgress(), "who waits beside its place takes none");
    seat.reacquire();
    one.close();
    assertEquals(Map.of(A, 1), two.offer().inProgress());
    one.release(A);
    two.release(A);
    assertEquals(Map.of(), two.offer().inProgress());
  }

  /** Twenty users of one provider hang, while history and new data of another arrive. */
  @Test
  void whileOneProviderHangsTheDataOfAnotherComeIn() {
    try (PullHarness h = new PullHarness(2, "TRIBUTARY_PROVIDERS_OURA_REQUEST_TIMEOUT", "10m")) {
      OAuth.Granted grant = h.grant("anna", PullHarness.ALL);
      h.control("script", new JsonObject().put("name", "hang"));
      for (int i = 0; i < 20; i++) {
        UUID connection = h.connect(h.user(), grant);
        h.schedule(connection, null);
        h.node.db().query("update connection set poll_due_at = now() where id = $1", connection);
      }
      int places = Defaults.config().pull().providerConcurrency();
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
