package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.metrics.Metrics;
import org.junit.jupiter.api.Test;

class RequestConcurrencyLimitTest {
  private final RejectedRequests turnedAway = new RejectedRequests(new Metrics());
  private final RequestConcurrencyLimit limit =
      new RequestConcurrencyLimit(10, 50, turnedAway, System::nanoTime);

  private int acquired(String who, int times) {
    int got = 0;
    for (int i = 0; i < times; i++) {
      got += limit.tryAcquireSlot(who) ? 1 : 0;
    }
    return got;
  }

  @Test
  void aSingleTeamMayUseEverySlot() {
    assertEquals(10, acquired("a", 12));
  }

  @Test
  void severalTeamsGetEqualSharesOnceHalfTheSlotsAreUsed() {
    assertEquals(1, acquired("b", 1));
    assertEquals(5, acquired("a", 12));
    assertEquals(7, turnedAway.currentCount(RejectedRequests.RejectionReason.FAIR_PART));
    assertEquals(4, acquired("b", 12));
  }

  @Test
  void withPlentyLeftNobodyIsRefused() {
    assertTrue(limit.tryAcquireSlot("b"));
    assertTrue(limit.tryAcquireSlot("c"));
    // Three teams are active, and team {@code a} still gets more than a third of the slots in use.
    assertEquals(3, acquired("a", 3));
  }

  @Test
  void aRejectedTeamGetsTheNextFreeSlot() {
    assertEquals(10, acquired("a", 10));
    assertFalse(limit.tryAcquireSlot("b"));
    limit.releaseSlot("a");
    assertFalse(limit.tryAcquireSlot("a"), "b waits");
    assertTrue(limit.tryAcquireSlot("b"));
  }

  @Test
  void releasedSlotsAreAvailableAgain() {
    assertEquals(10, acquired("a", 10));
    for (int i = 0; i < 10; i++) {
      limit.releaseSlot("a");
    }
    assertEquals(0, limit.slotsInUse());
    assertEquals(10, acquired("b", 10));
  }

  @Test
  void connectionsExceedSlotsButAreLimited() {
    for (int i = 0; i < 26; i++) {
      assertTrue(limit.tryEnter());
    }
    assertFalse(limit.tryEnter());
    limit.leave();
    assertTrue(limit.tryEnter());
  }
}
