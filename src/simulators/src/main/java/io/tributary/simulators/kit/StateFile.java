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
 * Keeps the state in one file. Changes within a moment are written together, on a worker, through a
 * temporary file and a rename: a reader sees the old state or the new one, never half of it.
 */
final class StateFile {
  private static final System.Logger LOG = System.getLogger(StateFile.class.getName());
  private static final long PAUSE_MILLIS = 50;

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

  /** Asks for a write soon; event loop only. */
  void changed() {
    if (!scheduled) {
      scheduled = true;
      vertx.setTimer(
          PAUSE_MILLIS,
          id -> {
            scheduled = false;
            write()
                .onFailure(e -> LOG.log(System.Logger.Level.ERROR, "event=state_not_written", e));
          });
    }
  }

  /** Writes the state of this moment after any write under way. */
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

  /** Reads the file, if there is one yet; blocking. */
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
