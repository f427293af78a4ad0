package io.tributary.report.parsing;

import static io.tributary.report.parsing.ReportParsingFixture.JOBS;
import static io.tributary.report.parsing.UploadFixtures.assertRejected;
import static io.tributary.report.parsing.UploadFixtures.concurrently;
import static io.tributary.report.parsing.UploadFixtures.of;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.config.ReportConfig;
import io.tributary.http.Multipart;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestResponse;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupted and concurrent uploads, and full disks. */
class InterruptedUploadTest extends UploadTestBase {
  @TempDir static Path otherData;

  @Test
  void aSenderWhoAsksFirstIsToldFirst() throws Exception {
    assertEquals("HTTP/1.1 413", firstResponse(200L << 20, seed.first.apiKey()));
    assertEquals("HTTP/1.1 401", firstResponse(100, "sk_us_none"));
    assertEquals("HTTP/1.1 100", firstResponse(100, seed.first.apiKey()));
  }

  /** Returns the first response to a request that has not sent its body yet. */
  private String firstResponse(long length, String key) throws Exception {
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
  void aSenderWhoGoesLeavesNothing() throws Exception {
    long before = seed.jobs();
    byte[] body = ReportParsingFixture.form(of(user), FormPart.pdf("x".repeat(100_000)));
    try (Socket s = openPartialUpload(body, 50_000)) {
      eventually(Duration.ofSeconds(25), () -> assertFalse(seed.remainingFiles().isEmpty()));
    }
    // At the latest when the timeout for idle clients has passed.
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), seed.remainingFiles()));
    assertEquals(before, seed.jobs());
  }

  /**
   * Opens a connection and sends the first {@code bytes} bytes of this upload with its full
   * Content-Length.
   */
  private Socket openPartialUpload(byte[] body, int bytes) throws Exception {
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
  void fiftyAtOnceAreFiftyJobs() throws Exception {
    Set<String> ids = new TreeSet<>();
    for (TestResponse a :
        concurrently(50, i -> seed.upload(of(user), FormPart.pdf("x".repeat(50_000) + i)))) {
      ids.add(a.expect(200).json().get("id").textValue());
    }
    assertEquals(50, ids.size());
  }

  @Test
  void ofFilesThatAreTooManyNothingIsKept() throws Exception {
    FormPart pdf = FormPart.pdf("x");
    Multipart form = Multipart.of("multipart/form-data; boundary=cut");
    try (ReportFiles.TempFolder folder = new ReportFiles(otherData, "n").folder()) {
      form.feed(
          Buffer.buffer(ReportParsingFixture.form(of(user), pdf, pdf, pdf)),
          new UploadParser(folder, new ReportConfig.Limits(100, 2, 100, 30, 1)));
      try (var kept = Files.list(folder.path())) {
        assertEquals(2, kept.count());
      }
    }
  }

  @Test
  void aDiskThatTakesNothingIsNotTheCallersFault() throws Exception {
    Path file = Files.createFile(otherData.resolve("no-folder"));
    try (ReportParsingFixture full =
        seed.startPeer("TRIBUTARY_DATA_DIR", file.toString(), "TRIBUTARY_NODE_NAME", "full")) {
      assertRejected(503, full.upload(of(user), FormPart.pdf("")));
    }
    try (ReportParsingFixture tight =
        seed.startPeer("TRIBUTARY_REPORT_MIN_FREE_BYTES", Long.toString(Long.MAX_VALUE))) {
      assertRejected(503, tight.upload(of(user), FormPart.pdf("")));
    }
  }
}
