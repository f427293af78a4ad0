package io.tributary.report.job;

import io.tributary.db.Db;
import io.tributary.http.Reply;
import io.tributary.report.page.Media;
import io.tributary.report.reader.Readers;
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

/** The files of jobs as they were sent, for those who review. May be called on event loops. */
public final class OriginalFiles {
  /** Each has all files of its report on the disk while it waits for a reader. */
  private static final int DRAWN_AT_ONCE = 3;

  /** Who turns pages quickly leaves the others a turn. */
  private static final int DRAWN_OF_ONE_REPORT = 2;

  private static final Duration TURN = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final Db db;
  private final FileStore store;
  private final ReportFiles files;
  private final Readers readers;
  private final Turns<UUID> drawing =
      new Turns<>(DRAWN_AT_ONCE, TURN, "too many pages are being drawn; try again");

  OriginalFiles(Vertx vertx, Db db, FileStore store, ReportFiles files, Readers readers) {
    this.vertx = vertx;
    this.db = db;
    this.store = store;
    this.files = files;
    this.readers = readers;
  }

  /** One file, for a reply; empty when there is no such part, or no file any more. */
  public Future<Optional<Reply.Streamed>> part(UUID job, int part, String mediaType) {
    return store
        .parts(db, job)
        .map(
            all ->
                all.stream()
                    .filter(p -> p.number() == part)
                    .findFirst()
                    .map(p -> new Reply.Streamed(mediaType, p.bytes(), store.pieces(db, job, p))));
  }

  /**
   * A page as a JPEG, exactly as it was read; {@link Readers#image}. Few are drawn at once; fails
   * with a 503 where its turn does not come.
   *
   * @param page from 1
   */
  public Future<byte[]> image(UUID job, String mediaType, int page, int widthPixels) {
    return aside(
        () -> drawing.in(job, DRAWN_OF_ONE_REPORT, () -> drawn(job, mediaType, page, widthPixels)));
  }

  private byte[] drawn(UUID job, String mediaType, int page, int widthPixels) {
    try (ReportFiles.Folder folder = files.folder()) {
      List<Path> all = store.fetch(db, job, folder.path());
      if (all.isEmpty()) {
        throw new IOException("the file is not there");
      }
      return readers.image(all, Media.of(mediaType).orElseThrow(), page, widthPixels).await();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> Future<T> aside(Callable<T> work) {
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
