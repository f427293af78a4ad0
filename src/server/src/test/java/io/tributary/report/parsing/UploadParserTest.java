package io.tributary.report.parsing;

import static io.tributary.report.parsing.ReportParsingFixture.JOBS;
import static io.tributary.report.parsing.UploadFixtures.assertRejected;
import static io.tributary.report.parsing.UploadFixtures.names;
import static io.tributary.report.parsing.UploadFixtures.of;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
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

/** Accepted and rejected uploads with their error responses. */
class UploadParserTest extends UploadTestBase {
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 1};
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 1};

  @TempDir static Path otherData;

  private ReportParsingFixture reference;

  /** Starts a node on the same database with other limits. */
  @BeforeAll
  void other() {
    reference =
        seed.startPeer(
            "TRIBUTARY_REPORT_PRESET", "reference",
            "TRIBUTARY_REPORT_LIMITS_MAX_FILE_BYTES", "5000",
            "TRIBUTARY_REPORT_LIMITS_MAX_TOTAL_BYTES", "8000",
            "TRIBUTARY_REPORT_CLAIM_INTERVAL", "1h");
  }

  @AfterAll
  void noOther() {
    reference.close();
  }

  private void refusedWithoutTrace(int status, FormPart... parts) {
    long before = seed.jobs();
    assertRejected(status, seed.upload(parts));
    assertEquals(before, seed.jobs());
  }

  @Test
  void aReportBecomesAJobWhateverTheOrderOfTheParts() {
    for (FormPart[] parts :
        new FormPart[][] {
          {of(user), FormPart.pdf("1")},
          {FormPart.pdf("2"), of(user)},
          {
            FormPart.field("other", "x"),
            FormPart.pdf("3"),
            FormPart.field("needs_human_review", "no"),
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
    seed.upload(of(user), FormPart.file("image/jpeg", JPEG)).expect(200);
    seed.upload(of(user), FormPart.file("Image/PNG; q=1", PNG)).expect(200);
  }

  @Test
  void withoutAKeyOrTheSwitchNothingIsTaken() {
    assertRejected(
        401, seed.upload(Map.of("x-service-api-key", "sk_us_none"), of(user), FormPart.pdf("")));
    seed.switches("report_human_review");
    assertRejected(403, seed.upload(of(user), FormPart.pdf("")));
    assertRejected(403, seed.upload(FormPart.field("user_id", "x")));
    assertRejected(403, seed.get(JOBS + "/" + Ids.uuid()));
    assertRejected(403, seed.get(JOBS));
  }

  @Test
  void aFormMustBeOneAndBeWhole() {
    assertRejected(
        422, seed.send("POST", JOBS, "{}".getBytes(), Map.of("content-type", "application/json")));
    assertRejected(422, seed.send("POST", JOBS, new byte[0], Map.of()));
    assertRejected(422, seed.upload(Map.of("content-type", "multipart/form-data"), of(user)));
    assertRejected(
        422, seed.upload(Map.of("content-type", "multipart/form-data; boundary=x"), of(user)));
    refusedWithoutTrace(422, FormPart.pdf(""));
    refusedWithoutTrace(422, of(user));
    refusedWithoutTrace(422, of(user), FormPart.field("file", "%PDF-"));
    refusedWithoutTrace(422, FormPart.field("user_id", "7"), FormPart.pdf(""));
    refusedWithoutTrace(
        422, of(user), FormPart.field("needs_human_review", "perhaps"), FormPart.pdf(""));
    JsonNode all =
        assertRejected(
            422, seed.upload(FormPart.field("needs_human_review", ""), FormPart.field("x", "y")));
    assertEquals(3, all.size(), all.toString());
  }

  @Test
  void aFileIsReadUpToTheLimitOnly() {
    byte[] most = new byte[10 << 20];
    byte[] begin = "%PDF-".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(begin, 0, most, 0, begin.length);
    seed.upload(of(user), FormPart.file("application/pdf", most)).expect(200);
    byte[] more = java.util.Arrays.copyOf(most, most.length + 1);
    refusedWithoutTrace(413, of(user), FormPart.file("application/pdf", more));
    refusedWithoutTrace(413, FormPart.file("application/pdf", more), of(user));
    // Fields before the file are validated first.
    refusedWithoutTrace(
        422, FormPart.field("user_id", "7"), FormPart.file("application/pdf", more));
    // After this rejection the connection stays usable; the next request is invalid for another
    // reason.
    refusedWithoutTrace(404, of(Ids.uuid()), FormPart.pdf(""));
  }

  @Test
  void whatComesBesideTheFileHasItsLimits() {
    FormPart[] many = new FormPart[129];
    java.util.Arrays.fill(many, FormPart.field("other", "x"));
    refusedWithoutTrace(413, many);
    FormPart other = FormPart.field("other", "x".repeat(70_000));
    // The file limit of 10 MiB also applies to form fields, because the kind of part is not known
    // in advance.
    FormPart[] large = new FormPart[128];
    java.util.Arrays.fill(large, FormPart.field("other", "x".repeat(90_000)));
    refusedWithoutTrace(413, large);
    // Fields that were already read are validated first.
    many[0] = FormPart.field("user_id", "7");
    refusedWithoutTrace(422, many);
    seed.upload(of(user), other, FormPart.pdf("")).expect(200);
    refusedWithoutTrace(422, FormPart.field("user_id", user + " ".repeat(2000)), FormPart.pdf(""));
  }

  @Test
  void theSumHasALimitToo() {
    byte[] half = java.util.Arrays.copyOf(PNG, 4500);
    long before = seed.jobs();
    assertRejected(
        413,
        reference.upload(
            of(user), FormPart.file("image/png", half), FormPart.file("image/png", half)));
    assertRejected(
        413,
        reference.upload(of(user), FormPart.file("image/png", java.util.Arrays.copyOf(PNG, 5001))));
    assertEquals(before, seed.jobs());
  }

  @Test
  void aUserMustBeTheTeamsOwn() {
    refusedWithoutTrace(404, of(Ids.uuid()), FormPart.pdf(""));
    UUID deleted = seed.user();
    seed.db.query("update app_user set deleted_at = now() where id = $1", deleted);
    refusedWithoutTrace(404, of(deleted), FormPart.pdf(""));
    UUID elsewhere = seed.user();
    seed.db.query("update app_user set environment = 'production' where id = $1", elsewhere);
    refusedWithoutTrace(404, of(elsewhere), FormPart.pdf(""));
    // Checked before anything about the file.
    refusedWithoutTrace(404, of(Ids.uuid()), FormPart.file("text/plain", new byte[0]));
  }

  @Test
  void reviewIsForTeamsThatHaveIt() {
    FormPart review = FormPart.field("needs_human_review", "TRUE");
    assertTrue(
        seed.upload(of(user), review, FormPart.pdf(""))
            .expect(200)
            .json()
            .get("needs_human_review")
            .booleanValue());
    seed.switches("report_parsing");
    refusedWithoutTrace(400, of(user), review, FormPart.pdf(""));
    refusedWithoutTrace(404, of(Ids.uuid()), review, FormPart.pdf(""));
    seed.upload(of(user), FormPart.field("needs_human_review", "0"), FormPart.pdf("")).expect(200);
  }

  @Test
  void aFileOfAnotherTypeIsDescribed() {
    FormPart text = FormPart.file("application/pdf", "Glucose 5.1".getBytes());
    String unnamed =
        "The file is not a PDF: the content type is application/pdf, but the content looks like"
            + " text.";
    assertEquals(
        unnamed.replace("The file", "any.name"),
        assertRejected(400, seed.upload(of(user), text)).asText());
    // The reply to a request with an idempotency key is stored, so it omits the file name.
    Map<String, String> key = Map.of("x-idempotency-key", Ids.randomHex(8));
    assertEquals(unnamed, assertRejected(400, seed.upload(key, of(user), text)).asText());
  }

  @Test
  void theBytesMustBeOfTheTypeThatIsSaid() {
    refusedWithoutTrace(400, of(user), FormPart.file("application/pdf", new byte[0]));
    refusedWithoutTrace(400, of(user), FormPart.file(null, "%PDF-".getBytes()));
    refusedWithoutTrace(400, of(user), FormPart.file("text/plain", "%PDF-".getBytes()));
    refusedWithoutTrace(400, of(user), FormPart.file("image/gif", PNG));
    refusedWithoutTrace(400, of(user), FormPart.file("application/pdf", JPEG));
    refusedWithoutTrace(400, of(user), FormPart.file("image/png", JPEG));
    refusedWithoutTrace(400, of(user), FormPart.file("image/jpeg", PNG));
    refusedWithoutTrace(400, of(user), FormPart.file("image/jpeg", new byte[] {(byte) 0xff}));
  }

  @Test
  void oneFileBySeedAndEightImagesByTheReference() {
    FormPart png = FormPart.file("image/png", PNG);
    refusedWithoutTrace(400, of(user), png, png);
    List<FormPart> parts = new ArrayList<>(List.of(of(user)));
    for (int i = 0; i < 8; i++) {
      parts.add(i % 2 == 0 ? png : FormPart.file("image/jpeg", JPEG));
    }
    reference.upload(parts.toArray(FormPart[]::new)).expect(200);
    parts.add(png);
    long before = seed.jobs();
    assertRejected(400, reference.upload(parts.toArray(FormPart[]::new)));
    assertRejected(400, reference.upload(of(user), png, FormPart.pdf("")));
    byte[] broken = java.util.Arrays.copyOf(PNG, 60);
    System.arraycopy("unfit UNDECODABLE".getBytes(), 0, broken, 20, 17);
    assertRejected(400, reference.upload(of(user), png, FormPart.file("image/png", broken)));
    assertEquals(before, seed.jobs());
    // On its own it becomes a job, which fails when it is read.
    reference.upload(of(user), FormPart.file("image/png", broken)).expect(200);
  }

  @Test
  void aPdfMustOpenAndHaveNotTooManyPages() {
    Set<String> details = new TreeSet<>();
    for (String content : List.of("UNREADABLE", "ENCRYPTED", "TOO_MANY_PAGES")) {
      details.add(
          assertRejected(400, seed.upload(of(user), FormPart.pdf("unfit " + content))).textValue());
    }
    assertEquals(3, details.size());
    refusedWithoutTrace(400, of(user), FormPart.pdf("31 pages"));
    refusedWithoutTrace(503, of(user), FormPart.pdf("no reader"));
  }

  @Test
  void whatIsKeptIsSealedAndComesBackAsItWas() throws Exception {
    byte[] large = new byte[(2 << 20) + 12345];
    new java.util.Random(7).nextBytes(large);
    System.arraycopy("%PDF-".getBytes(), 0, large, 0, 5);
    UUID id =
        UUID.fromString(
            seed.upload(of(user), FormPart.file("application/pdf", large))
                .expect(200)
                .json()
                .get("id")
                .textValue());
    FileStore store = new FileStore(new Encryption(new byte[32]));
    Path out = Files.createDirectory(otherData.resolve("out"));
    List<Path> files = store.fetch(seed.db, id, out);
    assertArrayEquals(large, Files.readAllBytes(files.getFirst()));
    byte[] kept =
        io.tributary.db.RowMapping.bytes(
            seed.db
                .query("select bytes from parsing_job_file where job_id = $1 and chunk = 0", id)
                .iterator()
                .next(),
            "bytes");
    assertFalse(new String(kept, StandardCharsets.ISO_8859_1).contains("%PDF-"));
    // Every missing chunk is detected.
    assertEquals(true, seed.db.tx(tx -> store.isComplete(tx, id)));
    for (int chunk : new int[] {2, 1}) {
      seed.db.query("delete from parsing_job_file where job_id = $1 and chunk = $2", id, chunk);
      Path again = Files.createDirectory(otherData.resolve("again" + chunk));
      assertThrows(IllegalStateException.class, () -> store.fetch(seed.db, id, again));
      assertEquals(false, seed.db.tx(tx -> store.isComplete(tx, id)));
    }
  }
}
