package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BackgroundTaskTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final AtomicInteger steps = new AtomicInteger();

  @Test
  void shortWorkIsDoneWhenTheCallReturns() {
    BackgroundTask.run("short", List.of(() -> steps.incrementAndGet() < 3), Duration.ofMinutes(5));
    assertEquals(3, steps.get());
  }

  @Test
  void longWorkGoesOnAfterTheCallHasReturned() {
    CountDownLatch enough = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    BackgroundTask.run(
        "long",
        () -> {
          steps.incrementAndGet();
          boolean more = !waited(enough);
          if (!more) {
            ended.countDown();
          }
          return more;
        });
    // The task returned although work is left, so it runs again until the latch is counted down.
    int before = steps.get();
    eventually(SOON, () -> assertTrue(steps.get() > before));
    enough.countDown();
    eventually(SOON, () -> assertEquals(0, ended.getCount()));
  }

  @Test
  void whatFailsWhileTheCallerWaitsIsHisToKnow() {
    ServiceException away = ServiceException.unavailable("away", Duration.ofSeconds(1));
    ServiceException seen =
        assertThrows(
            ServiceException.class,
            () ->
                BackgroundTask.run(
                    "away",
                    () -> {
                      throw away;
                    }));
    assertEquals(away, seen);
  }

  @Test
  void theCallersPatienceIsForAllOfThemTogether() {
    AtomicReference<Thread> second = new AtomicReference<>();
    BackgroundTask.run(
        "two",
        List.of(
            () -> steps.incrementAndGet() < 3,
            () -> {
              second.set(Thread.currentThread());
              return false;
            }),
        Duration.ZERO);
    eventually(SOON, () -> assertNotNull(second.get()));
    assertNotEquals(Thread.currentThread(), second.get());
    assertEquals(3, steps.get());
  }

  @Test
  void aFaultOfOneIsNotTheOthers() {
    CountDownLatch other = new CountDownLatch(1);
    BackgroundTask.run(
        "faulty",
        List.of(
            () -> {
              if (steps.incrementAndGet() > 1) {
                throw new IllegalStateException("made up");
              }
              return true;
            },
            () -> {
              other.countDown();
              return false;
            }),
        Duration.ZERO);
    eventually(SOON, () -> assertEquals(0, other.getCount()));
    assertEquals(2, steps.get());
  }

  @Test
  void fewStepsGoOnAsideAtOnce() {
    int works = 4 * BackgroundTask.CONCURRENCY;
    Thread caller = Thread.currentThread();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch full = new CountDownLatch(BackgroundTask.CONCURRENCY);
    for (int i = 0; i < works; i++) {
      BackgroundTask.run(
          "one of many",
          List.of(
              () -> {
                if (Thread.currentThread() == caller) {
                  return true;
                }
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                full.countDown();
                eventually(SOON, () -> assertEquals(0, full.getCount()));
                waited(never);
                inside.decrementAndGet();
                steps.incrementAndGet();
                return false;
              }),
          Duration.ZERO);
    }
    eventually(SOON, () -> assertEquals(works, steps.get()));
    assertEquals(BackgroundTask.CONCURRENCY, most.get());
  }

  private static boolean waited(CountDownLatch latch) {
    try {
      return latch.await(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
