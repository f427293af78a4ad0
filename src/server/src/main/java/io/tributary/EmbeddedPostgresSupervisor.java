package io.tributary;

import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * Keeps the embedded PostgreSQL running and restarts it on the same port when its process dies.
 *
 * <p>While the server is down, callers get 503. The supervisor uses a platform thread, because
 * starting a server blocks.
 */
final class EmbeddedPostgresSupervisor implements AutoCloseable {
  private static final System.Logger LOG =
      System.getLogger(EmbeddedPostgresSupervisor.class.getName());
  private static final long CHECK_INTERVAL_MS = 500;
  private static final long RETRY_INTERVAL_MS = 5_000;

  private final EmbeddedPostgres.Settings settings;
  private final Consumer<String> progress;
  private final Thread thread;
  private EmbeddedPostgres server;
  private boolean closed;

  private EmbeddedPostgresSupervisor(
      EmbeddedPostgres.Settings settings, Consumer<String> progress, EmbeddedPostgres server) {
    this.settings = settings;
    this.progress = progress;
    this.server = server;
    this.thread = new Thread(this::monitor, "postgres-guard");
    this.thread.setDaemon(true);
  }

  static EmbeddedPostgresSupervisor start(
      EmbeddedPostgres.Settings settings, Consumer<String> progress)
      throws EmbeddedPostgresException {
    EmbeddedPostgresSupervisor guard =
        new EmbeddedPostgresSupervisor(
            settings, progress, EmbeddedPostgres.start(settings, progress));
    guard.thread.start();
    return guard;
  }

  synchronized String url() {
    return server.url();
  }

  private synchronized void monitor() {
    long wait = CHECK_INTERVAL_MS;
    while (!closed) {
      try {
        // wait() releases the monitor, so that close() and url() can run.
        wait(wait);
        if (!closed && !isServerAlive()) {
          LOG.log(Level.WARNING, "embedded PostgreSQL: the process died, restarting it");
          server = EmbeddedPostgres.start(settings, progress);
          LOG.log(Level.WARNING, "embedded PostgreSQL: running again");
        }
        wait = CHECK_INTERVAL_MS;
      } catch (InterruptedException e) {
        return;
      } catch (EmbeddedPostgresException e) {
        LOG.log(Level.ERROR, "embedded PostgreSQL: cannot start: " + e.getMessage());
        wait = RETRY_INTERVAL_MS;
      }
    }
  }

  private boolean isServerAlive() {
    return ProcessHandle.of(server.pid()).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Stops the supervision and shuts the server down. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    server.stop();
  }
}
