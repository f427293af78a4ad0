package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Limits of concurrent links. */
class LinkConcurrencyTest {
  private static final UUID EXHAUSTED = Ids.uuid();

  private final LinkConcurrency slots = new LinkConcurrency(2, 6);

  private String link(String provider, UUID app, Runnable leave, Runnable work) {
    return slots.run(
        provider,
        app,
        () -> {
          leave.run();
          return "leave";
        },
        had -> {
          work.run();
          return had;
        },
        () -> new IllegalStateException("full"));
  }

  private String link(UUID app) {
    return link("oura", app, () -> {}, () -> {});
  }

  /** Runs {@code check} while this number of threads is inside the work. */
  private static void withThreadsInside(
      int threads, java.util.function.Consumer<Runnable> work, Runnable check)
      throws InterruptedException {
    CountDownLatch in = new CountDownLatch(threads);
    CountDownLatch over = new CountDownLatch(1);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < threads; i++) {
        all.add(
            CompletableFuture.runAsync(
                () ->
                    work.accept(
                        () -> {
                          in.countDown();
                          await(over);
                        }),
                pool));
      }
      in.await();
      try {
        check.run();
      } finally {
        over.countDown();
      }
      all.forEach(CompletableFuture::join);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anApplicationWithoutCallsHoldsUpItsOwnLinksOnly() throws InterruptedException {
    withThreadsInside(
        2,
        hold -> link("oura", EXHAUSTED, hold, () -> {}),
        () -> {
          assertThrows(IllegalStateException.class, () -> link(EXHAUSTED));
          assertEquals("leave", link(Ids.uuid()));
        });
    assertEquals("leave", link(EXHAUSTED));
  }

  @Test
  void allThatWaitForLeaveAreBounded() throws InterruptedException {
    withThreadsInside(
        6,
        hold -> link("of " + Ids.uuid(), Ids.uuid(), hold, () -> {}),
        () -> assertThrows(IllegalStateException.class, () -> link(Ids.uuid())));
    assertEquals("leave", link(Ids.uuid()));
  }

  @Test
  void applicationsOfOneProviderLeaveRoomForThoseOfOthers() throws InterruptedException {
    withThreadsInside(
        3,
        hold -> link("oura", Ids.uuid(), hold, () -> {}),
        () -> {
          assertThrows(IllegalStateException.class, () -> link(Ids.uuid()));
          assertEquals("leave", link("fitbit", Ids.uuid(), () -> {}, () -> {}));
        });
    assertEquals("leave", link(Ids.uuid()));
  }

  @Test
  void aProviderThatHangsHoldsUpItsOwnLinksOnly() throws InterruptedException {
    withThreadsInside(
        2,
        hold -> link("oura", Ids.uuid(), () -> {}, hold),
        () -> {
          assertThrows(IllegalStateException.class, () -> link(Ids.uuid()));
          assertEquals("leave", link("fitbit", Ids.uuid(), () -> {}, () -> {}));
        });
    assertEquals("leave", link(Ids.uuid()));
  }
}
