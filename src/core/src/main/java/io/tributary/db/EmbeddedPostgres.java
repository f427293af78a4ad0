package io.tributary.db;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * PostgreSQL server that the service runs itself, for installations without one.
 *
 * <p>It is unpacked from the class path, stored below {@link Settings#dataDir()}, reachable only
 * from this machine, and protected by a password.
 *
 * <p>The server is a separate process and outlives a killed Java process. The next start adopts it,
 * or stops it if its release or settings differ. All methods block and belong on a platform thread
 * before Vert.x starts. The caller must hold the {@link DataDirectory}.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  /** Default start limit, which includes crash recovery. */
  public static final Duration DEFAULT_START_LIMIT = Duration.ofSeconds(120);

  private static final Duration PORT_WAIT = Duration.ofSeconds(5);

  private final Path dataDir;
  private final PgServer server;
  private final PgCredentials credentials;
  private final int port;
  private final long pid;

  private EmbeddedPostgres(
      Path dataDir, PgServer server, PgCredentials credentials, int port, long pid) {
    this.dataDir = dataDir;
    this.server = server;
    this.credentials = credentials;
    this.port = port;
    this.pid = pid;
  }

  /**
   * Settings of the embedded server.
   *
   * @param dataDir directory for programs, cluster, passwords and port; created if absent
   * @param startLimit time limit of a start, including crash recovery
   * @param overrides PostgreSQL settings that replace the built-in ones, except port, address and
   *     password method
   */
  public record Settings(Path dataDir, Duration startLimit, Map<String, String> overrides) {
    public Settings {
      if (startLimit.isNegative() || startLimit.isZero()) {
        throw new IllegalArgumentException("start limit must be positive: " + startLimit);
      }
      // Sorted, because equal settings must produce the same file in every process.
      overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
      for (var name : overrides.keySet()) {
        if (PgConfig.RESERVED.contains(name) || !name.matches("[a-z][a-z0-9_.]*")) {
          throw new IllegalArgumentException("cannot override PostgreSQL setting: " + name);
        }
      }
    }

    /** Returns the built-in settings with the default start limit. */
    public static Settings in(Path dataDir) {
      return new Settings(dataDir, DEFAULT_START_LIMIT, Map.of());
    }
  }

  /**
   * Starts the server, or adopts the one that an earlier process left running.
   *
   * @param progress receives one-line progress messages on the calling thread
   * @throws EmbeddedPostgresException with a message for the operator
   */
  public static EmbeddedPostgres start(Settings s, Consumer<String> progress)
      throws EmbeddedPostgresException {
    try {
      AtomicFiles.createPrivateDirectory(s.dataDir());
      FileErrorMessages.requireOwnDirectory(s.dataDir());
      var dataDir = s.dataDir().toRealPath();
      try (var lock = LockFile.acquire(dataDir.resolve("launcher.lock"))) {
        return start(dataDir, s, progress);
      }
    } catch (LockFile.LockHeldException e) {
      throw new EmbeddedPostgresException(
          "Another process is already starting the database in " + s.dataDir() + ".", e);
    } catch (IOException e) {
      throw new EmbeddedPostgresException(FileErrorMessages.explain(s.dataDir(), e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("Interrupted while starting the database.", e);
    }
  }

  private static EmbeddedPostgres start(Path dataDir, Settings s, Consumer<String> progress)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    var deadline = StartupDeadline.in(s.startLimit());
    var home = PgBinaries.ensureUnpacked(dataDir, progress);
    var programs = PgPrograms.detect(home, dataDir);
    var credentials = PgCredentials.loadOrGenerate(dataDir, PgCluster.exists(dataDir));
    var cluster = new PgCluster(dataDir, programs);
    if (PgCluster.exists(dataDir)) {
      cluster.requireSameMajorVersion();
    } else {
      boolean durable = !"off".equals(s.overrides().get("fsync"));
      cluster.create(credentials, durable, progress);
    }
    var server = new PgServer(dataDir, cluster, programs, progress);
    int port = makeReady(cluster, server, credentials, s, deadline, progress);
    new PgLogin(port, credentials).prepare();
    PgBinaries.deleteOthers(home);
    var running = server.running();
    if (running.isEmpty()) {
      throw new EmbeddedPostgresException("The embedded database exited right after it started.");
    }
    return new EmbeddedPostgres(dataDir, server, credentials, port, running.get().pid());
  }

  /** Makes the server ready and returns its port. */
  private static int makeReady(
      PgCluster cluster,
      PgServer server,
      PgCredentials credentials,
      Settings s,
      StartupDeadline deadline,
      Consumer<String> progress)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    var stored = cluster.storedPort();
    var left = server.running();
    if (left.isPresent()) {
      int port = left.get().port();
      long pid = left.get().pid();
      boolean same = stored.isPresent() && stored.getAsInt() == port;
      if (same && cluster.hasSettings(port, s.overrides())) {
        if (server.awaitReady(new PgLogin(port, credentials), deadline)) {
          progress.accept("adopted the running database, process " + pid);
          return port;
        }
        progress.accept("stopping the database left over from an earlier run, process " + pid);
        server.stop(PgServer.UNRESPONSIVE_STOP);
      } else {
        progress.accept("restarting the database with this release's settings, process " + pid);
        server.stop();
      }
      deadline = StartupDeadline.in(s.startLimit()); // the stop had time limits of its own
    }
    int port = stored.isPresent() ? stored.getAsInt() : cluster.choosePort();
    port = awaitPortOrChooseOther(port, cluster, deadline, progress);
    cluster.writeSettings(port, s.overrides());
    progress.accept("starting PostgreSQL on port " + port);
    server.start(port, deadline);
    if (!server.awaitReady(new PgLogin(port, credentials), deadline)) {
      server.stop();
      throw new EmbeddedPostgresException(
          "The embedded database in %s started but does not accept the stored password."
              .formatted(s.dataDir()));
    }
    return port;
  }

  /** Returns the stored port, or a new one if another program keeps it in use. */
  private static int awaitPortOrChooseOther(
      int port, PgCluster cluster, StartupDeadline deadline, Consumer<String> progress)
      throws IOException, InterruptedException {
    var patience = StartupDeadline.in(PORT_WAIT);
    while (!PgCluster.isFree(port)) {
      if (patience.isExpired() || deadline.isExpired()) {
        int other = cluster.choosePort();
        progress.accept("port %d is used by another program, using %d".formatted(port, other));
        return other;
      }
      patience.pause(Duration.ofMillis(200));
    }
    return port;
  }

  /**
   * Returns {@code postgresql://tributary:<password>@127.0.0.1:<port>/tributary}, which contains a
   * secret.
   */
  public String url() {
    return url(credentials, port);
  }

  private static String url(PgCredentials credentials, int port) {
    return "postgresql://%s:%s@127.0.0.1:%d/%s"
        .formatted(PgLogin.ROLE, credentials.rolePassword(), port, PgLogin.DATABASE);
  }

  /**
   * Returns the URL of a server that is already running, without affecting it; empty if none is
   * ready. For commands that only read.
   */
  public static Optional<String> runningUrl(Path dataDir)
      throws IOException, EmbeddedPostgresException {
    Optional<PostmasterFile> file = PostmasterFile.read(PgCluster.directory(dataDir));
    if (file.isEmpty() || !file.get().isAlive() || !file.get().isReady()) {
      return Optional.empty();
    }
    return Optional.of(url(PgCredentials.loadOrGenerate(dataDir, true), file.get().port()));
  }

  public long pid() {
    return pid;
  }

  /** Returns the data directory with symbolic links resolved. */
  public Path dataDir() {
    return dataDir;
  }

  /**
   * Stops the server and waits. Running statements are canceled, committed data is kept; a stopped
   * server is not an error.
   *
   * @throws IllegalStateException if it cannot be stopped
   */
  public void stop() {
    try {
      server.stop();
    } catch (IOException | EmbeddedPostgresException e) {
      throw new IllegalStateException("cannot stop the embedded database: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while stopping the embedded database", e);
    }
  }

  /** Equivalent to {@link #stop()}. */
  @Override
  public void close() {
    stop();
  }
}
