package io.tributary.report.job;

import static io.tributary.harness.Eventually.eventually;
import static io.tributary.report.job.ReportWorld.JOBS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ReportConfig;
import io.tributary.harness.Answer;
import io.tributary.http.Multipart;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import io.tributary.report.job.ReportWorld.Part;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which uploads are taken, and what the others are told: lab-report-parsing.md §2. */
class UploadTest {
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1};
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1};

  @TempDir static Path data;
  @TempDir static Path otherData;

  private static ReportWorld seed;
  private static ReportWorld reference;
  private static UUID user;

  @BeforeAll
  static void open() {
    seed =
        ReportWorld.open(
            data,
            "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY",
            "1h",
            "TRIBUTARY_REPORT_PARSING_INTAKE_PER_TEAM",
            "50");
    // The same database, other limits.
    reference =
        seed.another(
            "TRIBUTARY_REPORT_PARSING_PRESET", "reference",
            "TRIBUTARY_REPORT_PARSING_LIMITS_MAX_FILE_BYTES", "5000",
            "TRIBUTARY_REPORT_PARSING_LIMITS_MAX_TOTAL_BYTES", "8000",
            "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY", "1h");
    user = seed.user();
  }

  @AfterAll
  static void close() {
    reference.close();
    seed.close();
    assertEquals(List.of(), seed.leftovers());
  }

  @BeforeEach
  void switchedOn() {
    seed.switches("report_parsing", "report_human_review");
  }

  private static Part of(UUID u) {
    return Part.field("user_id", u.toString());
  }

  /** Nothing comes of it, and the answer tells why. */
  private static JsonNode refused(int status, Answer answer) {
    assertEquals(status, answer.status(), answer.text());
    assertEquals(Set.of("detail"), names(answer.json()));
    return answer.json().get("detail");
  }

  private static Set<String> names(JsonNode object) {
    Set<String> out = new TreeSet<>();
    object.fieldNames().forEachRemaining(out::add);
    return out;
  }

  private static void refusedWithoutTrace(int status, Part... parts) {
    long before = seed.jobs();
    refused(status, seed.upload(parts));
    assertEquals(before, seed.jobs());
  }

  @Test
  void aReportBecomesAJobWhateverTheOrderOfTheParts() {
    for (Part[] parts :
        new Part[][] {
          {of(user), Part.pdf("1")},
          {Part.pdf("2"), of(user)},
          {
            Part.field("other", "x"),
            Part.pdf("3"),
            Part.field("needs_human_review", "no"),
            of(user)
          }
        }) {
      JsonNode job = seed.upload(parts).expect(200).json();
      assertEquals(
          Set.of("id", "status", "failure_reason", "data", "needs_human_review", "is_reviewed"),
          names(job));
      assertEquals("upload_pending", job.get("status").textValue());
      assertTrue(job.get("data").isNull());
      assertTrue(job.get("failure_reason").isNull());
      assertFalse(job.get("needs_human_review").booleanValue());
      assertFalse(job.get("is_reviewed").booleanValue());
    }
  }

  @Test
  void imagesAreTakenAndLookedIntoLater() {
    seed.upload(of(user), Part.file("image/jpeg", JPEG)).expect(200);
    seed.upload(of(user), Part.file("Image/PNG; q=1", PNG)).expect(200);
  }

  @Test
  void withoutAKeyOrTheSwitchNothingIsTaken() {
    refused(401, seed.upload(Map.of("x-service-api-key", "sk_us_none"), of(user), Part.pdf("")));
    seed.switches("report_human_review");
    refused(403, seed.upload(of(user), Part.pdf("")));
    refused(403, seed.upload(Part.field("user_id", "x")));
    refused(403, seed.get(JOBS + "/" + Ids.uuid()));
    refused(403, seed.get(JOBS));
  }

  @Test
  void aFormMustBeOneAndBeWhole() {
    refused(
        422, seed.send("POST", JOBS, "{}".getBytes(), Map.of("content-type", "application/json")));
    refused(422, seed.send("POST", JOBS, new byte[0], Map.of()));
    refused(422, seed.upload(Map.of("content-type", "multipart/form-data"), of(user)));
    refused(422, seed.upload(Map.of("content-type", "multipart/form-data; boundary=x"), of(user)));
    refusedWithoutTrace(422, Part.pdf(""));
    refusedWithoutTrace(422, of(user));
    refusedWithoutTrace(422, of(user), Part.field("file", "%PDF-"));
    refusedWithoutTrace(422, Part.field("user_id", "7"), Part.pdf(""));
    refusedWithoutTrace(422, of(user), Part.field("needs_human_review", "perhaps"), Part.pdf(""));
    JsonNode all =
        refused(422, seed.upload(Part.field("needs_human_review", ""), Part.field("x", "y")));
    assertEquals(3, all.size(), all.toString());
  }

  @Test
  void aFileIsReadUpToTheLimitOnly() {
    byte[] most = new byte[10 << 20];
    byte[] begin = "%PDF-".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(begin, 0, most, 0, begin.length);
    seed.upload(of(user), Part.file("application/pdf", most)).expect(200);
    byte[] more = java.util.Arrays.copyOf(most, most.length + 1);
    refusedWithoutTrace(413, of(user), Part.file("application/pdf", more));
    refusedWithoutTrace(413, Part.file("application/pdf", more), of(user));
    // What came before the file is judged first.
    refusedWithoutTrace(422, Part.field("user_id", "7"), Part.file("application/pdf", more));
    // Who is told so may go on with the same connection, and with another user's mistake.
    refusedWithoutTrace(404, of(Ids.uuid()), Part.pdf(""));
  }

  @Test
  void whatComesBesideTheFileHasItsLimits() {
    Part[] many = new Part[129];
    java.util.Arrays.fill(many, Part.field("other", "x"));
    refusedWithoutTrace(413, many);
    Part other = Part.field("other", "x".repeat(70_000));
    // 10 MiB of the files are free for the form too, as nobody knows yet what comes.
    Part[] large = new Part[128];
    java.util.Arrays.fill(large, Part.field("other", "x".repeat(90_000)));
    refusedWithoutTrace(413, large);
    // What has been read of the fields is judged first.
    many[0] = Part.field("user_id", "7");
    refusedWithoutTrace(422, many);
    seed.upload(of(user), other, Part.pdf("")).expect(200);
    refusedWithoutTrace(422, Part.field("user_id", user + " ".repeat(2000)), Part.pdf(""));
  }

  @Test
  void ofFilesThatAreTooManyNothingIsKept() throws Exception {
    Part pdf = Part.pdf("x");
    Multipart form = Multipart.of("multipart/form-data; boundary=cut");
    try (ReportFiles.Folder folder = new ReportFiles(otherData, "n").folder()) {
      form.feed(
          Buffer.buffer(ReportWorld.form(of(user), pdf, pdf, pdf)),
          new Upload(folder, new ReportConfig.Limits(100, 2, 100, 30, 1)));
      try (var kept = Files.list(folder.path())) {
        assertEquals(2, kept.count());
      }
    }
  }

  /** A connection on which so much of this upload, which is as long as it is, has been sent. */
  private static Socket sent(byte[] body, int bytes) throws Exception {
    Socket s = new Socket("127.0.0.1", seed.port());
    OutputStream out = s.getOutputStream();
    out.write(
        ("POST "
                + JOBS
                + " HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
                + seed.first.apiKey()
                + "\r\ncontent-type: multipart/form-data; boundary=cut\r\ncontent-length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    out.write(body, 0, Math.min(bytes, body.length));
    out.flush();
    return s;
  }

  @Test
  void theSumHasALimitToo() {
    byte[] half = java.util.Arrays.copyOf(PNG, 4500);
    long before = seed.jobs();
    refused(
        413,
        reference.upload(of(user), Part.file("image/png", half), Part.file("image/png", half)));
    refused(
        413,
        reference.upload(of(user), Part.file("image/png", java.util.Arrays.copyOf(PNG, 5001))));
    assertEquals(before, seed.jobs());
  }

  @Test
  void aSenderWhoAsksFirstIsToldFirst() throws Exception {
    assertEquals("HTTP/1.1 413", asked(200L << 20, seed.first.apiKey()));
    assertEquals("HTTP/1.1 401", asked(100, "sk_us_none"));
    assertEquals("HTTP/1.1 100", asked(100, seed.first.apiKey()));
  }

  /** The first answer to a request that waits with its body. */
  private static String asked(long length, String key) throws Exception {
    try (Socket s = new Socket("127.0.0.1", seed.port())) {
      s.setSoTimeout(20_000);
      OutputStream out = s.getOutputStream();
      out.write(
          ("POST "
                  + JOBS
                  + " HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
                  + key
                  + "\r\nexpect: 100-continue\r\ncontent-type: multipart/form-data; boundary=cut"
                  + "\r\ncontent-length: "
                  + length
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = s.getInputStream();
      return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aUserMustBeTheTeamsOwn() {
    refusedWithoutTrace(404, of(Ids.uuid()), Part.pdf(""));
    UUID deleted = seed.user();
    seed.db.query("update app_user set deleted_at = now() where id = $1", deleted);
    refusedWithoutTrace(404, of(deleted), Part.pdf(""));
    UUID elsewhere = seed.user();
    seed.db.query("update app_user set environment = 'production' where id = $1", elsewhere);
    refusedWithoutTrace(404, of(elsewhere), Part.pdf(""));
    // Before anything about the file.
    refusedWithoutTrace(404, of(Ids.uuid()), Part.file("text/plain", new byte[0]));
  }

  @Test
  void reviewIsForTeamsThatHaveIt() {
    Part review = Part.field("needs_human_review", "TRUE");
    assertTrue(
        seed.upload(of(user), review, Part.pdf(""))
            .expect(200)
            .json()
            .get("needs_human_review")
            .booleanValue());
    seed.switches("report_parsing");
    refusedWithoutTrace(400, of(user), review, Part.pdf(""));
    refusedWithoutTrace(404, of(Ids.uuid()), review, Part.pdf(""));
    seed.upload(of(user), Part.field("needs_human_review", "0"), Part.pdf("")).expect(200);
  }

  @Test
  void theBytesMustBeOfTheTypeThatIsSaid() {
    refusedWithoutTrace(400, of(user), Part.file("application/pdf", new byte[0]));
    refusedWithoutTrace(400, of(user), Part.file(null, "%PDF-".getBytes()));
    refusedWithoutTrace(400, of(user), Part.file("text/plain", "%PDF-".getBytes()));
    refusedWithoutTrace(400, of(user), Part.file("image/gif", PNG));
    refusedWithoutTrace(400, of(user), Part.file("application/pdf", JPEG));
    refusedWithoutTrace(400, of(user), Part.file("image/png", JPEG));
    refusedWithoutTrace(400, of(user), Part.file("image/jpeg", PNG));
    refusedWithoutTrace(400, of(user), Part.file("image/jpeg", new byte[] {(byte) 0xff}));
  }

  @Test
  void oneFileBySeedAndEightImagesByTheReference() {
    Part png = Part.file("image/png", PNG);
    refusedWithoutTrace(400, of(user), png, png);
    List<Part> parts = new ArrayList<>(List.of(of(user)));
    for (int i = 0; i < 8; i++) {
      parts.add(i % 2 == 0 ? png : Part.file("image/jpeg", JPEG));
    }
    reference.upload(parts.toArray(Part[]::new)).expect(200);
    parts.add(png);
    long before = seed.jobs();
    refused(400, reference.upload(parts.toArray(Part[]::new)));
    refused(400, reference.upload(of(user), png, Part.pdf("")));
    byte[] broken = java.util.Arrays.copyOf(PNG, 60);
    System.arraycopy("unfit UNDECODABLE".getBytes(), 0, broken, 20, 17);
    refused(400, reference.upload(of(user), png, Part.file("image/png", broken)));
    assertEquals(before, seed.jobs());
    // Alone it is a job, which fails when it is read.
    reference.upload(of(user), Part.file("image/png", broken)).expect(200);
  }

  @Test
  void aPdfMustOpenAndHaveNotTooManyPages() {
    Set<String> details = new TreeSet<>();
    for (String content : List.of("UNREADABLE", "ENCRYPTED", "TOO_MANY_PAGES")) {
      details.add(refused(400, seed.upload(of(user), Part.pdf("unfit " + content))).textValue());
    }
    assertEquals(3, details.size());
    refusedWithoutTrace(400, of(user), Part.pdf("31 pages"));
    refusedWithoutTrace(503, of(user), Part.pdf("no reader"));
  }

  @Test
  void whatIsKeptIsSealedAndComesBackAsItWas() throws Exception {
    byte[] large = new byte[(2 << 20) + 12345];
    new java.util.Random(7).nextBytes(large);
    System.arraycopy("%PDF-".getBytes(), 0, large, 0, 5);
    UUID id =
        UUID.fromString(
            seed.upload(of(user), Part.file("application/pdf", large))
                .expect(200)
                .json()
                .get("id")
                .textValue());
    FileStore store = new FileStore(new Secrets(new byte[32]));
    Path out = Files.createDirectory(otherData.resolve("out"));
    List<Path> files = store.fetch(seed.db, id, out);
    assertArrayEquals(large, Files.readAllBytes(files.getFirst()));
    byte[] kept =
        io.tributary.db.Rows.bytes(
            seed.db
                .query("select bytes from parsing_job_file where job_id = $1 and chunk = 0", id)
                .iterator()
                .next(),
            "bytes");
    assertFalse(new String(kept, StandardCharsets.ISO_8859_1).contains("%PDF-"));
    // Any piece that is gone is missed.
    assertEquals(true, seed.db.tx(tx -> store.whole(tx, id)));
    for (int chunk : new int[] {2, 1}) {
      seed.db.query("delete from parsing_job_file where job_id = $1 and chunk = $2", id, chunk);
      Path again = Files.createDirectory(otherData.resolve("again" + chunk));
      assertThrows(IllegalStateException.class, () -> store.fetch(seed.db, id, again));
      assertEquals(false, seed.db.tx(tx -> store.whole(tx, id)));
    }
  }

  @Test
  void theSameKeyIsOneJob() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.hex(8));
    long before = seed.jobs();
    Answer first = seed.upload(key, of(user), Part.pdf("a")).expect(200);
    Answer second = seed.upload(key, Part.pdf("a"), of(user)).expect(200);
    assertEquals(first.json(), second.json());
    assertEquals(before + 1, seed.jobs());
    refused(409, seed.upload(key, of(user), Part.pdf("b")));
    refused(409, seed.upload(key, of(seed.user()), Part.pdf("a")));
    assertNotEquals(first.json().get("id"), seed.upload(of(user), Part.pdf("a")).json().get("id"));
    refused(
        422, seed.upload(Map.of("x-idempotency-key", "x".repeat(256)), of(user), Part.pdf("a")));
  }

  @Test
  void aRefusalIsKeptUnlessTheCallerSaysOtherwise() {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.hex(8));
    Part review = Part.field("needs_human_review", "true");
    seed.switches("report_parsing");
    JsonNode detail = refused(400, seed.upload(key, of(user), review, Part.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    assertEquals(detail, refused(400, seed.upload(key, of(user), review, Part.pdf("k"))));
    Map<String, String> fresh =
        Map.of("x-idempotency-key", Ids.hex(8), "x-idempotency-error", "no-cache");
    seed.switches("report_parsing");
    refused(400, seed.upload(fresh, of(user), review, Part.pdf("k")));
    seed.switches("report_parsing", "report_human_review");
    seed.upload(fresh, of(user), review, Part.pdf("k")).expect(200);
    // 422 is never kept.
    Map<String, String> third = Map.of("x-idempotency-key", Ids.hex(8));
    refused(422, seed.upload(third, of(user)));
    seed.upload(third, of(user), Part.pdf("k")).expect(200);
  }

  @Test
  void twinsMakeOneJob() throws Exception {
    Map<String, String> key = Map.of("x-idempotency-key", Ids.hex(8));
    Set<String> ids = new TreeSet<>();
    for (Answer a : atOnce(8, i -> seed.upload(key, of(user), Part.pdf("twin")))) {
      assertTrue(a.status() == 200 || a.status() == 409, a.text());
      if (a.status() == 200) {
        ids.add(a.json().get("id").textValue());
      }
    }
    assertEquals(1, ids.size());
  }

  @Test
  void fiftyAtOnceAreFiftyJobs() throws Exception {
    Set<String> ids = new TreeSet<>();
    for (Answer a : atOnce(50, i -> seed.upload(of(user), Part.pdf("x".repeat(50_000) + i)))) {
      ids.add(a.expect(200).json().get("id").textValue());
    }
    assertEquals(50, ids.size());
  }

  private interface Call {
    Answer with(int i);
  }

  private static List<Answer> atOnce(int n, Call call) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> out = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int me = i;
        out.add(threads.submit(() -> call.with(me)));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> f : out) {
        answers.add(f.get());
      }
      return answers;
    }
  }

  @Test
  void aSenderWhoGoesLeavesNothing() throws Exception {
    long before = seed.jobs();
    byte[] body = ReportWorld.form(of(user), Part.pdf("x".repeat(100_000)));
    try (Socket s = sent(body, 50_000)) {
      eventually(Duration.ofSeconds(10), () -> assertFalse(seed.leftovers().isEmpty()));
    }
    eventually(Duration.ofSeconds(10), () -> assertEquals(List.of(), seed.leftovers()));
    assertEquals(before, seed.jobs());
  }

  @Test
  void aDiskThatTakesNothingIsNotTheCallersFault() throws Exception {
    Path file = Files.createFile(otherData.resolve("no-folder"));
    try (ReportWorld full =
        seed.another("TRIBUTARY_DATA_DIR", file.toString(), "TRIBUTARY_NODE_NAME", "full")) {
      refused(503, full.upload(of(user), Part.pdf("")));
    }
    try (ReportWorld tight =
        seed.another("TRIBUTARY_REPORT_PARSING_KEEP_FREE", Long.toString(Long.MAX_VALUE))) {
      refused(503, tight.upload(of(user), Part.pdf("")));
    }
  }
}
