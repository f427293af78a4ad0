package io.tributary.testkit;

import io.tributary.db.DataDirectory;
import io.tributary.db.DataDirectoryInUse;
import io.tributary.db.EmbeddedPostgres;
import io.tributary.db.EmbeddedPostgresException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real PostgreSQL for all test classes of a test run, started at first use and stopped with the
 * Java process. {@code TRIBUTARY_TEST_DB_URL} names another server to use instead; its role must be
 * allowed to create databases.
 */
public final class Pg {
  private static final String DATABASES = "t_";
  private static final int SLOTS = 20;
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static String url;

  /** Of the server that was started here; null when another one is used. */
  private static Path credentials;

  private Pg() {}

  /** The server's main database: {@code postgresql://user:password@host:port/database}. */
  public static synchronized String url() {
    if (url == null) {
      var given = System.getenv("TRIBUTARY_TEST_DB_URL");
      url = given == null || given.isBlank() ? startEmbedded() : given;
    }
    return url;
  }

  /** The URL of a fresh, empty database, for one test class or test. */
  public static String newDatabase() {
    return newDatabaseLike("template1");
  }

  /**
   * The URL of a fresh copy of a database nobody is connected to; far quicker than to migrate
   * again.
   */
  public static String newDatabaseLike(String template) {
    var name = DATABASES + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();
    execute("create database " + name + " template " + template);
    return urlOf(name);
  }

  /** The URL of another database on the test server. */
  public static String urlOf(String database) {
    var main = URI.create(url());
    try {
      return new URI("postgresql", main.getRawAuthority(), "/" + database, main.getQuery(), null)
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(database, e);
    }
  }

  /** A JDBC connection to a database of {@link #newDatabase()}. */
  public static Connection connect(String databaseUrl) throws SQLException {
    var uri = URI.create(databaseUrl);
    var user = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
        user[0],
        user[1]);
  }

  /**
   * As the server's superuser, who may look into its files. On a server of somebody else's the role
   * of the URL has to be one.
   */
  public static Connection superuser(String databaseUrl) throws SQLException, IOException {
    if (credentials == null) {
      return connect(databaseUrl);
    }
    var uri = URI.create(databaseUrl);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
        "postgres",
        Files.readAllLines(credentials).get(1));
  }

  private static void execute(String sql) {
    executeOn(url(), sql);
  }

  /** One statement on a database of the server. */
  public static void executeOn(String url, String sql) {
    try (var connection = connect(url);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String startEmbedded() {
    var lock = freeSlot();
    var dir = lock.path().resolve("postgres");
    // A lost test database costs nothing, waiting for the disk does.
    var quick =
        Map.of(
            "fsync", "off",
            "synchronous_commit", "off",
            "full_page_writes", "off",
            // A test connects so often that proving the password costs most of a node's start.
            "scram_iterations", "1",
            // The copy of a template is logged page by page.
            "wal_compression", "off",
            "max_connections", "300");
    try {
      var server =
          EmbeddedPostgres.start(
              new EmbeddedPostgres.Settings(dir, Duration.ofSeconds(60), quick), line -> {});
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, lock)));
      dropLeftovers(server.url());
      credentials = server.dataDir().resolve("credentials");
      return server.url();
    } catch (EmbeddedPostgresException | SQLException e) {
      lock.close();
      throw new IllegalStateException("no test database", e);
    }
  }

  /** Several test runs may use the same build directory at once: each takes its own slot. */
  private static DataDirectory freeSlot() {
    for (int slot = 0; slot < SLOTS; slot++) {
      try {
        return DataDirectory.lock(Path.of("target", "test-postgres-" + slot));
      } catch (DataDirectoryInUse e) {
        // the next one
      }
    }
    throw new IllegalStateException("more than " + SLOTS + " test runs at once");
  }

  /** A killed test run leaves its server and databases; this one adopted them. */
  private static void dropLeftovers(String main) throws SQLException {
    var names = new ArrayList<String>();
    try (var connection = connect(main);
        var statement = connection.createStatement()) {
      try (var rows =
          statement.executeQuery(
              "select datname from pg_database where starts_with(datname, '" + DATABASES + "')")) {
        while (rows.next()) names.add(rows.getString(1));
      }
      for (var name : names) statement.execute("drop database " + name + " with (force)");
    }
  }

  /** Without the checkpoint of a polite stop, which writes what is deleted next. */
  private static void stop(EmbeddedPostgres server, DataDirectory lock) {
    try {
      var process = ProcessHandle.of(server.pid());
      if (process.isPresent()) {
        new ProcessBuilder("kill", "-QUIT", Long.toString(server.pid())).start();
        process.get().onExit().orTimeout(20, TimeUnit.SECONDS).exceptionally(t -> null).join();
      }
      server.stop();
      var home = server.dataDir();
      for (var file : List.of("credentials", "port")) {
        Files.deleteIfExists(home.resolve(file)); // the unpacked programs stay for the next run
      }
      // Hundreds of databases are a hundred thousand files: nobody waits for that.
      var old = home.resolve("old-" + ProcessHandle.current().pid());
      Files.move(home.resolve("cluster"), old);
      new ProcessBuilder("rm", "-rf", old.toString()).start();
    } catch (IOException e) {
      System.err.println("left over: " + e);
    }
    lock.close();
  }
}
