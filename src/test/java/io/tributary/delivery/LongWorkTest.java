package io.tributary.delivery;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.kernel.Refusal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LongWorkTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final AtomicInteger steps = new AtomicInteger();

  @Test
  void shortWorkIsDoneWhenTheCallReturns() {
    LongWork.run("short", () -> steps.incrementAndGet() < 3);
    assertEquals(3, steps.get());
  }

  @Test
  void longWorkGoesOnAfterTheCallHasReturned() {
    CountDownLatch enough = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    LongWork.run(
        "long",
        () -> {
          steps.incrementAndGet();
          boolean more = !waited(enough);
          if (!more) {
            ended.countDown();
          }
          return more;
        });
    // It returned although there is more: nobody has said enough yet.
    int before = steps.get();
    eventually(SOON, () -> assertTrue(steps.get() > before));
    enough.countDown();
    eventually(SOON, () -> assertEquals(0, ended.getCount()));
  }

  @Test
  void whatFailsWhileTheCallerWaitsIsHisToKnow() {
    Refusal away = Refusal.unavailable("away", Duration.ofSeconds(1));
    Refusal seen =
        assertThrows(
            Refusal.class,
            () ->
                LongWork.run(
                    "away",
                    () -> {
                      throw away;
                    }));
    assertEquals(away, seen);
  }

  private static boolean waited(CountDownLatch latch) {
    try {
      return latch.await(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
