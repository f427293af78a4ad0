package io.tributary.simulators.kit;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * File that persists the state of a simulator. Changes within a short interval are written
 * together, on a worker thread, through a temporary file and a rename. A reader therefore sees
 * either the old or the new state, never a partial one.
 */
final class StateFile {
  private static final System.Logger LOG = System.getLogger(StateFile.class.getName());
  private static final long WRITE_DELAY_MILLIS = 50;

  private final Vertx vertx;
  private final Path file;
  private final Supplier<JsonObject> snapshot;
  private boolean scheduled;
  private Future<Void> lastWrite = Future.succeededFuture();

  StateFile(Vertx vertx, Path file, Supplier<JsonObject> snapshot) {
    this.vertx = vertx;
    this.file = file;
    this.snapshot = snapshot;
  }

  /** Schedules a write; event loop only. */
  void scheduleWrite() {
    if (!scheduled) {
      scheduled = true;
      vertx.setTimer(
          WRITE_DELAY_MILLIS,
          id -> {
            scheduled = false;
            write()
                .onFailure(e -> LOG.log(System.Logger.Level.ERROR, "event=state_not_written", e));
          });
    }
  }

  /** Writes the current state after any write in progress. */
  Future<Void> write() {
    JsonObject state = snapshot.get();
    Promise<Void> done = Promise.promise();
    Future<Void> before = lastWrite;
    lastWrite = done.future();
    before.onComplete(
        ignored ->
            vertx
                .executeBlocking(
                    () -> {
                      replace(state);
                      return (Void) null;
                    })
                .onComplete(done));
    return lastWrite;
  }

  /** Reads the file if it exists; blocking. */
  static Optional<JsonObject> read(Path file) throws IOException {
    return Files.exists(file)
        ? Optional.of(new JsonObject(Files.readString(file)))
        : Optional.empty();
  }

  private void replace(JsonObject state) throws IOException {
    Path target = file.toAbsolutePath();
    Files.createDirectories(target.getParent());
    Path temporary = target.resolveSibling(target.getFileName() + ".new");
    Files.write(temporary, state.toBuffer().getBytes());
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
