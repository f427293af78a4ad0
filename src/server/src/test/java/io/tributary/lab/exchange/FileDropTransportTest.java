package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Environment;
import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDropTransportTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path root;
  private TestNode node;
  private FileDropTransport transport;

  @BeforeEach
  void start() throws IOException {
    node = TestNode.start();
    Files.createDirectories(root.resolve("in"));
    LabConnectionProfile link =
        new LabConnectionProfile(
            "files",
            LabConnectionProfile.LabTransportKind.FILES,
            Environment.PRODUCTION,
            Set.of("tamberline"),
            Map.of(),
            Hl7Profile.defaults("TRIBUTARY", "LIS", "tamberline"),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new LabConnectionProfile.Folders(
                    root.resolve("out"), root.resolve("in"), root.resolve("done"))),
            Optional.empty(),
            true);
    ExchangeMetrics meters = new ExchangeMetrics(new Metrics());
    transport =
        new FileDropTransport(
            node.vertx(),
            link,
            new LabMessageReceiver(node.db(), new MessageEncryption(node.secrets()), meters),
            meters,
            Duration.ofMillis(50));
    transport.start();
  }

  @AfterEach
  void stop() {
    transport.close();
    node.close();
  }

  private static String message(String id) {
    return "MSH|^~\\&|LIS|tamberline|T|1|20260101||ORU^R01|" + id + "|P|2.5.1\rPID|1\r";
  }

  /** Puts a file into the folder with a timestamp one hour ago. */
  private void dropFile(String name, String text) throws IOException {
    Path part = root.resolve("in").resolve("." + name);
    Files.writeString(part, text, StandardCharsets.ISO_8859_1);
    Files.setLastModifiedTime(part, FileTime.from(Instant.now().minusSeconds(3600)));
    Files.move(part, root.resolve("in").resolve(name));
  }

  private long stored() {
    return node.db()
        .query("select count(*) as n from lab_message where connection_name = 'files'")
        .iterator()
        .next()
        .getLong("n");
  }

  private List<String> names(String folder) {
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Test
  void anOrderIsOneFileHoweverOftenItIsSent() throws Exception {
    byte[] order = "MSH|^~\\&|T\r".getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2; i++) {
      LabAck heard =
          transport
              .send("C1", order)
              .toCompletionStage()
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS);
      assertEquals(NextStep.DELIVERED, heard.next());
    }
    assertEquals(List.of("C1.hl7"), names("out"));
    assertArrayEquals(order, Files.readAllBytes(root.resolve("out/C1.hl7")));
  }

  @Test
  void aBatchIsStoredMessageByMessageAndOnce() throws Exception {
    String batch = "BHS|^~\\&|x\r" + message("1") + message("2") + "BTS|2\r";
    dropFile("a.hl7", batch);
    Eventually.eventually(SOON, () -> assertEquals(List.of("a.hl7"), names("done")));
    assertEquals(2, stored());
    dropFile("b.hl7", batch + message("3"));
    Eventually.eventually(SOON, () -> assertEquals(List.of("a.hl7", "b.hl7"), names("done")));
    assertEquals(3, stored());
    assertEquals(List.of(), names("in"));
  }

  @Test
  void whatMakesNoSenseIsPutAsideWhole() throws Exception {
    dropFile("bad.hl7", message("1") + message("2").replace("|P|", "|T|"));
    dropFile("worse.hl7", "nonsense");
    Eventually.eventually(
        SOON, () -> assertEquals(List.of("bad.hl7.refused", "worse.hl7.refused"), names("done")));
    assertEquals(0, stored());
  }

  @Test
  void aFileThatIsStillWrittenStays() throws Exception {
    Path open = root.resolve("in/open.hl7");
    Files.writeString(open, message("9"));
    Files.setLastModifiedTime(open, FileTime.from(Instant.now().plusSeconds(3600)));
    dropFile("whole.hl7", message("8"));
    Eventually.eventually(SOON, () -> assertEquals(List.of("whole.hl7"), names("done")));
    assertEquals(List.of("open.hl7"), names("in"));
    assertEquals(1, stored());
  }

  @Test
  void aFileThatCannotBeReadHoldsUpNoOther() throws Exception {
    // Reading this file causes an I/O error.
    Files.createSymbolicLink(root.resolve("in/a.hl7"), Path.of("/proc/self/mem"));
    dropFile("b.hl7", message("1"));
    Eventually.eventually(SOON, () -> assertEquals(List.of("b.hl7"), names("done")));
    Eventually.eventually(
        SOON, () -> assertEquals(List.of("a.hl7", "a.hl7.reason"), names("in/refused")));
    assertEquals(
        "the file cannot be read: IOException",
        Files.readString(root.resolve("in/refused/a.hl7.reason")));
    assertEquals(List.of("refused"), names("in"));
    assertEquals(1, stored());
  }

  @Test
  void aFileThatCannotBeStoredHoldsUpNoOther() throws Exception {
    node.db()
        .query(
            "alter table lab_message add constraint trip check (control_id <> '1' or"
                + " connection_name <> 'files')");
    dropFile("a.hl7", message("1"));
    dropFile("b.hl7", message("2"));
    Eventually.eventually(SOON, () -> assertEquals(List.of("b.hl7"), names("done")));
    assertEquals(List.of("a.hl7"), names("in"));
    assertEquals(1, stored());
  }

  @Test
  void anotherFileOfTheSameNameDoesNotTakeThePlaceOfTheFirst() throws Exception {
    dropFile("day.hl7", "nonsense");
    Eventually.eventually(SOON, () -> assertEquals(List.of("day.hl7.refused"), names("done")));
    dropFile("day.hl7", "more nonsense");
    Eventually.eventually(
        SOON, () -> assertEquals(List.of("day.hl7.refused", "day.hl7.refused.2"), names("done")));
    assertEquals("nonsense", Files.readString(root.resolve("done/day.hl7.refused")));
    assertEquals(
        "SEGMENT_SEQUENCE MSH", Files.readString(root.resolve("in/refused/day.hl7.reason")));
  }
}
