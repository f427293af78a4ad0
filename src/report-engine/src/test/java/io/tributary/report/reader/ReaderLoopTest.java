package io.tributary.report.reader;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Failures that a reader loop survives. */
class ReaderLoopTest extends ReaderTestBase {
  @Test
  void whateverIsThrownWhoAskedIsToldAndTheNextIsServed() throws Exception {
    BlockingQueue<ReaderWork> waiting = new LinkedBlockingQueue<>();
    ReaderLoop loop = new ReaderLoop(settings(Duration.ofMinutes(1)), "one", waiting);
    Path file = pdf(1, null);
    try {
      CompletableFuture<Throwable> told = new CompletableFuture<>();
      Consumer<ReaderReply> unlinked =
          reply -> {
            throw new NoClassDefFoundError("nobody's");
          };
      waiting.add(look(file, unlinked, told::complete));
      loop.start();
      assertFalse(told.get(1, TimeUnit.MINUTES).getMessage().contains("nobody's"));
      waiting.add(
          look(
              file,
              unlinked,
              fault -> {
                throw new AssertionError("nobody hears it");
              }));
      CompletableFuture<ReaderReply> next = new CompletableFuture<>();
      waiting.add(look(file, next::complete, next::completeExceptionally));
      loop.start();
      assertEquals(Optional.of(1), next.get(1, TimeUnit.MINUTES).pages());
      eventually(Duration.ofSeconds(60), () -> assertFalse(loop.isBusy()));
    } finally {
      loop.stop();
    }
    eventually(
        Duration.ofSeconds(60),
        () -> assertEquals(List.of(), List.of(names(folder.resolve("scratch")))));
  }

  private static ReaderWork look(
      Path file, Consumer<ReaderReply> reply, Consumer<Throwable> fault) {
    return new ReaderWork(
        new ReaderRequest(ReaderRequest.Kind.INSPECT, List.of(file.toString()), 0, 0),
        Duration.ofMinutes(1),
        reply,
        fault);
  }
}
