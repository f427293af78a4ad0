package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
  @TempDir Path temp;

  private final List<String> messages = new ArrayList<>();
  private Path dir;

  @BeforeEach
  void prepare() throws IOException {
    dir = TestDataDirectory.in(temp);
  }

  @AfterEach
  void stopWhateverRuns() throws Exception {
    TestDataDirectory.stop(dir);
  }

  @Test
  void dataIsSafeAndTheDoorIsShut() throws Exception {
    var pg = start(Map.of());
    assertEquals("on", show(pg, "fsync"));
    assertEquals("on", show(pg, "synchronous_commit"));
    assertEquals("127.0.0.1", show(pg, "listen_addresses"));
    assertEquals("", queryText(admin(pg), "show unix_socket_directories"));
    assertEquals("scram-sha-256", show(pg, "password_encryption"));
    // {@code show} would return the session setting of the driver.
    var zone = "select setting from pg_file_settings where name = 'timezone' and applied";
    assertEquals("UTC", queryText(admin(pg), zone));
    assertEquals("UTF8", show(pg, "server_encoding"));
    assertEquals("1GB", show(pg, "max_wal_size"));
    assertEquals("on", show(pg, "data_checksums"));
    assertEquals(
        "false",
        queryText(pg.url(), "select rolsuper::text from pg_roles where rolname = 'tributary'"));
    var wrong = pg.url().replaceFirst("tributary:[0-9a-f]+@", "tributary:guess@");
    assertThrows(SQLException.class, () -> queryText(wrong, "select 1"));
    for (var name : List.of("credentials", "cluster/tributary.conf", "cluster/pg_hba.conf")) {
      var mode = Files.getPosixFilePermissions(dir.resolve(name));
      assertEquals("rw-------", PosixFilePermissions.toString(mode), name);
    }
  }

  @Test
  void theRoleMayMakeSchemasAndDatabases() throws Exception {
    var pg = start();
    run(pg.url(), "create schema s; create table s.t (id int)");
    run(pg.url(), "create database other");
    var other = pg.url().replaceFirst("/tributary$", "/other");
    run(other, "create schema s");
    assertThrows(SQLException.class, () -> run(pg.url(), "alter system set fsync = off"));
  }

  @Test
  void portPasswordAndDataStayOverARestart() throws Exception {
    var first = start();
    run(first.url(), "create table t (id int); insert into t values (1)");
    first.stop();
    assertTrue(TestDataDirectory.server(dir).isEmpty());
    first.stop(); // idempotent
    var second = start();
    assertEquals(first.url(), second.url());
    assertEquals("1", queryText(second.url(), "select id::text from t"));
  }

  @Test
  void aForgottenServerIsAdopted() throws Exception {
    var first = start();
    var second = start();
    assertEquals(first.pid(), second.pid());
    assertEquals(first.url(), second.url());
    assertTrue(messages.getLast().contains("adopted"), messages::toString);
  }

  @Test
  void aServerWithOtherSettingsIsReplaced() throws Exception {
    var first = start();
    var second = start(Map.of("fsync", "off", "max_connections", "37"));
    assertNotEquals(first.pid(), second.pid());
    assertEquals(first.url(), second.url());
    assertEquals("37", show(second, "max_connections"));
  }

  @Test
  void aPidFileThatNamesAnotherProcessIsSeenThrough() throws Exception {
    var first = start();
    var file = dir.resolve("cluster/postmaster.pid");
    var text = Files.readString(file);
    first.stop();
    Files.writeString(
        file, text.replaceFirst("^\\d+", Long.toString(ProcessHandle.current().pid())));
    assertEquals(first.url(), start().url());
  }

  @Test
  void anInterruptedFirstStartIsDoneAgain() throws Exception {
    Files.createDirectories(dir.resolve("cluster.new/base"));
    Files.writeString(dir.resolve("cluster.new/PG_VERSION"), "18\n");
    Files.createDirectories(dir.resolve("unpack.new/bin"));
    Files.createDirectories(dir.resolve("cluster"));
    var pg = start();
    assertEquals("1", queryText(pg.url(), "select '1'"));
    assertFalse(Files.exists(dir.resolve("cluster.new")));
    assertFalse(Files.exists(dir.resolve("initdb.password")));
  }

  @Test
  void aRoleOrDatabaseNotYetMadeIsMadeAtTheNextStart() throws Exception {
    var pg = start();
    run(admin(pg), "drop database tributary");
    run(admin(pg), "drop role tributary");
    assertEquals("1", queryText(start().url(), "select '1'"));
  }

  @Test
  void damagedProgramsAreUnpackedAgain() throws Exception {
    var home = PgBinaries.ensureUnpacked(dir, messages::add);
    Files.delete(home); // the link to the shared copy
    home = PgBinaries.ensureUnpacked(dir, messages::add);
    Files.writeString(home.resolve("bin/postgres"), "");
    messages.clear();
    var again = PgBinaries.ensureUnpacked(dir, messages::add);
    assertEquals(home, again);
    assertTrue(Files.size(again.resolve("bin/postgres")) > 1_000_000);
    assertEquals(1, messages.size());
  }

  @Test
  void aTakenPortIsGivenUp() throws Exception {
    var first = start();
    first.stop();
    int port = URI.create(first.url()).getPort();
    var loopback = InetAddress.getLoopbackAddress();
    try (var thief = new ServerSocket(port, 1, loopback)) {
      var second = start();
      assertNotEquals(port, URI.create(second.url()).getPort());
      assertEquals("1", queryText(second.url(), "select '1'"));
      assertTrue(thief.isBound());
    }
  }

  @Test
  void aLostPasswordFileIsNamed() throws Exception {
    start().stop();
    Files.delete(dir.resolve("credentials"));
    var e = assertThrows(EmbeddedPostgresException.class, this::start);
    assertTrue(e.getMessage().contains(dir.resolve("credentials").toString()), e::getMessage);
  }

  @Test
  void aClusterOfAnotherReleaseIsRefused() throws Exception {
    start().stop();
    Files.writeString(dir.resolve("cluster/PG_VERSION"), "17\n");
    var e = assertThrows(EmbeddedPostgresException.class, this::start);
    assertTrue(e.getMessage().contains("created by PostgreSQL 17"), e::getMessage);
  }

  @Test
  void aBadSettingEndsTheStartWithPostgresqlsOwnWords() {
    var e =
        assertThrows(
            EmbeddedPostgresException.class,
            () -> start(Map.of("fsync", "off", "shared_buffers", "lots")));
    assertTrue(e.getMessage().contains("shared_buffers"), e::getMessage);
    assertThrows(
        IllegalArgumentException.class,
        () -> new EmbeddedPostgres.Settings(dir, Duration.ofSeconds(1), Map.of("port", "5432")));
  }

  @Test
  void noValueReachesTheLogs() throws Exception {
    var pg = start();
    var secret = "hunter2hba1c";
    run(pg.url(), "create table t (id int primary key, v text check (v <> '" + secret + "'))");
    assertThrows(
        SQLException.class, () -> run(pg.url(), "insert into t values (1, '" + secret + "')"));
    assertThrows(SQLException.class, () -> run(pg.url(), "select '" + secret + "'::int"));
    try (var c = TestPostgres.connect(pg.url());
        var s = c.prepareStatement("insert into t values (2, ?)")) {
      s.setString(1, secret);
      assertThrows(SQLException.class, s::execute);
    }
    pg.stop();
    var text = new StringBuilder(Files.readString(dir.resolve("start.log")));
    try (var logs = Files.list(dir.resolve("cluster/log"))) {
      for (var log : logs.toList()) text.append(Files.readString(log));
    }
    assertTrue(text.toString().contains("database system is shut down"), text::toString);
    assertFalse(text.toString().contains(secret), text::toString);
  }

  /** Settings for tests that depend neither on the disk nor on the first start. */
  private EmbeddedPostgres start() throws EmbeddedPostgresException {
    try {
      TestDataDirectory.copyStoppedCluster(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return start(Map.of("fsync", "off"));
  }

  private String admin(EmbeddedPostgres pg) throws Exception {
    var password = PgCredentials.loadOrGenerate(dir, true).superuserPassword();
    return pg.url()
        .replaceFirst("tributary:[0-9a-f]+@", "postgres:" + password + "@")
        .replaceFirst("/tributary$", "/postgres");
  }

  private EmbeddedPostgres start(Map<String, String> overrides) throws EmbeddedPostgresException {
    var settings =
        new EmbeddedPostgres.Settings(dir, EmbeddedPostgres.DEFAULT_START_LIMIT, overrides);
    return EmbeddedPostgres.start(settings, messages::add);
  }

  private static String show(EmbeddedPostgres pg, String setting) throws SQLException {
    return queryText(pg.url(), "show " + setting);
  }

  static String queryText(String url, String sql) throws SQLException {
    try (var c = TestPostgres.connect(url);
        var s = c.createStatement();
        var rows = s.executeQuery(sql)) {
      assertTrue(rows.next());
      return rows.getString(1);
    }
  }

  static void run(String url, String sql) throws SQLException {
    try (var c = TestPostgres.connect(url);
        var s = c.createStatement()) {
      s.execute(sql);
    }
  }
}
