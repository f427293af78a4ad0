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

  private int takes(String who, int times) {
    int got = 0;
    for (int i = 0; i < times; i++) {
      got += limit.tryAcquireSlot(who) ? 1 : 0;
    }
    return got;
  }

  @Test
  void whoIsAloneGetsAllPlaces() {
    assertEquals(10, takes("a", 12));
  }

  @Test
  void whoIsNotAloneGetsNoMoreThanTheEqualPartOnceHalfIsTaken() {
    assertEquals(1, takes("b", 1));
    assertEquals(5, takes("a", 12));
    assertEquals(7, turnedAway.currentCount(RejectedRequests.RejectionReason.FAIR_PART));
    assertEquals(4, takes("b", 12));
  }

  @Test
  void withPlentyLeftNobodyIsRefused() {
    assertTrue(limit.tryAcquireSlot("b"));
    assertTrue(limit.tryAcquireSlot("c"));
    // Three are there, and still a gets more than a third of what is taken.
    assertEquals(3, takes("a", 3));
  }

  @Test
  void whoFindsEveryPlaceTakenGetsTheNextOne() {
    assertEquals(10, takes("a", 10));
    assertFalse(limit.tryAcquireSlot("b"));
    limit.releaseSlot("a");
    assertFalse(limit.tryAcquireSlot("a"), "b waits");
    assertTrue(limit.tryAcquireSlot("b"));
  }

  @Test
  void placesThatAreGivenBackAreThereAgain() {
    assertEquals(10, takes("a", 10));
    for (int i = 0; i < 10; i++) {
      limit.releaseSlot("a");
    }
    assertEquals(0, limit.slotsInUse());
    assertEquals(10, takes("b", 10));
  }

  @Test
  void theDoorIsWiderThanThePlacesButNotOpen() {
    for (int i = 0; i < 26; i++) {
      assertTrue(limit.tryEnter());
    }
    assertFalse(limit.tryEnter());
    limit.leave();
    assertTrue(limit.tryEnter());
  }
}
