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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/** The files of jobs as they were sent, for those who review. May be called on event loops. */
public final class OriginalFiles {
  private final Vertx vertx;
  private final Db db;
  private final FileStore store;
  private final ReportFiles files;
  private final Readers readers;

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
   * A page as a JPEG, exactly as it was read; {@link Readers#image}.
   *
   * @param page from 1
   */
  public Future<byte[]> image(UUID job, String mediaType, int page, int widthPixels) {
    return aside(
        () -> {
          try (ReportFiles.Folder folder = files.folder()) {
            List<Path> all = store.fetch(db, job, folder.path());
            if (all.isEmpty()) {
              throw new IOException("the file is not there");
            }
            return readers.image(all, Media.of(mediaType).orElseThrow(), page, widthPixels).await();
          }
        });
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
