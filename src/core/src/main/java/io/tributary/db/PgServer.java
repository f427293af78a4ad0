package io.tributary.db;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;

/** Server process of a cluster: finds, starts and stops it. Stateless. */
final class PgServer {
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);
  private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

  /**
   * Stop limit of a server that did not respond; crash recovery takes less time than a longer wait.
   */
  static final Duration UNRESPONSIVE_STOP = Duration.ofSeconds(10);

  private static final Duration FAST_STOP = Duration.ofSeconds(60);
  private static final Duration IMMEDIATE_STOP = Duration.ofSeconds(20);
  private static final int MAX_ATTEMPTS = 5;
  private static final int LOG_TAIL_BYTES = 8_000;

  private final Path dataDir;
  private final PgCluster cluster;
  private final PgPrograms programs;
  private final Consumer<String> progress;

  PgServer(Path dataDir, PgCluster cluster, PgPrograms programs, Consumer<String> progress) {
    this.dataDir = dataDir;
    this.cluster = cluster;
    this.programs = programs;
    this.progress = progress;
  }

  /** Returns the running server of this cluster, regardless of which process started it. */
  Optional<PostmasterFile> running() throws IOException {
    var file = PostmasterFile.read(cluster.dir());
    return file.isPresent() && file.get().isAlive() ? file : Optional.empty();
  }

  /**
   * Waits until a running server accepts connections; it may still be in crash recovery.
   *
   * @return false if it ended, or cannot be used
   */
  boolean awaitReady(PgLogin login, StartupDeadline deadline)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    var began = Instant.now();
    var news = PROGRESS_INTERVAL;
    while (true) {
      var now = running();
      if (now.isEmpty()) return false;
      if (now.get().status().equals("stopping")) return false;
      if (now.get().isReady()) {
        switch (login.identify(cluster.dir())) {
          case PgLogin.ServerIdentity.ExpectedServer ours -> {
            return true;
          }
          case PgLogin.ServerIdentity.UnexpectedServer wrong -> {
            progress.accept("the database server returned an unexpected response: " + wrong.why());
            return false;
          }
          case PgLogin.ServerIdentity.ServerNotReady later -> {}
        }
      }
      if (deadline.isExpired()) throw notReadyInTime();
      deadline.pause(Duration.ofMillis(100));
      var elapsed = Duration.between(began, Instant.now());
      if (elapsed.compareTo(news) >= 0) {
        reportWaiting(elapsed);
        news = news.plus(PROGRESS_INTERVAL);
      }
    }
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * <p>After a crash the first attempts may be refused while child processes of the old server
   * still exit, and recovery takes time. The start waits for both.
   */
  void start(int port, StartupDeadline deadline)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    for (int tries = 1; ; tries++) {
      var stale = PostmasterFile.read(cluster.dir());
      if (stale.isPresent() && stale.get().isPidReused()) {
        progress.accept(
            "removing postmaster.pid: process "
                + stale.get().pid()
                + " is not a database server of Tributary");
        Files.deleteIfExists(stale.get().file());
      }
      var began = Instant.now();
      var outcome = tryStart(deadline);
      if (outcome.isSuccess()) return;
      if (running().isPresent()) throw notReadyInTime();
      var said = outcome.output() + "\n" + logSince(began);
      boolean again = PgFailure.isTransient(said) || tries < MAX_ATTEMPTS;
      if (said.contains("No space left") || !again || deadline.isExpired()) {
        throw PgFailure.of(
            dataDir, "The embedded database does not start (port " + port + ")", said);
      }
      progress.accept("database start failed, retrying: " + PgFailure.tail(said));
      deadline.pause(RETRY_PAUSE);
    }
  }

  private PgPrograms.Outcome tryStart(StartupDeadline deadline)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    var startLog = dataDir.resolve("start.log");
    AtomicFiles.write(startLog, "");
    long seconds = Math.max(1, deadline.remaining().toSeconds());
    var news = new Duration[] {PROGRESS_INTERVAL};
    return programs.run(
        Duration.ofSeconds(seconds + 10),
        elapsed -> {
          if (elapsed.compareTo(news[0]) < 0) return;
          reportWaiting(elapsed);
          news[0] = news[0].plus(PROGRESS_INTERVAL);
        },
        "pg_ctl",
        "start",
        "--silent",
        "--wait",
        "--timeout=" + seconds,
        "--pgdata=" + cluster.dir(),
        "--log=" + startLog);
  }

  /** Stops the server if one runs: in fast mode, then in immediate mode, then by killing it. */
  void stop() throws IOException, InterruptedException, EmbeddedPostgresException {
    stop(FAST_STOP);
  }

  /** Stops the server with another limit for the fast mode. */
  void stop(Duration polite) throws IOException, InterruptedException, EmbeddedPostgresException {
    var server = running();
    if (server.isEmpty()) return;
    if (stop("fast", polite) || stop("immediate", IMMEDIATE_STOP)) return;
    progress.accept("the database server does not stop: killing process " + server.get().pid());
    kill(server.get().pid());
    var deadline = StartupDeadline.in(IMMEDIATE_STOP);
    while (running().isPresent()) {
      if (deadline.isExpired()) {
        throw new EmbeddedPostgresException(
            "The embedded database (process %d) cannot be stopped.".formatted(server.get().pid()));
      }
      deadline.pause(Duration.ofMillis(50));
    }
  }

  private boolean stop(String mode, Duration limit)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    programs.run(
        limit.plusSeconds(10),
        "pg_ctl",
        "stop",
        "--silent",
        "--wait",
        "--mode=" + mode,
        "--timeout=" + limit.toSeconds(),
        "--pgdata=" + cluster.dir());
    return running().isEmpty();
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            server -> {
              var children = server.descendants().toList();
              server.destroyForcibly();
              children.forEach(ProcessHandle::destroyForcibly);
            });
  }

  private void reportWaiting(Duration elapsed) {
    progress.accept("waiting for the database, %d s so far".formatted(elapsed.toSeconds()));
  }

  private EmbeddedPostgresException notReadyInTime() {
    return new EmbeddedPostgresException(
        "The embedded database in %s is running but was not ready in time. It is probably still recovering from a crash and continues to do so. Start Tributary again later, or raise TRIBUTARY_DB_STARTUP_TIMEOUT."
            .formatted(dataDir));
  }

  /** Returns the server's output before its log collector started, and the log since. */
  private String logSince(Instant began) throws IOException {
    var text = Files.readString(dataDir.resolve("start.log"));
    var logs = cluster.dir().resolve("log");
    if (!Files.isDirectory(logs)) return text;
    Optional<Path> newest;
    try (var files = Files.list(logs)) {
      newest = files.max(Comparator.comparing((Path p) -> p.toFile().lastModified()));
    }
    if (newest.isEmpty()) return text;
    if (newest.get().toFile().lastModified() < began.toEpochMilli() - 1_000) return text;
    try (var channel = Files.newByteChannel(newest.get())) {
      channel.position(Math.max(0, channel.size() - LOG_TAIL_BYTES));
      var bytes = ByteBuffer.allocate(LOG_TAIL_BYTES);
      channel.read(bytes);
      return text + new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
  }
}
