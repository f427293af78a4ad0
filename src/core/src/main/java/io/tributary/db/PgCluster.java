package io.tributary.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** Files of the embedded database cluster: creation, settings and port. */
final class PgCluster {
  static final String SUPERUSER = "postgres";
  private static final String SETTINGS = "tributary.conf";

  private final Path dataDir;
  private final Path dir;
  private final PgPrograms programs;

  PgCluster(Path dataDir, PgPrograms programs) {
    this.dataDir = dataDir;
    this.dir = directory(dataDir);
    this.programs = programs;
  }

  /** Returns PostgreSQL's own data directory. */
  static Path directory(Path dataDir) {
    return dataDir.resolve("cluster");
  }

  Path dir() {
    return dir;
  }

  /** Returns whether a complete cluster exists. An unfinished one has another name. */
  static boolean exists(Path dataDir) {
    return Files.exists(directory(dataDir).resolve("PG_VERSION"));
  }

  /** Rejects a cluster of another major release; PostgreSQL would report it only in its log. */
  void requireSameMajorVersion() throws IOException, EmbeddedPostgresException {
    var made = Files.readString(dir.resolve("PG_VERSION")).strip();
    if (made.equals(programs.majorVersion())) return;
    throw new EmbeddedPostgresException(
        "The database in %s was created by PostgreSQL %s, but this release includes PostgreSQL %s. Move the data with pg_dump and pg_restore of a full PostgreSQL installation, or go back to the earlier release."
            .formatted(dataDir, made, programs.version()));
  }

  /**
   * Creates a cluster under a temporary name and renames it when complete, so that an interrupted
   * creation can be repeated.
   */
  void create(PgCredentials credentials, boolean durable, Consumer<String> progress)
      throws IOException, InterruptedException, EmbeddedPostgresException {
    progress.accept("creating the database in " + dir);
    var fresh = dataDir.resolve("cluster.new");
    AtomicFiles.deleteTree(fresh);
    var password = dataDir.resolve("initdb.password");
    AtomicFiles.write(password, credentials.superuserPassword() + "\n");
    try {
      var outcome =
          programs.run(
              Duration.ofMinutes(5),
              "initdb",
              "--pgdata=" + fresh,
              "--username=" + SUPERUSER,
              "--pwfile=" + password,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              // PostgreSQL's built-in C.UTF-8: the index order does not change with the system's
              // libc.
              "--locale=C",
              "--locale-provider=builtin",
              "--builtin-locale=C.UTF-8",
              durable ? "--data-checksums" : "--no-sync");
      if (!outcome.isSuccess())
        throw PgFailure.of(dataDir, "Creating the database failed", outcome.output());
    } finally {
      Files.deleteIfExists(password);
    }
    AtomicFiles.write(fresh.resolve("pg_hba.conf"), PgConfig.HBA);
    AtomicFiles.write(fresh.resolve(SETTINGS), "");
    Files.writeString(
        fresh.resolve("postgresql.conf"),
        "\ninclude '" + SETTINGS + "'\n",
        StandardOpenOption.APPEND,
        StandardOpenOption.DSYNC);
    AtomicFiles.deleteTree(dir); // can only be a directory without PG_VERSION
    AtomicFiles.rename(fresh, dir);
  }

  /** Returns whether the settings file, with which a running server was started, matches. */
  boolean hasSettings(int port, Map<String, String> overrides) throws IOException {
    var file = dir.resolve(SETTINGS);
    return Files.exists(file) && Files.readString(file).equals(settings(port, overrides));
  }

  void writeSettings(int port, Map<String, String> overrides) throws IOException {
    if (!hasSettings(port, overrides)) {
      AtomicFiles.write(dir.resolve(SETTINGS), settings(port, overrides));
    }
  }

  private String settings(int port, Map<String, String> overrides) {
    return PgConfig.text(programs.version(), port, overrides);
  }

  /** Returns the port of earlier starts. */
  OptionalInt storedPort() throws IOException {
    var file = dataDir.resolve("port");
    if (!Files.exists(file)) return OptionalInt.empty();
    var text = Files.readString(file).strip();
    return text.matches("\\d{1,5}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
  }

  /**
   * Chooses and stores a free port.
   *
   * <p>The range lies below the ephemeral ports of common systems, so that the port is still free
   * at later starts.
   */
  int choosePort() throws IOException {
    var random = ThreadLocalRandom.current();
    for (int tries = 0; tries < 200; tries++) {
      int port = random.nextInt(15_000, 30_000);
      if (isFree(port)) {
        AtomicFiles.write(dataDir.resolve("port"), port + "\n");
        return port;
      }
    }
    throw new IOException("no free port between 15000 and 30000 on 127.0.0.1");
  }

  static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
