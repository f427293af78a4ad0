package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state after {@code kill -9} of the server or of the Java process. */
class EmbeddedPostgresCrashTest {
  private static final int ROWS_BEFORE_KILL = 300;
  private static final int WRITERS = 3;

  @TempDir Path temp;
  private Path dir;

  @BeforeEach
  void prepare() throws IOException {
    dir = TestDataDirectory.in(temp);
  }

  @AfterEach
  void stopWhateverRuns() throws Exception {
    TestDataDirectory.stop(dir);
  }

  @ParameterizedTest(name = "children killed too: {0}")
  @ValueSource(booleans = {true, false})
  void noAcknowledgedRowIsLost(boolean childrenToo) throws Exception {
    var settings = EmbeddedPostgres.Settings.in(dir);
    var pg = EmbeddedPostgres.start(settings, line -> {});
    EmbeddedPostgresTest.run(pg.url(), "create table t (id bigint primary key)");
    var acknowledged = ConcurrentHashMap.<Long>newKeySet();
    var enough = new CountDownLatch(ROWS_BEFORE_KILL);
    var writers = new ArrayList<Thread>();
    for (int w = 0; w < WRITERS; w++) {
      long base = w * 1_000_000_000L;
      writers.add(Thread.ofPlatform().start(() -> write(pg.url(), base, acknowledged, enough)));
    }
    assertTrue(enough.await(60, TimeUnit.SECONDS));

    var server = TestDataDirectory.server(dir).orElseThrow();
    assertEquals(pg.pid(), server.pid());
    var children = server.descendants().toList();
    assertFalse(children.isEmpty());
    server.destroyForcibly();
    if (childrenToo) children.forEach(ProcessHandle::destroyForcibly);

    var again = EmbeddedPostgres.start(settings, line -> {});
    for (var writer : writers) writer.join();
    assertEquals(pg.url(), again.url());
    var missing = new HashSet<>(acknowledged);
    missing.removeAll(rows(again.url()));
    assertEquals(Set.of(), missing, "of " + acknowledged.size());
    again.stop();
  }

  private static void write(String url, long base, Set<Long> acknowledged, CountDownLatch enough) {
    try (var c = TestPostgres.connect(url);
        var s = c.prepareStatement("insert into t values (?)")) {
      for (long id = base; ; id++) {
        s.setLong(1, id);
        s.execute();
        acknowledged.add(id);
        enough.countDown();
      }
    } catch (SQLException e) {
      // The server was killed. Unacknowledged writes do not count.
    }
  }

  private static Set<Long> rows(String url) throws SQLException {
    var ids = new HashSet<Long>();
    try (var c = TestPostgres.connect(url);
        var s = c.createStatement();
        var rows = s.executeQuery("select id from t")) {
      while (rows.next()) ids.add(rows.getLong(1));
    }
    return ids;
  }

  @Test
  void theServerOfAKilledJavaProcessIsAdopted() throws Exception {
    var process = EmbeddedPostgresProcess.launch(temp, System.getenv("PATH"));
    var words = process.inputReader().readLine().split(" ");
    assertEquals("up", words[0]);
    process.destroyForcibly().waitFor();
    assertEquals(
        Long.parseLong(words[1]),
        TestDataDirectory.server(dir).orElseThrow().pid(),
        "must outlive it");
    try (var lock = DataDirectory.lock(temp)) {
      var told = new ArrayList<String>();
      var settings = EmbeddedPostgres.Settings.in(lock.path().resolve("postgres"));
      var pg = EmbeddedPostgres.start(settings, told::add);
      assertEquals(Long.parseLong(words[1]), pg.pid(), told::toString);
      assertEquals(words[2], pg.url());
      pg.stop();
    }
  }

  @Test
  void onlyRootNeedsUserNamespacesAndIsToldWhatToDoWithoutThem() throws Exception {
    var tools = Files.createDirectory(temp.resolve("tools"));
    if (AtomicFiles.effectiveUserId() != 0) {
      assertTrue(firstLine(tools.toString()).startsWith("up "), "needs no tool");
      return;
    }
    var without = refusal(tools.toString());
    assertTrue(without.contains("cannot run as root"), without);
    assertTrue(without.contains("TRIBUTARY_DB_URL"), without);

    var unshare = tools.resolve("unshare");
    Files.writeString(
        unshare,
        "#!/bin/sh\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1\n");
    Files.setPosixFilePermissions(unshare, PosixFilePermissions.fromString("rwxr-xr-x"));
    var refused = refusal(tools.toString());
    assertTrue(refused.contains("Operation not permitted"), refused);
    assertTrue(refused.contains("as another user"), refused);
  }

  private String refusal(String path) throws Exception {
    var line = firstLine(path);
    assertTrue(line.startsWith("refused "), line);
    return line;
  }

  private String firstLine(String path) throws Exception {
    var process = EmbeddedPostgresProcess.launch(temp, path);
    try {
      return process.inputReader().readLine();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
