package io.tributary.healthimport;

import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Streams a request body to a file with backpressure, so that only the write queue is in memory.
 * Runs on one event loop.
 */
final class FileUpload {
  private static final System.Logger LOG = System.getLogger(FileUpload.class.getName());

  private final HttpServerRequest request;
  private final long maxBytes;
  private final Buffer head = Buffer.buffer();
  private final Promise<CompletedUpload> done = Promise.promise();
  private AsyncFile file;
  private ExportFormat format;
  private long bytes;

  /** Completed upload. */
  record CompletedUpload(ExportFormat format, long bytes) {}

  private FileUpload(HttpServerRequest request, long most) {
    this.request = request;
    this.maxBytes = most;
  }

  /**
   * Receives the body of a paused request. If it fails, a partial file remains.
   *
   * @param path must not exist
   * @param maxBytes maximum size in bytes; a larger body is rejected
   */
  static Future<CompletedUpload> receive(
      Vertx vertx, HttpServerRequest request, Path path, long most) {
    FileUpload upload = new FileUpload(request, most);
    return vertx
        .fileSystem()
        .open(
            path.toString(),
            new OpenOptions().setRead(false).setCreateNew(true).setPerms("rw-------"))
        .recover(FileUpload::writeFailed)
        .compose(upload::writeTo);
  }

  private Future<CompletedUpload> writeTo(AsyncFile opened) {
    file = opened;
    file.exceptionHandler(e -> FileUpload.<Void>writeFailed(e).onFailure(done::tryFail));
    request.exceptionHandler(
        e ->
            done.tryFail(
                ServiceException.badRequest(
                    "the upload was interrupted before all data had arrived; upload the file"
                        + " again")));
    request.endHandler(v -> end());
    request.handler(this::onChunk);
    request.resume();
    return done.future().eventually(() -> file.close().recover(e -> Future.succeededFuture()));
  }

  private void onChunk(Buffer chunk) {
    if (done.future().isComplete()) {
      return;
    }
    bytes += chunk.length();
    if (bytes > maxBytes) {
      done.tryFail(tooLarge(maxBytes));
      return;
    }
    if (format == null) {
      head.appendBuffer(
          chunk, 0, Math.min(chunk.length(), ExportFormat.DETECTION_BYTES - head.length()));
      if (head.length() == ExportFormat.DETECTION_BYTES && !detectFormat()) {
        return;
      }
    }
    file.write(chunk).onFailure(e -> FileUpload.<Void>writeFailed(e).onFailure(done::tryFail));
    if (file.writeQueueFull()) {
      request.pause();
      file.drainHandler(v -> request.resume());
    }
  }

  private boolean detectFormat() {
    format = ExportFormat.of(head.getBytes()).orElse(null);
    if (format == null) {
      done.tryFail(
          ServiceException.validationFailed(
              new FieldError(
                  List.of("body"),
                  "Input should be the zip or XML file of a Health export",
                  "file_type")));
    }
    return format != null;
  }

  private void end() {
    if (!done.future().isComplete() && (format != null || detectFormat())) {
      // Closing the file writes what is still queued.
      done.tryComplete(new CompletedUpload(format, bytes));
    }
  }

  static ServiceException tooLarge(long most) {
    return new ServiceException(
        ServiceException.Reason.TOO_LARGE,
        "the file is larger than the " + most + " bytes allowed");
  }

  private static <T> Future<T> writeFailed(Throwable e) {
    LOG.log(Level.ERROR, "upload: file not written: " + e.getMessage());
    return Future.failedFuture(
        ServiceException.unavailable(
            "the file cannot be stored at the moment; try again", Duration.ofMinutes(1)));
  }
}
