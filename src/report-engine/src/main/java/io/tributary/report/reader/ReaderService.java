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
 * Reads reports in child processes, so that a malicious or broken file can crash or stall only the
 * process. Processes start on demand, are reused, and end after an idle time. Never blocks;
 * thread-safe.
 */
public final class ReaderService {
  private static final System.Logger LOG = System.getLogger(ReaderService.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(5);

  /**
   * Retry delay after a request that exceeded the limits of one reader, which may succeed under
   * lower load.
   */
  private static final Duration LIMIT_RETRY = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final ReaderSettings settings;
  private ReaderPool pool;
  private int poolCount;

  /** Creates the service, ready for requests. */
  public ReaderService(Vertx vertx, ReaderSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.pool = new ReaderPool(settings, "");
  }

  /** Accepts requests again after {@link #close}; no effect if the service is open. */
  public synchronized void open() {
    if (pool.isClosed()) {
      pool = new ReaderPool(settings, ++poolCount + "-");
    }
  }

  private synchronized ReaderPool pool() {
    return pool;
  }

  /**
   * Checks that files can be read and counts their pages. Fails with {@link UnsupportedReportFile},
   * with a {@link ServiceException} if no reader was free in time, or with another exception.
   */
  public Future<FileInspection> inspect(List<Path> files, ReportFileType type) {
    return submit(
            ReaderRequest.Kind.INSPECT, files, 0, 0, settings.inspectTimeout(), ReaderReply::pages)
        .map(FileInspection::new)
        .recover(ReaderService::toUnsupported);
  }

  /** Maps exceeded limits to an unreadable report, because a retry would exceed them again. */
  private static <T> Future<T> toUnreadable(Throwable fault) {
    return Future.failedFuture(
        exceededLimits(fault)
            ? new ReportUnreadable(ParseFailure.PROCESSING_ERROR)
            : toUnavailable(fault));
  }

  private static boolean exceededLimits(Throwable fault) {
    return fault instanceof ReaderCrashed lost
        && (lost.reason() == ReaderCrashed.CrashReason.TOO_LONG
            || lost.reason() == ReaderCrashed.CrashReason.TOO_LARGE);
  }

  /** Maps a busy or closed pool to a 503, because it is unrelated to the file. */
  private static Throwable toUnavailable(Throwable fault) {
    boolean nobody =
        fault instanceof ReaderCrashed lost
            && (lost.reason() == ReaderCrashed.CrashReason.STOPPED
                || lost.reason() == ReaderCrashed.CrashReason.BUSY);
    return nobody
        ? ServiceException.unavailable("all report readers are busy; try again", RETRY)
        : fault;
  }

  /** Maps a crash during inspection to an unsupported file. */
  private static Future<FileInspection> toUnsupported(Throwable fault) {
    Throwable why = toUnavailable(fault);
    boolean itsFault =
        why instanceof ReaderCrashed lost && lost.reason() != ReaderCrashed.CrashReason.NOT_STARTED;
    return Future.failedFuture(
        itsFault
            ? new UnsupportedReportFile(UnsupportedReportFile.UnsupportedReason.UNREADABLE)
            : why);
  }

  /**
   * Reads a report from one PDF or from images with one page each. Fails with {@link
   * ReportUnreadable}, also if the file exceeds the time or memory limit; with a {@link
   * ServiceException} if no reader is available; with another exception if a retry may help.
   */
  public Future<RawReport> read(List<Path> files, ReportFileType type) {
    return submit(ReaderRequest.Kind.READ, files, 0, 0, settings.readTimeout(), ReaderReply::report)
        .recover(ReaderService::toUnreadable);
  }

  /**
   * Draws a page as a JPEG with the coordinates of the report's words, scaled. Because a user
   * waits, the reserved reader draws it if all regular readers are busy with reports, which take
   * minutes. Fails with a {@link ServiceException} (503) if no reader was free in time or the page
   * cannot be drawn.
   *
   * @param page page number, from 1
   */
  public Future<byte[]> image(List<Path> files, ReportFileType type, int page, int widthPixels) {
    return submit(
            ReaderRequest.Kind.IMAGE,
            files,
            page,
            widthPixels,
            settings.inspectTimeout(),
            ReaderReply::image)
        .recover(ReaderService::toNotDrawn);
  }

  private static Future<byte[]> toNotDrawn(Throwable fault) {
    if (fault instanceof ReaderCrashed && !exceededLimits(fault)) {
      return Future.failedFuture(
          ServiceException.unavailable(
              "no report reader can render the page now; try again", RETRY));
    }
    LOG.log(Level.WARNING, "report reader: cannot render a page: " + SafeErrorMessage.of(fault));
    return Future.failedFuture(
        ServiceException.unavailable(
            exceededLimits(fault)
                ? "rendering the page takes more time or memory than allowed; open the file instead"
                : "the page cannot be rendered; open the file instead",
            LIMIT_RETRY));
  }

  private <T> Future<T> submit(
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
    ReaderPool readers = pool();
    try {
      readers.offer(work);
    } catch (ReaderCrashed e) {
      return Future.failedFuture(e);
    }
    return kind == ReaderRequest.Kind.READ
        ? promise.future()
        : withStartTimeout(work, readers, promise);
  }

  /** Fails the request if no reader starts it in time, because a user waits for the reply. */
  private <T> Future<T> withStartTimeout(ReaderWork work, ReaderPool readers, Promise<T> promise) {
    long timer =
        vertx.setTimer(
            settings.startTimeout().toMillis(),
            t -> {
              if (work.abandon()) {
                readers.withdraw(work);
                promise.tryFail(new ReaderCrashed(ReaderCrashed.CrashReason.BUSY));
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
      promise.tryFail(new IllegalStateException("the report reader failed"));
    }
  }

  /** Kills the processes and their requests; waiting and later requests fail. */
  public Future<Void> close() {
    pool().close();
    return Future.succeededFuture();
  }

  /** Returns the IDs of the running processes. */
  List<Long> pids() {
    return pool().allLoops().flatMap(loop -> loop.pid().stream()).toList();
  }

  /** Returns the number of readers that are processing a request. */
  long busyReaders() {
    return pool().allLoops().filter(ReaderLoop::isBusy).count();
  }
}
