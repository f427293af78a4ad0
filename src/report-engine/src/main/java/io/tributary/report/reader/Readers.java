package io.tributary.report.reader;

import io.tributary.kernel.FaultText;
import io.tributary.kernel.Refusal;
import io.tributary.report.page.Failure;
import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Has reports read by child processes, which a file may kill or stall without harm to the service.
 * They are started when first needed, kept for the next, and ended when nothing came for a while.
 * Never blocks; threads may share it.
 */
public final class Readers {
  private static final System.Logger LOG = System.getLogger(Readers.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(5);

  /** After what was too much for one reader, and may not be for it where less is going on. */
  private static final Duration LATER = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final ReaderSettings settings;
  private ReaderCrew crew;
  private int crews;

  /** Open from the start. */
  public Readers(Vertx vertx, ReaderSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.crew = new ReaderCrew(settings, "");
  }

  /** Reads again after {@link #close}; where nothing was closed, nothing changes. */
  public synchronized void open() {
    if (crew.isClosed()) {
      crew = new ReaderCrew(settings, ++crews + "-");
    }
  }

  private synchronized ReaderCrew crew() {
    return crew;
  }

  /**
   * Looks whether files can be read at all, and how many pages they have. Fails with {@link Unfit},
   * with a {@link Refusal} where no reader could be had in time, or with another exception.
   */
  public Future<Inspected> inspect(List<Path> files, Media type) {
    return ask(Request.Kind.INSPECT, files, 0, 0, settings.inspect(), Reply::pages)
        .map(Inspected::new)
        .recover(Readers::asUnfit);
  }

  /** What asked too much of a reader of its own would do so again. */
  private static <T> Future<T> asUnreadable(Throwable fault) {
    return Future.failedFuture(
        tooMuch(fault) ? new ReportUnreadable(Failure.PROCESSING_ERROR) : notNow(fault));
  }

  private static boolean tooMuch(Throwable fault) {
    return fault instanceof ReaderLost lost
        && (lost.why() == ReaderLost.Why.TOO_LONG || lost.why() == ReaderLost.Why.TOO_LARGE);
  }

  /** That nobody read it says nothing of the file. */
  private static Throwable notNow(Throwable fault) {
    boolean nobody =
        fault instanceof ReaderLost lost
            && (lost.why() == ReaderLost.Why.STOPPED || lost.why() == ReaderLost.Why.BUSY);
    return nobody
        ? Refusal.unavailable("no reader can look at the file now; try again", RETRY)
        : fault;
  }

  /** Who kills a reader by being looked at is not fit to be read. */
  private static Future<Inspected> asUnfit(Throwable fault) {
    Throwable why = notNow(fault);
    boolean itsFault = why instanceof ReaderLost lost && lost.why() != ReaderLost.Why.NOT_STARTED;
    return Future.failedFuture(itsFault ? new Unfit(Unfit.Why.UNREADABLE) : why);
  }

  /**
   * Reads a report: one PDF, or images of a page each. Fails with {@link ReportUnreadable}, also
   * where the file takes more time or memory than there is; with a {@link Refusal} where there are
   * no readers; with another exception where trying again may help.
   */
  public Future<PrintedReport> read(List<Path> files, Media type) {
    return ask(Request.Kind.READ, files, 0, 0, settings.read(), Reply::report)
        .recover(Readers::asUnreadable);
  }

  /**
   * A page as a JPEG, exactly as it was read: its places are those of the words, scaled. Somebody
   * looks at it: where all readers are at reports, which takes minutes, the one at the door draws
   * it. Fails with a {@link Refusal}, 503, where no reader could be had in time, or none can draw
   * it.
   *
   * @param page from 1
   */
  public Future<byte[]> image(List<Path> files, Media type, int page, int widthPixels) {
    return ask(Request.Kind.IMAGE, files, page, widthPixels, settings.inspect(), Reply::image)
        .recover(Readers::asUndrawn);
  }

  private static Future<byte[]> asUndrawn(Throwable fault) {
    if (fault instanceof ReaderLost && !tooMuch(fault)) {
      return Future.failedFuture(
          Refusal.unavailable("no reader can draw the page now; try again", RETRY));
    }
    LOG.log(Level.WARNING, "a page cannot be drawn: " + FaultText.of(fault));
    return Future.failedFuture(
        Refusal.unavailable(
            tooMuch(fault)
                ? "the page takes more time or memory to draw than there is; look at the file"
                : "the page cannot be drawn; look at the file",
            LATER));
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
    ReaderCrew readers = crew();
    try {
      readers.offer(work);
    } catch (ReaderLost e) {
      return Future.failedFuture(e);
    }
    return kind == Request.Kind.READ ? promise.future() : promptly(work, readers, promise);
  }

  /** Somebody waits for the answer: where no reader begins in time, that is the answer. */
  private <T> Future<T> promptly(ReaderWork work, ReaderCrew readers, Promise<T> promise) {
    long timer =
        vertx.setTimer(
            settings.turn().toMillis(),
            t -> {
              if (work.giveUp()) {
                readers.withdraw(work);
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

  /** Ends the children and whatever they read; requests that wait, and later ones, fail. */
  public Future<Void> close() {
    crew().close();
    return Future.succeededFuture();
  }

  /** The processes that run now. */
  List<Long> pids() {
    return crew().all().flatMap(loop -> loop.pid().stream()).toList();
  }

  /** How many read now. */
  long atWork() {
    return crew().all().filter(ReaderLoop::busy).count();
  }
}
