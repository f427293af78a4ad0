package io.tributary.db;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/**
 * A primary and its synchronous standby. Both are copies of one stopped cluster, so no base backup
 * is needed.
 */
final class PrimaryStandbyPair implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Map<String, String> SETTINGS =
      Map.of("fsync", "off", "max_wal_senders", "4", "scram_iterations", "1");

  final Server primary;
  final Server standby;

  record Server(Path dir, int port, PgCredentials credentials) {
    String hostAndPort() {
      return "127.0.0.1:" + port;
    }

    String url() {
      return urlOf(this, hostAndPort());
    }

    /** Runs a statement as superuser. */
    void run(String sql) {
      try (Connection c =
              DriverManager.getConnection(
                  "jdbc:postgresql://" + hostAndPort() + "/tributary",
                  PgCluster.SUPERUSER,
                  credentials.superuserPassword());
          var s = c.createStatement()) {
        s.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException(sql, e);
      }
    }

    /** Kills the server at once, as a power failure would. */
    void kill() throws Exception {
      TestDataDirectory.stop(dir);
    }
  }

  PrimaryStandbyPair(Path temp) throws Exception {
    primary = start(temp.resolve("one"), 0, "");
    standby = start(temp.resolve("two"), primary.port(), "standby.signal");
    primary.run("alter system set synchronous_standby_names = '*'");
    primary.run("select pg_reload_conf()");
  }

  private static Server start(Path parent, int primary, String signal) throws Exception {
    Path dir = TestDataDirectory.in(Files.createDirectories(parent));
    TestDataDirectory.copyStoppedCluster(dir);
    Files.deleteIfExists(dir.resolve("port"));
    PgPrograms programs = PgPrograms.detect(PgBinaries.ensureUnpacked(dir, line -> {}), dir);
    PgCluster cluster = new PgCluster(dir, programs);
    PgCredentials credentials = PgCredentials.loadOrGenerate(dir, true);
    Files.writeString(
        cluster.dir().resolve("pg_hba.conf"),
        "host replication all 127.0.0.1/32 scram-sha-256\n",
        StandardOpenOption.APPEND);
    if (!signal.isEmpty()) {
      Files.createFile(cluster.dir().resolve(signal));
      Files.writeString(
          cluster.dir().resolve("postgresql.auto.conf"),
          "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s'\n"
              .formatted(primary, PgCluster.SUPERUSER, credentials.superuserPassword()),
          StandardOpenOption.APPEND);
    }
    int port = cluster.choosePort();
    cluster.writeSettings(port, SETTINGS);
    new PgServer(dir, cluster, programs, line -> {}).start(port, StartupDeadline.in(LIMIT));
    return new Server(dir, port, credentials);
  }

  /**
   * Returns a URL with both hosts, the standby first, so that a client that takes the first host
   * fails.
   */
  String url() {
    return urlOf(primary, standby.hostAndPort() + "," + primary.hostAndPort());
  }

  private static String urlOf(Server of, String hosts) {
    return "postgresql://%s:%s@%s/%s"
        .formatted(PgLogin.ROLE, of.credentials().rolePassword(), hosts, PgLogin.DATABASE);
  }

  @Override
  public void close() throws Exception {
    TestDataDirectory.stop(primary.dir());
    TestDataDirectory.stop(standby.dir());
  }
}
