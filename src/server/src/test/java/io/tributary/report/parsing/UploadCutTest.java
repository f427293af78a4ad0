package io.tributary.report.parsing;

import static io.tributary.report.parsing.ReportWorld.JOBS;
import static io.tributary.report.parsing.Uploads.atOnce;
import static io.tributary.report.parsing.Uploads.of;
import static io.tributary.report.parsing.Uploads.refused;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.config.ReportConfig;
import io.tributary.http.Multipart;
import io.tributary.report.parsing.ReportWorld.Part;
import io.tributary.testkit.Answer;
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

/** Uploads that are broken off or come many at once, and disks that take none. */
class UploadCutTest extends UploadWorld {
  @TempDir static Path otherData;

  @Test
  void aSenderWhoAsksFirstIsToldFirst() throws Exception {
    assertEquals("HTTP/1.1 413", asked(200L << 20, seed.first.apiKey()));
    assertEquals("HTTP/1.1 401", asked(100, "sk_us_none"));
    assertEquals("HTTP/1.1 100", asked(100, seed.first.apiKey()));
  }

  /** The first answer to a request that waits with its body. */
  private String asked(long length, String key) throws Exception {
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
    byte[] body = ReportWorld.form(of(user), Part.pdf("x".repeat(100_000)));
    try (Socket s = sent(body, 50_000)) {
      eventually(Duration.ofSeconds(25), () -> assertFalse(seed.leftovers().isEmpty()));
    }
    // At the latest when the patience with those who send nothing is over.
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), seed.leftovers()));
    assertEquals(before, seed.jobs());
  }

  /** A connection on which so much of this upload, which is as long as it is, has been sent. */
  private Socket sent(byte[] body, int bytes) throws Exception {
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
    for (Answer a : atOnce(50, i -> seed.upload(of(user), Part.pdf("x".repeat(50_000) + i)))) {
      ids.add(a.expect(200).json().get("id").textValue());
    }
    assertEquals(50, ids.size());
  }

  @Test
  void ofFilesThatAreTooManyNothingIsKept() throws Exception {
    Part pdf = Part.pdf("x");
    Multipart form = Multipart.of("multipart/form-data; boundary=cut");
    try (ReportFiles.TempFolder folder = new ReportFiles(otherData, "n").folder()) {
      form.feed(
          Buffer.buffer(ReportWorld.form(of(user), pdf, pdf, pdf)),
          new UploadParser(folder, new ReportConfig.Limits(100, 2, 100, 30, 1)));
      try (var kept = Files.list(folder.path())) {
        assertEquals(2, kept.count());
      }
    }
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
