package io.tributary.report.parsing;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.Response;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.reader.ReaderService;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Original files of jobs for reviewers. Callable on event loops. */
public final class OriginalFiles {
  /**
   * Limit of concurrent drawings, because each keeps all files of its report on disk while it waits
   * for a reader.
   */
  private static final int MAX_CONCURRENT_DRAWINGS = 3;

  /** Limit per team, so that quick paging in one team leaves capacity for others. */
  private static final int MAX_DRAWINGS_PER_TEAM = 2;

  private static final String BUSY = "too many pages are being rendered; try again";

  private final Vertx vertx;
  private final Db db;
  private final FileStore store;
  private final ReportFiles files;
  private final ReaderService readers;
  private final FairSemaphore<Tenant> drawing;

  /**
   * @param turn maximum time that a page waits to be drawn
   */
  OriginalFiles(
      Vertx vertx,
      Db db,
      FileStore store,
      ReportFiles files,
      ReaderService readers,
      Duration turn) {
    this.vertx = vertx;
    this.db = db;
    this.store = store;
    this.files = files;
    this.readers = readers;
    this.drawing = new FairSemaphore<>(MAX_CONCURRENT_DRAWINGS, turn, BUSY);
  }

  /** Streams one file; empty if the part or its file does not exist (anymore). */
  public Future<Optional<Response.Streamed>> part(UUID job, int part, String mediaType) {
    return store
        .parts(db, job)
        .map(
            all ->
                all.stream()
                    .filter(p -> p.number() == part)
                    .findFirst()
                    .map(
                        p ->
                            new Response.Streamed(mediaType, p.bytes(), store.chunks(db, job, p))));
  }

  /**
   * Draws a page as a JPEG at the coordinates that the reader used; see {@link
   * ReaderService#image}. Concurrent drawings are limited: fails with a 503 if no permit is granted
   * in time, and with a 404 if the file has been deleted meanwhile.
   *
   * @param tenant owner of the report
   * @param page page number, from 1
   * @param kept looks up a picture that was stored while this request waited; may block
   */
  public Future<byte[]> image(
      Tenant tenant,
      UUID job,
      String mediaType,
      int page,
      int widthPixels,
      Supplier<Optional<byte[]>> kept) {
    return onVirtualThread(
        () ->
            drawing.run(
                tenant,
                MAX_DRAWINGS_PER_TEAM,
                () -> kept.get().orElseGet(() -> draw(job, mediaType, page, widthPixels))));
  }

  private byte[] draw(UUID job, String mediaType, int page, int widthPixels) {
    try (ReportFiles.TempFolder folder = files.folder()) {
      List<Path> all = fetch(job, folder);
      if (all.isEmpty()) {
        throw ServiceException.notFound("file");
      }
      return readers
          .image(all, ReportFileType.fromContentType(mediaType).orElseThrow(), page, widthPixels)
          .await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns an empty list if the file has been deleted, including during the read. */
  private List<Path> fetch(UUID job, ReportFiles.TempFolder folder) {
    try {
      return store.fetch(db, job, folder.path());
    } catch (IllegalStateException e) {
      if (store.parts(db, job).await().isEmpty()) {
        return List.of();
      }
      throw e;
    }
  }

  private <T> Future<T> onVirtualThread(Callable<T> work) {
    Context context = vertx.getOrCreateContext();
    Promise<T> done = Promise.promise();
    Thread.ofVirtual()
        .name("report-file")
        .start(
            () -> {
              try {
                T result = work.call();
                context.runOnContext(v -> done.complete(result));
              } catch (Throwable e) {
                context.runOnContext(v -> done.fail(e));
              }
            });
    return done.future();
  }
}
