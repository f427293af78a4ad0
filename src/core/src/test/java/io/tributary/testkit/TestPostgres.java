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
 * A PostgreSQL server shared by all test classes of a test run. It starts on first use and stops
 * with the Java process.
 *
 * <p>{@code TRIBUTARY_TEST_DB_URL} selects another server; its role must be allowed to create
 * databases.
 */
public final class TestPostgres {
  private static final String DATABASES = "t_";
  private static final int SLOTS = 20;
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static String url;

  /** Credentials file of the started server; null if an external one is used. */
  private static Path credentials;

  private TestPostgres() {}

  /**
   * Returns the URL of the server's main database: {@code
   * postgresql://user:password@host:port/database}.
   */
  public static synchronized String url() {
    if (url == null) {
      var given = System.getenv("TRIBUTARY_TEST_DB_URL");
      url = given == null || given.isBlank() ? startEmbedded() : given;
    }
    return url;
  }

  /** Creates an empty database and returns its URL. */
  public static String newDatabase() {
    return copyDatabase("template1");
  }

  /**
   * Copies a database without open connections and returns the URL of the copy. A copy is much
   * faster than a migration.
   */
  public static String copyDatabase(String template) {
    var name = DATABASES + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();
    execute("create database " + name + " template " + template);
    return urlOf(name);
  }

  /** Returns the URL of another database on the test server. */
  public static String urlOf(String database) {
    var main = URI.create(url());
    try {
      return new URI("postgresql", main.getRawAuthority(), "/" + database, main.getQuery(), null)
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(database, e);
    }
  }

  /** Opens a JDBC connection to a database of {@link #newDatabase()}. */
  public static Connection connect(String databaseUrl) throws SQLException {
    var uri = URI.create(databaseUrl);
    var user = uri.getUserInfo().split(":", 2);
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d%s".formatted(uri.getHost(), uri.getPort(), uri.getPath()),
        user[0],
        user[1]);
  }

  /**
   * Connects as superuser, which the access to the server's files requires. On an external server
   * the role of the URL must be a superuser.
   */
  public static Connection connectAsSuperuser(String databaseUrl) throws SQLException, IOException {
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

  /** Executes a statement on a database of the server. */
  public static void executeOn(String url, String sql) {
    try (var connection = connect(url);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String startEmbedded() {
    var lock = lockFreeSlot();
    var dir = lock.path().resolve("postgres");
    // Durability is disabled for speed: a lost test database costs nothing.
    var quick =
        Map.of(
            "fsync", "off",
            "synchronous_commit", "off",
            "full_page_writes", "off",
            // Tests connect often, and password verification would take most of a node's startup
            // time.
            "scram_iterations", "1",
            // A database copy is logged page by page.
            "wal_compression", "off",
            "max_connections", "300");
    try {
      var server =
          EmbeddedPostgres.start(
              new EmbeddedPostgres.Settings(dir, Duration.ofSeconds(60), quick), line -> {});
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, lock)));
      dropLeftoverDatabases(server.url());
      credentials = server.dataDir().resolve("credentials");
      return server.url();
    } catch (EmbeddedPostgresException | SQLException e) {
      lock.close();
      throw new IllegalStateException("no test database", e);
    }
  }

  /** Returns a free slot, because several test runs may use the same build directory at once. */
  private static DataDirectory lockFreeSlot() {
    for (int slot = 0; slot < SLOTS; slot++) {
      try {
        return DataDirectory.lock(Path.of("target", "test-postgres-" + slot));
      } catch (DataDirectoryInUse e) {
        // try the next one
      }
    }
    throw new IllegalStateException("more than " + SLOTS + " test runs at once");
  }

  /** Drops databases that a killed test run left on this server. */
  private static void dropLeftoverDatabases(String main) throws SQLException {
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

  /** Stops the server without the final checkpoint, because its data is deleted next. */
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
      // Hundreds of databases are a hundred thousand files, so the directory is moved and deleted
      // asynchronously.
      var old = home.resolve("old-" + ProcessHandle.current().pid());
      Files.move(home.resolve("cluster"), old);
      new ProcessBuilder("rm", "-rf", old.toString()).start();
    } catch (IOException e) {
      System.err.println("could not delete: " + e);
    }
    lock.close();
  }
}
