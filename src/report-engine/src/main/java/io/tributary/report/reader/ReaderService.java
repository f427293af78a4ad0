package io.tributary.report.reader;

import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
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
public final class ReaderService {
  private static final System.Logger LOG = System.getLogger(ReaderService.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(5);

  /** After what was too much for one reader, and may not be for it where less is going on. */
  private static final Duration LATER = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final ReaderSettings settings;
  private ReaderPool crew;
  private int crews;

  /** Open from the start. */
  public ReaderService(Vertx vertx, ReaderSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.crew = new ReaderPool(settings, "");
  }

  /** Reads again after {@link #close}; where nothing was closed, nothing changes. */
  public synchronized void open() {
    if (crew.isClosed()) {
      crew = new ReaderPool(settings, ++crews + "-");
    }
  }

  private synchronized ReaderPool crew() {
    return crew;
  }

  /**
   * Looks whether files can be read at all, and how many pages they have. Fails with {@link
   * UnsupportedReportFile}, with a {@link ServiceException} where no reader could be had in time,
   * or with another exception.
   */
  public Future<FileInspection> inspect(List<Path> files, ReportFileType type) {
    return ask(ReaderRequest.Kind.INSPECT, files, 0, 0, settings.inspect(), ReaderReply::pages)
        .map(FileInspection::new)
        .recover(ReaderService::asUnfit);
  }

  /** What asked too much of a reader of its own would do so again. */
  private static <T> Future<T> asUnreadable(Throwable fault) {
    return Future.failedFuture(
        tooMuch(fault) ? new ReportUnreadable(ParseFailure.PROCESSING_ERROR) : notNow(fault));
  }

  private static boolean tooMuch(Throwable fault) {
    return fault instanceof ReaderCrashed lost
        && (lost.why() == ReaderCrashed.Why.TOO_LONG || lost.why() == ReaderCrashed.Why.TOO_LARGE);
  }

  /** That nobody read it says nothing of the file. */
  private static Throwable notNow(Throwable fault) {
    boolean nobody =
        fault instanceof ReaderCrashed lost
            && (lost.why() == ReaderCrashed.Why.STOPPED || lost.why() == ReaderCrashed.Why.BUSY);
    return nobody
        ? ServiceException.unavailable("no reader can look at the file now; try again", RETRY)
        : fault;
  }

  /** Who kills a reader by being looked at is not fit to be read. */
  private static Future<FileInspection> asUnfit(Throwable fault) {
    Throwable why = notNow(fault);
    boolean itsFault =
        why instanceof ReaderCrashed lost && lost.why() != ReaderCrashed.Why.NOT_STARTED;
    return Future.failedFuture(
        itsFault ? new UnsupportedReportFile(UnsupportedReportFile.Why.UNREADABLE) : why);
  }

  /**
   * Reads a report: one PDF, or images of a page each. Fails with {@link ReportUnreadable}, also
   * where the file takes more time or memory than there is; with a {@link ServiceException} where
   * there are no readers; with another exception where trying again may help.
   */
  public Future<RawReport> read(List<Path> files, ReportFileType type) {
    return ask(ReaderRequest.Kind.READ, files, 0, 0, settings.read(), ReaderReply::report)
        .recover(ReaderService::asUnreadable);
  }

  /**
   * A page as a JPEG, exactly as it was read: its places are those of the words, scaled. Somebody
   * looks at it: where all readers are at reports, which takes minutes, the one at the door draws
   * it. Fails with a {@link ServiceException}, 503, where no reader could be had in time, or none
   * can draw it.
   *
   * @param page from 1
   */
  public Future<byte[]> image(List<Path> files, ReportFileType type, int page, int widthPixels) {
    return ask(
            ReaderRequest.Kind.IMAGE,
            files,
            page,
            widthPixels,
            settings.inspect(),
            ReaderReply::image)
        .recover(ReaderService::asUndrawn);
  }

  private static Future<byte[]> asUndrawn(Throwable fault) {
    if (fault instanceof ReaderCrashed && !tooMuch(fault)) {
      return Future.failedFuture(
          ServiceException.unavailable("no reader can draw the page now; try again", RETRY));
    }
    LOG.log(Level.WARNING, "a page cannot be drawn: " + SafeErrorMessage.of(fault));
    return Future.failedFuture(
        ServiceException.unavailable(
            tooMuch(fault)
                ? "the page takes more time or memory to draw than there is; look at the file"
                : "the page cannot be drawn; look at the file",
            LATER));
  }

  private <T> Future<T> ask(
      ReaderRequest.Kind kind,
      List<Path> files,
      int page,
      int width,
      Duration limit,
      Function<ReaderReply, Optional<T>> part) {
    List<String> paths = files.stream().map(f -> f.toAbsolutePath().toString()).toList();
    Promise<T> promise = Promise.promise();
    Context context = vertx.getOrCreateContext();
    ReaderWork work =
        new ReaderWork(
            new ReaderRequest(kind, paths, page, width),
            limit,
            reply -> context.runOnContext(v -> complete(promise, reply, part)),
            fault -> context.runOnContext(v -> promise.tryFail(fault)));
    ReaderPool readers = crew();
    try {
      readers.offer(work);
    } catch (ReaderCrashed e) {
      return Future.failedFuture(e);
    }
    return kind == ReaderRequest.Kind.READ ? promise.future() : promptly(work, readers, promise);
  }

  /** Somebody waits for the answer: where no reader begins in time, that is the answer. */
  private <T> Future<T> promptly(ReaderWork work, ReaderPool readers, Promise<T> promise) {
    long timer =
        vertx.setTimer(
            settings.turn().toMillis(),
            t -> {
              if (work.giveUp()) {
                readers.withdraw(work);
                promise.tryFail(new ReaderCrashed(ReaderCrashed.Why.BUSY));
              }
            });
    return promise.future().onComplete(r -> vertx.cancelTimer(timer));
  }

  private static <T> void complete(
      Promise<T> promise, ReaderReply reply, Function<ReaderReply, Optional<T>> part) {
    Optional<T> found = part.apply(reply);
    if (found.isPresent()) {
      promise.tryComplete(found.get());
    } else if (reply.unfit().isPresent()) {
      promise.tryFail(new UnsupportedReportFile(reply.unfit().get()));
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
