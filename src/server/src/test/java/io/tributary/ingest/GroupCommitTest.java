package io.tributary.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that concurrent callers get the same results as they would alone. */
final class GroupCommitTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Source WATCH = Source.of("fitbit", SourceType.of("watch"));
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static NormalizedBatch beats(int from, int to) {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = from; i < to; i++) {
      b.add(Sample.point(Resource.HEARTRATE, WATCH, NOON.plusSeconds(i), 0, 60 + i % 40));
    }
    return b.build();
  }

  private static long transactions() {
    return node.db()
        .query("select pg_current_xact_id()::text::bigint")
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void manyPushesOfManyUsersAreAllStoredOnce() throws Exception {
    List<TestUser> people = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      people.add(TestUser.of(node));
    }
    GroupCommit intake = people.getFirst().intake();
    List<Future<IngestResult>> pushes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int push = 0; push < 50; push++) {
        for (TestUser p : people) {
          // Every push overlaps half of the previous one.
          NormalizedBatch batch = beats(push * 5, push * 5 + 10);
          pushes.add(threads.submit(() -> intake.store(p.target(), batch, false)));
        }
      }
    }
    int created = 0;
    int unchanged = 0;
    for (Future<IngestResult> f : pushes) {
      created += f.get().created().getOrDefault(Resource.HEARTRATE, 0);
      unchanged += f.get().unchanged();
    }
    assertEquals(8 * 255, created);
    assertEquals(8 * 50 * 10 - created, unchanged);
    for (TestUser p : people) {
      assertEquals(255, p.rows("sample"));
      int told = p.events().stream().mapToInt(e -> e.get("data").get("data").size()).sum();
      assertEquals(255, told, "each sample is told once");
    }
  }

  private record IngestCall(IngestTarget target, String fate) {}

  private static final GroupCommit.RequestKind<IngestCall, Integer> WISHES =
      new GroupCommit.RequestKind<>() {
        @Override
        public int size(IngestCall w) {
          return 1;
        }

        @Override
        public List<GroupCommit.IngestPlan<Integer>> plan(
            io.tributary.db.Tx tx, List<IngestCall> wishes) {
          if (wishes.stream().anyMatch(w -> w.fate().equals("fault"))) {
            tx.query("select 1 / 0");
          }
          return wishes.stream()
              .map(
                  w ->
                      new GroupCommit.IngestPlan<Integer>(
                          w.fate().equals("nothing")
                              ? null
                              : new IngestRequest(w.target(), beats(0, 3), false),
                          stored -> {
                            if (w.fate().equals("refused")) {
                              throw ServiceException.conflict("as asked");
                            }
                            return stored == null ? -1 : stored.accepted();
                          }))
              .toList();
        }
      };

  @Test
  void theFaultOfOneDoesNotTouchTheOthers() throws Exception {
    TestUser any = TestUser.of(node);
    GroupCommit intake = any.intake();
    List<String> fates = List.of("good", "fault", "refused", "nothing", "good");
    List<Future<Integer>> answers = new ArrayList<>();
    List<TestUser> people = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        for (String fate : fates) {
          TestUser p = TestUser.of(node);
          people.add(p);
          answers.add(
              threads.submit(() -> intake.submit(WISHES, new IngestCall(p.target(), fate))));
        }
      }
    }
    for (int i = 0; i < answers.size(); i++) {
      Future<Integer> answer = answers.get(i);
      switch (fates.get(i % fates.size())) {
        case "good" -> {
          assertEquals(3, answer.get());
          assertEquals(3, people.get(i).rows("sample"));
        }
        case "nothing" -> assertEquals(-1, answer.get());
        case "refused" ->
            assertTrue(
                assertThrows(ExecutionException.class, answer::get).getCause()
                    instanceof ServiceException);
        default -> {
          assertThrows(ExecutionException.class, answer::get);
          assertEquals(0, people.get(i).rows("sample"));
        }
      }
    }
  }

  @Test
  void whatWaitsTogetherSharesATransaction() throws Exception {
    TestUser p = TestUser.of(node);
    GroupCommit intake = p.intake();
    intake.store(p.target(), beats(0, 1), false);
    long before = transactions();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 400; i++) {
        int at = i;
        threads.submit(() -> intake.store(p.target(), beats(at, at + 1), false));
      }
    }
    long shared = transactions() - before;
    assertEquals(400, p.rows("sample"));
    assertTrue(shared < 300, shared + " transactions");
  }

  /** A request kind with a bounded queue. */
  private static GroupCommit.RequestKind<CountDownLatch, String> slow(CountDownLatch begun) {
    return new GroupCommit.RequestKind<>() {
      @Override
      public int size(CountDownLatch gate) {
        return 600_000;
      }

      @Override
      public List<GroupCommit.IngestPlan<String>> plan(
          io.tributary.db.Tx tx, List<CountDownLatch> gates) {
        begun.countDown();
        gates.forEach(GroupCommitTest::pass);
        return gates.stream().map(g -> new GroupCommit.IngestPlan<>(null, s -> "done")).toList();
      }
    };
  }

  private static void pass(CountDownLatch gate) {
    try {
      assertTrue(gate.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void tooMuchThatWaitsIsRefused() throws Exception {
    GroupCommit intake = TestUser.of(node).intake();
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    GroupCommit.RequestKind<CountDownLatch, String> kind = slow(begun);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<String>> running = new ArrayList<>();
      running.add(threads.submit(() -> intake.submit(kind, gate)));
      // Sequential, because concurrent requests would share a lane.
      Eventually.eventually(Duration.ofSeconds(60), () -> assertEquals(1, begun.getCount()));
      running.add(threads.submit(() -> intake.submit(kind, gate)));
      pass(begun);
      // Both lanes are busy, so one of two further requests may wait.
      CompletionService<String> more = new ExecutorCompletionService<>(threads);
      Future<String> one = more.submit(() -> intake.submit(kind, gate));
      Future<String> other = more.submit(() -> intake.submit(kind, gate));
      Future<String> refused = more.take();
      ServiceException why =
          (ServiceException) assertThrows(ExecutionException.class, refused::get).getCause();
      assertEquals(ServiceException.Reason.UNAVAILABLE, why.reason());
      gate.countDown();
      assertEquals("done", (refused == one ? other : one).get());
      for (Future<String> f : running) {
        assertEquals("done", f.get());
      }
    }
  }
}
