package io.tributary.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrashInjectorTest {
  private final List<String> messages = new ArrayList<>();

  private List<Integer> perPhase(int number) {
    List<Integer> out = new ArrayList<>();
    int[] struck = {0};
    CrashInjector kills = new CrashInjector(number, () -> struck[0]++);
    for (CrashInjector.Phase phase : CrashInjector.Phase.values()) {
      int before = struck[0];
      kills.runWithKills(phase, () -> 0, () -> {});
      out.add(struck[0] - before);
    }
    assertEquals(number, kills.killCount());
    return out;
  }

  @Test
  void everyKillHappensAndThePhasesShareThem() {
    assertEquals(List.of(0, 0, 0), perPhase(0));
    assertEquals(List.of(0, 1, 0), perPhase(1));
    assertEquals(List.of(1, 1, 1), perPhase(3));
    assertEquals(List.of(2, 2, 1), perPhase(5));
  }

  @Test
  void aKillComesInTheMiddleOfTheWork() {
    CountDownLatch killed = new CountDownLatch(1);
    CrashInjector kills =
        new CrashInjector(
            3,
            () -> {
              messages.add("kill");
              killed.countDown();
            });
    kills.runWithKills(
        CrashInjector.Phase.BULK,
        () -> 0.6,
        () -> {
          try {
            assertTrue(killed.await(20, TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          messages.add("work ends");
        });
    assertEquals(List.of("kill", "work ends"), messages);
  }

  @Test
  void aServiceThatDoesNotComeBackFailsThePhase() {
    CountDownLatch tried = new CountDownLatch(1);
    CrashInjector kills =
        new CrashInjector(
            3,
            () -> {
              tried.countDown();
              throw new IllegalStateException("port taken");
            });
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                kills.runWithKills(
                    CrashInjector.Phase.LINKING,
                    () -> 1,
                    () -> {
                      try {
                        tried.await();
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    }));
    assertEquals("port taken", failure.getCause().getMessage());
  }
}
