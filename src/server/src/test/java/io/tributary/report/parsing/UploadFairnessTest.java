package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestResponse;
import io.vertx.core.Future;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Checks that uploads leave enough of the node's resources for other requests. */
class UploadFairnessTest {
  private static final Duration SOON = Duration.ofSeconds(25);

  @TempDir static Path data;

  private static ReportParsingFixture world;
  private static UUID user;

  @BeforeAll
  static void open() {
    world =
        ReportParsingFixture.open(
            data,
            "TRIBUTARY_REPORT_CLAIM_INTERVAL",
            "1h",
            "TRIBUTARY_REPORT_UPLOAD_MAX_UPLOADS_PER_TEAM",
            "5",
            "TRIBUTARY_REPORT_UPLOAD_WRITE_QUEUE_TIMEOUT",
            "300ms");
    user = world.user();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static FormPart of(UUID u) {
    return FormPart.field("user_id", u.toString());
  }

  /** Uploads until a slot is free, because another test may still hold some. */
  private static TestResponse uploadWithSlot(ReportParsingFixture.TeamSandbox team) {
    TestResponse answer =
        world.upload(
            Map.of("x-service-api-key", team.apiKey()), of(team.user()), FormPart.pdf("x"));
    return answer.status() == 429 ? uploadWithSlot(team) : answer;
  }

  private static void busy(int status, TestResponse answer) {
    assertEquals(status, answer.status(), answer.text());
    assertTrue(Integer.parseInt(answer.header("retry-after")) >= 1);
  }

  /**
   * Starts uploads that all wait for their team's row while they hold a connection, runs {@code
   * meanwhile}, and releases the rows.
   *
   * @return responses of the uploads
   */
  private static List<TestResponse> storeBlocked(
      List<ReportParsingFixture.TeamSandbox> teams, Consumer<List<TestResponse>> meanwhile)
      throws Exception {
    List<TestResponse> told = new CopyOnWriteArrayList<>();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Thread holder =
        Thread.ofVirtual()
            .start(
                () ->
                    world.db.tx(
                        tx -> {
                          tx.query("select 1 from team_environment for no key update");
                          held.countDown();
                          try {
                            return go.await(30, TimeUnit.SECONDS);
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }));
    held.await();
    List<Thread> senders =
        teams.stream()
            .map(team -> Thread.ofVirtual().start(() -> told.add(uploadWithSlot(team))))
            .toList();
    try {
      meanwhile.accept(told);
    } finally {
      go.countDown();
    }
    holder.join();
    for (Thread t : senders) {
      t.join();
    }
    return told;
  }

  private static long taken(List<TestResponse> told) {
    return told.stream().filter(a -> a.status() == 200).count();
  }

  @Test
  void whatIsBeingStoredLeavesMostConnectionsFree() throws Exception {
    List<TestResponse> told =
        storeBlocked(
            Stream.generate(world::team).limit(5).toList(),
            busy -> {
              eventually(SOON, () -> assertEquals(3, busy.size()));
              busy.forEach(a -> busy(503, a));
              // A rejected upload needs no slot.
              FormPart text =
                  FormPart.file("text/plain", "%PDF-x".getBytes(StandardCharsets.US_ASCII));
              world.upload(of(user), text).expect(400);
              Map<String, String> key = Map.of("x-idempotency-key", Ids.uuid().toString());
              TestResponse first = world.upload(key, of(user), text).expect(400);
              assertEquals(first.text(), world.upload(key, of(user), text).expect(400).text());
            });
    assertEquals(2, taken(told));
  }

  @Test
  void oneSandboxUsesOneSlot() throws Exception {
    ReportParsingFixture.TeamSandbox eager = world.team();
    ReportParsingFixture.TeamSandbox other = world.team();
    List<TestResponse> told =
        storeBlocked(
            Collections.nCopies(4, eager),
            busy -> {
              eventually(SOON, () -> assertEquals(3, busy.size()));
              Thread late = Thread.ofVirtual().start(() -> busy.add(uploadWithSlot(other)));
              eventually(SOON, () -> assertEquals(2, waitForTheirTeam()));
              assertTrue(late.isAlive());
            });
    told.forEach(a -> assertTrue(a.status() == 200 || a.status() == 503, a.text()));
    eventually(SOON, () -> assertEquals(2, taken(told)));
  }

  private static int waitForTheirTeam() {
    return world
        .db
        .query(
            "select 1 from pg_stat_activity where datname = current_database()"
                + " and wait_event_type = 'Lock' and query like '%team_environment%'")
        .size();
  }

  @Test
  void theTeamWithFewestSlotsIsNextAndNoTeamExceedsItsShare() throws Exception {
    FairSemaphore<String> turns = new FairSemaphore<>(2, Duration.ofSeconds(20), "busy");
    List<String> begun = new CopyOnWriteArrayList<>();
    List<CountDownLatch> ends = new ArrayList<>();
    List<Thread> all = new ArrayList<>();
    for (String who : List.of("a", "a", "a", "b", "b", "c")) {
      int most = who.equals("b") ? 1 : 2;
      CountDownLatch end = new CountDownLatch(1);
      ends.add(end);
      all.add(Thread.ofVirtual().start(() -> turns.run(who, most, () -> turn(begun, who, end))));
      int place = all.size();
      // They start one after another.
      eventually(SOON, () -> assertEquals(place, turns.size()));
    }
    eventually(SOON, () -> assertEquals(List.of("a", "a"), begun));
    ends.get(0).countDown();
    eventually(SOON, () -> assertEquals(List.of("a", "a", "b"), begun));
    // The third upload of team a has waited longest among the teams without a slot; the second of
    // team b may not start at all.
    ends.get(1).countDown();
    eventually(SOON, () -> assertEquals(List.of("a", "a", "b", "a"), begun));
    ends.get(2).countDown();
    eventually(SOON, () -> assertEquals(List.of("a", "a", "b", "a", "c"), begun));
    ends.forEach(CountDownLatch::countDown);
    for (Thread t : all) {
      t.join();
    }
    assertEquals("b", begun.get(5));
    assertEquals(0, turns.size());
    FairSemaphore<String> none = new FairSemaphore<>(1, Duration.ofMillis(1), "busy");
    assertEquals(
        ServiceException.Reason.UNAVAILABLE,
        none.run("a", 1, () -> refused(() -> none.run("b", 1, () -> "no turn"))));
  }

  private static String turn(List<String> begun, String who, CountDownLatch go) {
    begun.add(who);
    try {
      assertTrue(go.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return who;
  }

  @Test
  void anUploadWaitsForNoWorkerThatOthersHold() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    List<Future<Boolean>> held = new ArrayList<>();
    for (int i = 0; i < VertxOptions.DEFAULT_WORKER_POOL_SIZE; i++) {
      held.add(world.vertx.executeBlocking(() -> go.await(30, TimeUnit.SECONDS), false));
    }
    try {
      ReportParsingFixture.TeamSandbox team = world.team();
      assertEquals(200, uploadWithSlot(team).status());
      assertTrue(held.stream().noneMatch(Future::isComplete));
    } finally {
      go.countDown();
    }
  }

  @Test
  void whatComesInStaysWhenTheWorkerStartsAgain() throws Exception {
    ReportFiles files = new ReportFiles(data, "sweeper");
    files.folder();
    ReportFiles next = new ReportFiles(data, "sweeper");
    assertEquals(1, next.sweep());
    try (ReportFiles.TempFolder mine = next.folder()) {
      assertEquals(0, next.sweep());
      assertTrue(Files.exists(mine.path()));
    }
  }

  /** Opens a connection on which an upload has started. */
  private static Socket openUpload(ReportParsingFixture at) {
    try {
      Socket s = new Socket("127.0.0.1", at.port());
      s.setSoTimeout(20_000);
      s.getOutputStream()
          .write(
              ("POST "
                      + ReportParsingFixture.JOBS
                      + " HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
                      + at.first.apiKey()
                      + "\r\ncontent-type: multipart/form-data; boundary=cut"
                      + "\r\ncontent-length: 100000\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return s;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTeamHasAShareOfTheSlots() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 5; i++) {
        slow.add(openUpload(world));
      }
      eventually(
          SOON,
          () -> {
            // Another test may have held a slot for a moment, so one of these may have been
            // rejected.
            slow.add(openUpload(world));
            busy(429, world.upload(of(user), FormPart.pdf("x")));
          });
    } finally {
      for (Socket s : slow) {
        s.close();
      }
    }
    eventually(SOON, () -> world.upload(of(user), FormPart.pdf("x")).expect(200));
  }

  @Test
  void whatOneTeamLeavesIsForTheOthers() {
    UploadAdmission places = new UploadAdmission(3, 2);
    UUID one = Ids.uuid();
    UploadAdmission.UploadSlot first = places.acquire(one);
    places.acquire(one);
    assertEquals(ServiceException.Reason.TOO_MANY, refused(() -> places.acquire(one)));
    places.acquire(Ids.uuid());
    assertEquals(ServiceException.Reason.UNAVAILABLE, refused(() -> places.acquire(Ids.uuid())));
    first.close();
    first.close();
    places.acquire(one);
    assertEquals(ServiceException.Reason.UNAVAILABLE, refused(() -> places.acquire(Ids.uuid())));
  }

  @Test
  void roomThatIsPromisedIsNotPromisedAgain() {
    UploadAdmission places = new UploadAdmission(9, 9);
    UploadAdmission.UploadSlot first = places.acquire(user);
    UploadAdmission.UploadSlot second = places.acquire(user);
    first.reserve(10, 25, 10);
    assertEquals(ServiceException.Reason.UNAVAILABLE, refused(() -> second.reserve(10, 25, 10)));
    second.reserve(5, 25, 10);
    first.close();
    places.acquire(user).reserve(10, 25, 10);
    assertEquals(ServiceException.Reason.UNAVAILABLE, refused(() -> second.reserve(1, 25, 10)));
    assertEquals(
        ServiceException.Reason.UNAVAILABLE,
        refused(() -> places.acquire(user).reserve(1, 9, 1L << 62)));
  }

  @Test
  void aFolderThatCannotBeRemovedSpoilsNothing() throws Exception {
    ReportFiles.TempFolder folder = new ReportFiles(data, "other").folder();
    Files.delete(folder.path());
    assertDoesNotThrow(folder::close);
  }

  private static ServiceException.Reason refused(Executable work) {
    return assertThrows(ServiceException.class, work).reason();
  }

  @Test
  void whoSendsByteByByteIsNotWaitedForForEver() throws Exception {
    try (ReportParsingFixture hasty =
            world.startPeer(
                "TRIBUTARY_REPORT_UPLOAD_BASE_TIMEOUT", "300ms",
                "TRIBUTARY_REPORT_UPLOAD_MAX_UPLOADS_PER_TEAM", "1",
                "TRIBUTARY_REPORT_CLAIM_INTERVAL", "1h");
        Socket s = openUpload(hasty)) {
      for (int i = 0; i < 3000 && s.getInputStream().available() == 0; i++) {
        s.getOutputStream().write('-');
        Thread.sleep(20);
      }
      assertTrue(s.getInputStream().available() > 0, "no answer");
      assertEquals(
          "HTTP/1.1 400", new String(s.getInputStream().readNBytes(12), StandardCharsets.US_ASCII));
      // The slot is free again.
      eventually(SOON, () -> hasty.upload(of(user), FormPart.pdf("x")).expect(200));
    }
  }
}
