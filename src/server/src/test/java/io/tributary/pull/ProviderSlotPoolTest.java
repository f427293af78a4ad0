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

/** What one provider does never keeps another one's data. */
class ProviderSlotPoolTest {
  private static final UUID OURS = Ids.NIL;
  private static final UUID THEIRS = Ids.uuid();
  private static final UUID TEAM = Ids.uuid();
  private static final ProviderSlotPool.Work A = new ProviderSlotPool.Work("a", TEAM);
  private static final Duration SOON = Duration.ofSeconds(10);

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
  private final ProviderSlotPool slots = new ProviderSlotPool(8, List.of("a", "b"), clock::get);

  private static List<ProviderSlotPool.Work> of(String provider, int count) {
    return Collections.nCopies(count, new ProviderSlotPool.Work(provider, TEAM));
  }

  private static Set<UUID> resting(ProviderSlotPool.Offer offer) {
    return Set.copyOf(offer.resting());
  }

  @Test
  void aProviderHasItsPlacesAndNoneOfAnothers() {
    var desk = slots.desk(ProviderSlotPool.Lane.HISTORY);
    var first = desk.offer();
    assertEquals(Map.of("a", 8, "b", 8), first.places());
    desk.claimed(first, of("a", 8));
    var second = desk.offer();
    assertEquals(Map.of("b", 8), second.places());
    desk.claimed(second, of("b", 2));
    desk.ended(A);
    assertEquals(Map.of("a", 1, "b", 6), desk.offer().places());
    assertTrue(desk.offer().empty(), "what is offered is taken until it is told otherwise");
  }

  @Test
  void whatIsNewHasPlacesOfItsOwn() {
    var history = slots.desk(ProviderSlotPool.Lane.HISTORY);
    history.claimed(history.offer(), of("a", 8));
    assertEquals(8, slots.desk(ProviderSlotPool.Lane.NEW).offer().places().get("a"));
  }

  @Test
  void loopsOfANodeShareAndThePlacesOfOneThatEndsAreFree() {
    var one = slots.desk(ProviderSlotPool.Lane.HISTORY);
    var two = slots.desk(ProviderSlotPool.Lane.HISTORY);
    var three = slots.desk(ProviderSlotPool.Lane.HISTORY);
    one.claimed(one.offer(), of("a", 3));
    two.claimed(two.offer(), of("a", 3));
    assertEquals(2, three.offer().places().get("a"), "eight in all");
    one.close();
    one.ended(A);
    three.close();
    assertEquals(5, two.offer().places().get("a"));
  }

  @Test
  void whoWaitsInTheMiddleOfAPageLeavesItsPlaceAndItsApplicationRestsMeanwhile() {
    var desk = slots.desk(ProviderSlotPool.Lane.HISTORY);
    desk.claimed(desk.offer(), of("a", 8));
    PullSlot seat = desk.seat(A, OURS);
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
    var desk = slots.desk(ProviderSlotPool.Lane.HISTORY);
    desk.claimed(desk.offer(), of("a", 8));
    PullSlot seat = desk.seat(A, OURS);
    for (int i = 0; i < 8; i++) {
      assertTrue(desk.seat(A, OURS).leave(SOON, true));
    }
    assertEquals(Set.of(), resting(desk.offer()), "others of the application need not wait");
    assertFalse(seat.leave(SOON, true));
    assertTrue(slots.desk(ProviderSlotPool.Lane.NEW).seat(A, OURS).leave(SOON, true));
  }

  @Test
  void anApplicationThatMustWaitRestsAndAnotherDoesNot() {
    var history = slots.desk(ProviderSlotPool.Lane.HISTORY);
    var fresh = slots.desk(ProviderSlotPool.Lane.NEW);
    ProviderCooldowns rests = new ProviderCooldowns(slots, Set.of("b"), SOON);
    // Our own throttle keeps history back: what is new goes on.
    PermitDenied gate = new PermitDenied(SOON, PermitDenied.Whose.APP);
    assertEquals(Duration.ZERO, rests.after(ProviderSlotPool.Lane.HISTORY, "a", OURS, gate));
    assertEquals(Set.of(OURS), resting(history.offer()));
    assertEquals(Set.of(), resting(fresh.offer()));
    // A 429 is for all of them.
    rests.after(
        ProviderSlotPool.Lane.HISTORY, "a", THEIRS, new ProviderException.RateLimited(SOON));
    assertEquals(Set.of(OURS, THEIRS), resting(history.offer()));
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    // Where users are counted only one of them waits.
    ProviderException limited = new ProviderException.RateLimited(SOON);
    assertEquals(SOON, rests.after(ProviderSlotPool.Lane.NEW, "b", OURS, limited));
    PermitDenied own = new PermitDenied(SOON, PermitDenied.Whose.USER);
    assertEquals(SOON, rests.after(ProviderSlotPool.Lane.NEW, "a", OURS, own));
    rests.after(ProviderSlotPool.Lane.NEW, "a", OURS, PermitDenied.stopped());
    assertEquals(Set.of(THEIRS), resting(fresh.offer()));
    clock.addAndGet(SOON.toNanos());
    assertEquals(Set.of(), resting(fresh.offer()));
    assertEquals(Set.of(), resting(history.offer()));
  }

  @Test
  void aProviderThatIsIllIsTriedOneRunAtATime() {
    var desk = slots.desk(ProviderSlotPool.Lane.HISTORY);
    ProviderCooldowns rests = new ProviderCooldowns(slots, Set.of(), SOON);
    rests.after(ProviderSlotPool.Lane.NEW, "a", OURS, new ProviderException.LeftAlone());
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

  @Test
  void whatIsUnderWayOfEachTeamIsTold() {
    UUID other = Ids.uuid();
    var one = slots.desk(ProviderSlotPool.Lane.HISTORY);
    var two = slots.desk(ProviderSlotPool.Lane.HISTORY);
    one.claimed(one.offer(), of("a", 3));
    two.claimed(two.offer(), List.of(A, new ProviderSlotPool.Work("a", other)));
    assertEquals(
        Map.of(A, 4, new ProviderSlotPool.Work("a", other), 1), one.offer().busy(), "of all loops");
    assertEquals(Map.of(), slots.desk(ProviderSlotPool.Lane.NEW).offer().busy());
    two.ended(new ProviderSlotPool.Work("a", other));
    PullSlot seat = one.seat(A, OURS);
    assertTrue(seat.leave(SOON, true));
    assertEquals(Map.of(A, 3), two.offer().busy(), "who waits beside its place takes none");
    seat.back();
    one.close();
    assertEquals(Map.of(A, 1), two.offer().busy());
    one.ended(A);
    two.ended(A);
    assertEquals(Map.of(), two.offer().busy());
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
