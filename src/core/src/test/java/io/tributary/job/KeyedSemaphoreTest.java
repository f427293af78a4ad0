package io.tributary.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeyedSemaphoreTest {
  private final List<String> due = new ArrayList<>();
  private final KeyedSemaphore<String> slots = new KeyedSemaphore<>(2, job -> job.substring(0, 1));

  private List<String> acquire(int most, String[] full) {
    Set<String> left = Set.of(full);
    List<String> taken =
        due.stream().filter(j -> !left.contains(j.substring(0, 1))).limit(most).toList();
    due.removeAll(taken);
    return taken;
  }

  private List<String> claim(int free) {
    return slots.claim(free, this::acquire);
  }

  @Test
  void aProviderThatHoldsItsSlotsLeavesThoseOfOthers() {
    due.addAll(List.of("a1", "a2", "a3", "a4", "b1"));
    assertEquals(List.of("a1", "a2", "b1"), claim(8));
    assertEquals(List.of(), claim(5));
    due.add("c1");
    assertEquals(List.of("c1"), claim(5));
    slots.release("a1");
    assertEquals(List.of("a3", "a4"), claim(4));
    slots.release("a2");
    assertEquals(List.of(), claim(4), "as many as it has places are still running");
  }

  @Test
  void noMoreAreClaimedThanThereIsRoomFor() {
    due.addAll(List.of("a1", "b1", "c1", "d1"));
    assertEquals(List.of("a1", "b1", "c1"), claim(3));
    assertEquals(List.of("d1"), claim(1));
  }

  @Test
  void workClaimedBeforeAnErrorRunsAndReleasesItsSlots() {
    due.addAll(List.of("a1", "a2", "a3", "b1"));
    AtomicInteger asked = new AtomicInteger();
    List<String> first =
        slots.claim(
            8,
            (most, full) -> {
              if (asked.incrementAndGet() > 1) {
                throw new IllegalStateException("the database is away");
              }
              return acquire(most, full);
            });
    assertEquals(List.of("a1", "a2"), first);
    first.forEach(slots::release);
    assertEquals(List.of("a3", "b1"), claim(8));
  }

  @Test
  void anErrorOfTheFirstClaimIsReportedAndHoldsNoSlot() {
    due.addAll(List.of("a1", "a2"));
    assertThrows(
        IllegalStateException.class,
        () ->
            slots.claim(
                8,
                (most, full) -> {
                  throw new IllegalStateException("the database is away");
                }));
    assertEquals(List.of("a1", "a2"), claim(8));
  }
}
