package io.tributary.report.parsing;

import static io.tributary.report.parsing.ReportWorld.JOBS;
import static io.tributary.report.parsing.Uploads.names;
import static io.tributary.report.parsing.Uploads.of;
import static io.tributary.report.parsing.Uploads.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.report.parsing.ReportWorld.Part;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which uploads are taken, and what the others are told: lab-report-parsing.md §2. */
class UploadParserTest extends UploadWorld {
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1};
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1};

  @TempDir static Path otherData;

  private ReportWorld reference;

  /** The same database, other limits. */
  @BeforeAll
  void other() {
    reference =
        seed.another(
            "TRIBUTARY_REPORT_PARSING_PRESET", "reference",
            "TRIBUTARY_REPORT_PARSING_LIMITS_MAX_FILE_BYTES", "5000",
            "TRIBUTARY_REPORT_PARSING_LIMITS_MAX_TOTAL_BYTES", "8000",
            "TRIBUTARY_REPORT_PARSING_CLAIM_EVERY", "1h");
  }

  @AfterAll
  void noOther() {
    reference.close();
  }

  private void refusedWithoutTrace(int status, Part... parts) {
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
    FileStore store = new FileStore(new Encryption(new byte[32]));
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
    assertEquals(true, seed.db.tx(tx -> store.isComplete(tx, id)));
    for (int chunk : new int[] {2, 1}) {
      seed.db.query("delete from parsing_job_file where job_id = $1 and chunk = $2", id, chunk);
      Path again = Files.createDirectory(otherData.resolve("again" + chunk));
      assertThrows(IllegalStateException.class, () -> store.fetch(seed.db, id, again));
      assertEquals(false, seed.db.tx(tx -> store.isComplete(tx, id)));
    }
  }
}
