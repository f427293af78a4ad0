package io.tributary.report.job;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.harness.Answer;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Refusal;
import io.tributary.report.job.ReportWorld.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Uploads leave the node enough of what others need too. */
class UploadShareTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  @TempDir static Path data;

  private static ReportWorld world;
  private static UUID user;

  @BeforeAll
  static void open() {
    world =
        ReportWorld.open(
            data,
            "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY",
            "1h",
            "TRIBUTARY_REPORT_PARSING_INTAKE_PER_TEAM",
            "5",
            "TRIBUTARY_REPORT_PARSING_INTAKE_STORE_WAIT",
            "300ms");
    user = world.user();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static Part of(UUID u) {
    return Part.field("user_id", u.toString());
  }

  /** The answer to an upload that has a place: another test may still hold some for a moment. */
  private static Answer placed() {
    Answer answer = world.upload(of(user), Part.pdf("x"));
    return answer.status() == 429 ? placed() : answer;
  }

  private static void busy(int status, Answer answer) {
    assertEquals(status, answer.status(), answer.text());
    assertTrue(Integer.parseInt(answer.header("retry-after")) >= 1);
  }

  @Test
  void whatIsBeingStoredLeavesMostConnectionsFree() throws Exception {
    ConcurrentLinkedQueue<Answer> told = new ConcurrentLinkedQueue<>();
    List<Thread> senders = new ArrayList<>();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    // Uploads of a sandbox wait for this row, each with its connection.
    Thread holder =
        Thread.ofVirtual()
            .start(
                () ->
                    world.db.tx(
                        tx -> {
                          tx.query("select 1 from team_environment for update");
                          held.countDown();
                          try {
                            return go.await(30, java.util.concurrent.TimeUnit.SECONDS);
                          } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                          }
                        }));
    held.await();
    for (int i = 0; i < 5; i++) {
      senders.add(Thread.ofVirtual().start(() -> told.add(placed())));
    }
    try {
      eventually(SOON, () -> assertEquals(3, told.size()));
      told.forEach(a -> busy(503, a));
    } finally {
      go.countDown();
    }
    holder.join();
    for (Thread t : senders) {
      t.join();
    }
    assertEquals(2, told.stream().filter(a -> a.status() == 200).count());
  }

  /** A connection on which an upload has begun. */
  private static Socket begun(ReportWorld at) {
    try {
      Socket s = new Socket("127.0.0.1", at.port());
      s.setSoTimeout(20_000);
      s.getOutputStream()
          .write(
              ("POST "
                      + ReportWorld.JOBS
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
  void aTeamHasAShareOfThePlaces() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 5; i++) {
        slow.add(begun(world));
      }
      eventually(
          SOON,
          () -> {
            // Another test may have held a place for a moment, so that one of these was refused.
            slow.add(begun(world));
            busy(429, world.upload(of(user), Part.pdf("x")));
          });
    } finally {
      for (Socket s : slow) {
        s.close();
      }
    }
    eventually(SOON, () -> world.upload(of(user), Part.pdf("x")).expect(200));
  }

  @Test
  void whatOneTeamLeavesIsForTheOthers() {
    UploadPlaces places = new UploadPlaces(3, 2);
    UUID one = Ids.uuid();
    UploadPlaces.Place first = places.enter(one);
    places.enter(one);
    assertEquals(Refusal.Reason.TOO_MANY, refused(() -> places.enter(one)));
    places.enter(Ids.uuid());
    assertEquals(Refusal.Reason.UNAVAILABLE, refused(() -> places.enter(Ids.uuid())));
    first.close();
    first.close();
    places.enter(one);
    assertEquals(Refusal.Reason.UNAVAILABLE, refused(() -> places.enter(Ids.uuid())));
  }

  @Test
  void roomThatIsPromisedIsNotPromisedAgain() {
    UploadPlaces places = new UploadPlaces(9, 9);
    UploadPlaces.Place first = places.enter(user);
    UploadPlaces.Place second = places.enter(user);
    first.reserve(10, 25, 10);
    assertEquals(Refusal.Reason.UNAVAILABLE, refused(() -> second.reserve(10, 25, 10)));
    second.reserve(5, 25, 10);
    first.close();
    places.enter(user).reserve(10, 25, 10);
    assertEquals(Refusal.Reason.UNAVAILABLE, refused(() -> second.reserve(1, 25, 10)));
    assertEquals(
        Refusal.Reason.UNAVAILABLE, refused(() -> places.enter(user).reserve(1, 9, 1L << 62)));
  }

  @Test
  void aFolderThatCannotBeRemovedSpoilsNothing() throws Exception {
    ReportFiles.Folder folder = new ReportFiles(data, "other").folder();
    Files.delete(folder.path());
    assertDoesNotThrow(folder::close);
  }

  private static Refusal.Reason refused(Executable work) {
    return assertThrows(Refusal.class, work).reason();
  }

  @Test
  void whoSendsByteByByteIsNotWaitedForForEver() throws Exception {
    try (ReportWorld hasty =
            world.another(
                "TRIBUTARY_REPORT_PARSING_INTAKE_PATIENCE", "300ms",
                "TRIBUTARY_REPORT_PARSING_INTAKE_PER_TEAM", "1",
                "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY", "1h");
        Socket s = begun(hasty)) {
      for (int i = 0; i < 200 && s.getInputStream().available() == 0; i++) {
        s.getOutputStream().write('-');
        Thread.sleep(20);
      }
      assertTrue(s.getInputStream().available() > 0, "no answer");
      assertEquals(
          "HTTP/1.1 400", new String(s.getInputStream().readNBytes(12), StandardCharsets.US_ASCII));
      // The place is free again.
      eventually(SOON, () -> hasty.upload(of(user), Part.pdf("x")).expect(200));
    }
  }
}
