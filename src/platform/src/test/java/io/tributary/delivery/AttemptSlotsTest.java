package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AttemptSlotsTest {
  private final UUID one = UUID.randomUUID();
  private final UUID two = UUID.randomUUID();
  private final AttemptSlots slots = slots();

  private static AttemptSlots slots() {
    try {
      return new AttemptSlots(
          ConfigLoader.load(
                  Path.of("no-conf"),
                  Map.of(
                      "TRIBUTARY_WEBHOOK_CONCURRENCY", "10",
                      "TRIBUTARY_WEBHOOK_LIMITS_TEAM_CONCURRENCY", "6",
                      "TRIBUTARY_WEBHOOK_LIMITS_MAX_SLOW_ATTEMPTS", "9",
                      "TRIBUTARY_WEBHOOK_LIMITS_TEAM_MAX_SLOW_ATTEMPTS", "8"))
              .webhook());
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private List<AttemptSlots.Slot> takeAll(UUID team) {
    List<AttemptSlots.Slot> out = new ArrayList<>();
    for (AttemptSlots.Slot s = slots.tryAcquire(team); s != null; s = slots.tryAcquire(team)) {
      out.add(s);
    }
    return out;
  }

  @Test
  void aTeamGetsItsShareAndOthersGetTheRemainingSlots() {
    assertEquals(6, takeAll(one).size());
    assertEquals(4, takeAll(two).size());
    assertNull(slots.tryAcquire(UUID.randomUUID()));
    assertEquals(10, slots.inFlight());
  }

  @Test
  void slowAttemptsReleaseTheirSlotsUpToALimit() {
    List<AttemptSlots.Slot> first = takeAll(one);
    first.forEach(s -> assertTrue(s.markSlow()));
    assertTrue(first.getFirst().markSlow(), "once is enough");
    List<AttemptSlots.Slot> more = takeAll(one);
    assertEquals(6, more.size());
    assertEquals(2, more.stream().filter(AttemptSlots.Slot::markSlow).count(), "of the team");
    List<AttemptSlots.Slot> others = takeAll(two);
    assertEquals(1, others.stream().filter(AttemptSlots.Slot::markSlow).count(), "of the node");
  }

  @Test
  void everythingIsFreeInTheEnd() {
    List<AttemptSlots.Slot> all = takeAll(one);
    all.subList(0, 3).forEach(AttemptSlots.Slot::markSlow);
    all.addAll(takeAll(two));
    all.forEach(AttemptSlots.Slot::release);
    assertEquals(0, slots.inFlight());
    assertFalse(slots.isFull());
    assertEquals(6, takeAll(one).size());
    assertNotNull(slots.tryAcquire(two));
  }
}
