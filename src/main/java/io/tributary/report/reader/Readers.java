package io.tributary.report.reader;

import io.tributary.kernel.Refusal;
import io.tributary.report.page.Failure;
import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Has reports read by child processes, which a file may kill or stall without harm to the service.
 * They are started when first needed, kept for the next, and ended when nothing came for a while.
 * Never blocks; threads may share it.
 */
public final class Readers {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final ReaderSettings settings;
  private final BlockingQueue<ReaderWork> waiting;
  private final List<ReaderLoop> loops;

  /**
   * Who sends a file waits for its inspection, and who reviews one for its pages: that must not
   * stand behind reports of many pages.
   */
  private final BlockingQueue<ReaderWork> arriving;

  private final ReaderLoop door;

  public Readers(Vertx vertx, ReaderSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.waiting = new LinkedBlockingQueue<>(settings.waiting() + settings.children());
    this.loops =
        IntStream.range(0, settings.children())
            .mapToObj(i -> new ReaderLoop(settings, "reader-" + i, waiting))
            .toList();
    this.arriving = new LinkedBlockingQueue<>(settings.waiting() + 1);
    this.door = new ReaderLoop(settings, "door", arriving);
  }

  /**
   * Looks whether files can be read at all, and how many pages they have. Fails with {@link Unfit},
   * or with another exception where no reader could be had in time.
   */
  public Future<Inspected> inspect(List<Path> files, Media type) {
    return ask(Request.Kind.INSPECT, files, 0, 0, settings.inspect(), Reply::pages)
        .map(Inspected::new)
        .recover(Readers::asUnfit);
  }

  /** What asked too much of a reader of its own would do so again. */
  private static <T> Future<T> asUnreadable(Throwable fault) {
    boolean again =
        fault instanceof ReaderLost lost
            && (lost.why() == ReaderLost.Why.TOO_LONG || lost.why() == ReaderLost.Why.TOO_LARGE);
    return Future.failedFuture(again ? new ReportUnreadable(Failure.PROCESSING_ERROR) : fault);
  }

  /** Who kills a reader by being looked at is not fit to be read. */
  private static Future<Inspected> asUnfit(Throwable fault) {
    boolean itsFault =
        fault instanceof ReaderLost lost
            && lost.why() != ReaderLost.Why.NOT_STARTED
            && lost.why() != ReaderLost.Why.STOPPED
            && lost.why() != ReaderLost.Why.BUSY;
    return Future.failedFuture(itsFault ? new Unfit(Unfit.Why.UNREADABLE) : fault);
  }

  /**
   * Reads a report: one PDF, or images of a page each. Fails with {@link ReportUnreadable}, also
   * where the file takes more time or memory than there is; with another exception where trying
   * again may help.
   */
  public Future<PrintedReport> read(List<Path> files, Media type) {
    return ask(Request.Kind.READ, files, 0, 0, settings.read(), Reply::report)
        .recover(Readers::asUnreadable);
  }

  /**
   * A page as a JPEG, exactly as it was read: its places are those of the words, scaled. Somebody
   * looks at it: where all readers are at reports, which takes minutes, the one at the door draws
   * it. Fails like {@link #read}, with a {@link Refusal} where no reader could be had in time.
   *
   * @param page from 1
   */
  public Future<byte[]> image(List<Path> files, Media type, int page, int widthPixels) {
    return ask(Request.Kind.IMAGE, files, page, widthPixels, settings.inspect(), Reply::image)
        .recover(Readers::asUnreadable)
        .recover(Readers::asUnavailable);
  }

  private static Future<byte[]> asUnavailable(Throwable fault) {
    return Future.failedFuture(
        fault instanceof ReaderLost
            ? Refusal.unavailable("no reader can draw the page now; try again", RETRY)
            : fault);
  }

  /** Where a request waits; what somebody waits for does not stand behind reports. */
  private BlockingQueue<ReaderWork> queue(Request.Kind kind) {
    return switch (kind) {
      case INSPECT -> arriving;
      case READ -> waiting;
      case IMAGE ->
          waiting.isEmpty() && loops.stream().anyMatch(l -> !l.busy()) ? waiting : arriving;
    };
  }

  private <T> Future<T> ask(
      Request.Kind kind,
      List<Path> files,
      int page,
      int width,
      Duration limit,
      Function<Reply, Optional<T>> part) {
    List<String> paths = files.stream().map(f -> f.toAbsolutePath().toString()).toList();
    Promise<T> promise = Promise.promise();
    Context context = vertx.getOrCreateContext();
    ReaderWork work =
        new ReaderWork(
            new Request(kind, paths, page, width),
            limit,
            reply -> context.runOnContext(v -> complete(promise, reply, part)),
            fault -> context.runOnContext(v -> promise.tryFail(fault)));
    BlockingQueue<ReaderWork> queue = queue(kind);
    if (!queue.offer(work)) {
      return Future.failedFuture(
          kind == Request.Kind.IMAGE
              ? new ReaderLost(ReaderLost.Why.BUSY)
              : new IllegalStateException("too many reports wait for a reader"));
    }
    if (queue == arriving) {
      door.start();
    } else {
      loops.forEach(ReaderLoop::start);
    }
    return kind == Request.Kind.READ ? promise.future() : promptly(work, queue, promise);
  }

  /** Somebody waits for the answer: where no reader begins in time, that is the answer. */
  private <T> Future<T> promptly(
      ReaderWork work, BlockingQueue<ReaderWork> queue, Promise<T> promise) {
    long timer =
        vertx.setTimer(
            settings.turn().toMillis(),
            t -> {
              if (work.giveUp()) {
                queue.remove(work);
                promise.tryFail(new ReaderLost(ReaderLost.Why.BUSY));
              }
            });
    return promise.future().onComplete(r -> vertx.cancelTimer(timer));
  }

  private static <T> void complete(
      Promise<T> promise, Reply reply, Function<Reply, Optional<T>> part) {
    Optional<T> found = part.apply(reply);
    if (found.isPresent()) {
      promise.tryComplete(found.get());
    } else if (reply.unfit().isPresent()) {
      promise.tryFail(new Unfit(reply.unfit().get()));
    } else if (reply.failure().isPresent()) {
      promise.tryFail(new ReportUnreadable(reply.failure().get()));
    } else {
      promise.tryFail(new IllegalStateException("the reader of reports failed"));
    }
  }

  /** Ends the children and whatever they read; requests that wait fail. */
  public Future<Void> close() {
    all().forEach(ReaderLoop::stop);
    for (BlockingQueue<ReaderWork> queue : List.of(waiting, arriving)) {
      for (ReaderWork work = queue.poll(); work != null; work = queue.poll()) {
        work.fault(new ReaderLost(ReaderLost.Why.STOPPED));
      }
    }
    return Future.succeededFuture();
  }

  /** The processes that run now. */
  List<Long> pids() {
    return all().flatMap(loop -> loop.pid().stream()).toList();
  }

  private Stream<ReaderLoop> all() {
    return Stream.concat(loops.stream(), Stream.of(door));
  }
}
