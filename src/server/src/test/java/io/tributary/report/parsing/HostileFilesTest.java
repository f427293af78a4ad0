package io.tributary.report.parsing;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.report.parsing.ReportParsingFixture.FormPart;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malicious files processed by a complete service with real readers. */
class HostileFilesTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration READ = Duration.ofMinutes(3);
  private static final String PDF = "application/pdf";
  private static final String PNG = "image/png";

  private static final String[] REPORT = {
    "Test                Result    Flag    Units    Reference Range",
    "Glucose             105       H       mg/dL    70 - 99",
    "Sodium              140               mmol/L   135 - 145",
    "Potassium           4.9               mmol/L   3.5 - 5.1",
    "Creatinine          0.87              mg/dL    0.60 - 1.20"
  };
  private static final String[] LETTER = {
    "Dear Sir or Madam,",
    "thank you for your letter of last week. We have read it with great interest",
    "and we would like to tell you that the garden is open to all visitors again.",
    "Please bring your own chairs, because there are not enough of them for all.",
    "With kind regards from all of us at the house by the river"
  };
  private static final String[] GERMAN = {
    "Untersuchung        Ergebnis  Bewertung  Einheit  Referenzbereich",
    "Der Befund wurde durch das Labor erstellt und ist nicht ohne den Arzt zu bewerten",
    "Blutzucker          105       hoch       mg/dL    70 - 99",
    "Natrium             140                  mmol/L   135 - 145",
    "Die Werte sind mit dem behandelnden Arzt zu besprechen und werden von ihm bewertet"
  };

  @TempDir Path data;

  private static List<HostileFileCase> table() throws IOException {
    byte[] good = pdf(1, null, REPORT);
    byte[] nothing = "%PDF-1.7\nnothing of the kind".getBytes(StandardCharsets.US_ASCII);
    byte[] page = "<html>".getBytes(StandardCharsets.US_ASCII);
    byte[] half = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, 0};
    return List.of(
        new HostileFileCase("a report", PDF, good, "completed"),
        new HostileFileCase("owner password", PDF, pdf(1, owned(""), REPORT), "completed"),
        new HostileFileCase("user password", PDF, pdf(1, owned("secret"), REPORT), "400"),
        new HostileFileCase("cut in half", PDF, Arrays.copyOf(good, good.length / 2), "400"),
        new HostileFileCase("a head and no more", PDF, nothing, "400"),
        new HostileFileCase("31 pages", PDF, pdf(31, null, REPORT), "400"),
        new HostileFileCase("10,485,761 bytes", PDF, Arrays.copyOf(good, 10_485_761), "413"),
        new HostileFileCase("empty", PDF, new byte[0], "400"),
        new HostileFileCase("html", "text/html", page, "400"),
        new HostileFileCase("a PDF said to be a PNG", PNG, good, "400"),
        new HostileFileCase("a PNG said to be a PDF", PDF, png(100, 100), "400"),
        new HostileFileCase("a letter", PDF, pdf(1, null, LETTER), "failed invalid_input"),
        new HostileFileCase("a report in German", PDF, pdf(1, null, GERMAN), "failed not_english"),
        new HostileFileCase("a page of a gigabyte", PDF, bomb(), "failed processing_error"),
        new HostileFileCase(
            "60,000 by 60,000 pixels", PNG, png(60_000, 60_000), "failed low_quality"),
        new HostileFileCase("four bytes of a JPEG", "image/jpeg", half, "failed low_quality"));
  }

  @Test
  void eachIsToldWhatItIsAndTheServiceGoesOn() throws Exception {
    try (TestNode node =
            TestNode.start(
                "TRIBUTARY_DATA_DIR", data.toString(),
                "TRIBUTARY_REPORT_READERS_COUNT", "1",
                "TRIBUTARY_REPORT_READERS_PAGE_TIMEOUT", "10s");
        ReaderMemoryMonitor memory = new ReaderMemoryMonitor()) {
      node.db().query("update team_environment set lab_feature_flags = '{report_parsing}'");
      String user =
          node.post("/v2/user", "{\"client_user_id\":\"h\"}")
              .expect(200)
              .json()
              .get("user_id")
              .asText();
      Map<String, HostileFileCase> jobs = new LinkedHashMap<>();
      List<HostileFileCase> rows = table();
      for (HostileFileCase row : rows) {
        TestResponse a = upload(node, user, row.part);
        if (a.status() == 200) {
          jobs.put(a.json().get("id").asText(), row);
        } else {
          row.end = a.status() + " " + a.json().get("detail").asText();
        }
      }
      jobs.forEach(
          (job, row) ->
              eventually(
                  READ,
                  () -> {
                    row.end = state(node, job);
                    assertFalse(row.end.startsWith("started"), row.name);
                  }));
      rows.forEach(r -> System.out.printf("hostile: %-28s %s%n", r.name, r.end));
      System.out.println("hostile: most memory of a reader " + memory.most() / (1 << 20) + " MiB");
      assertEquals("", faults(rows));
      assertTrue(memory.most() < 503_316_480L * 11 / 10, memory.most() + " bytes");
    }
  }

  private static String faults(List<HostileFileCase> rows) {
    return rows.stream()
        .filter(r -> !r.end.startsWith(r.expected))
        .map(r -> r.name + ": " + r.end + " instead of " + r.expected)
        .collect(Collectors.joining("\n"));
  }

  /** A file with the expected immediate response or job result. */
  private static final class HostileFileCase {
    private final String name;
    private final FormPart part;
    private final String expected;
    private String end = "";

    private HostileFileCase(String name, String type, byte[] content, String expected) {
      this.name = name;
      this.part = FormPart.file(type, content);
      this.expected = expected;
    }
  }

  private static String state(TestNode node, String job) {
    JsonNode j = node.get("/lab_report/v1/parser/job/" + job).expect(200).json();
    String status = j.get("status").textValue();
    return status.equals("upload_pending")
        ? "started"
        : status
            + (j.get("failure_reason").isNull() ? "" : " " + j.get("failure_reason").textValue());
  }

  private static TestResponse upload(TestNode node, String user, FormPart file) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url("/lab_report/v1/parser/job")))
            .timeout(Duration.ofMinutes(2))
            .header("x-service-api-key", node.first().apiKey())
            .header("content-type", "multipart/form-data; boundary=cut")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    ReportParsingFixture.form(FormPart.field("user_id", user), file)))
            .build();
    HttpResponse<byte[]> r = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new TestResponse(r.statusCode(), r.headers(), r.body());
  }

  private static StandardProtectionPolicy owned(String userPassword) {
    return new StandardProtectionPolicy("owner", userPassword, new AccessPermission());
  }

  private static byte[] pdf(int pages, StandardProtectionPolicy lock, String... lines)
      throws IOException {
    try (PDDocument document = new PDDocument()) {
      for (int i = 0; i < pages; i++) {
        PDPage page = new PDPage();
        document.addPage(page);
        try (PDPageContentStream out = new PDPageContentStream(document, page)) {
          int y = 720;
          for (String line : lines) {
            out.beginText();
            out.setFont(new PDType1Font(Standard14Fonts.FontName.COURIER), 9);
            out.newLineAtOffset(50, y -= 20);
            out.showText(line);
            out.endText();
          }
        }
      }
      if (lock != null) {
        document.protect(lock);
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  /** Builds a page whose few bytes decompress to a gigabyte of drawing operations. */
  private static byte[] bomb() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      PDStream drawing = new PDStream(document);
      drawing.getCOSObject().setItem(COSName.FILTER, COSName.FLATE_DECODE);
      byte[] lines = "0 0 m 9 9 l S\n".repeat(75_000).getBytes(StandardCharsets.US_ASCII);
      // Compressed while it is written, because PDFBox would otherwise buffer the whole gigabyte.
      try (OutputStream out =
          new DeflaterOutputStream(drawing.getCOSObject().createRawOutputStream())) {
        for (int i = 0; i < 1024; i++) {
          out.write(lines);
        }
      }
      page.setContents(drawing);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }

  /** Builds a PNG whose header declares these dimensions. */
  private static byte[] png(int width, int height) {
    byte[] body =
        ByteBuffer.allocate(17)
            .put("IHDR".getBytes(StandardCharsets.US_ASCII))
            .putInt(width)
            .putInt(height)
            .put(new byte[] {8, 2, 0, 0, 0})
            .array();
    CRC32 sum = new CRC32();
    sum.update(body);
    return ByteBuffer.allocate(8 + 4 + 17 + 4 + 12)
        .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'})
        .putInt(13)
        .put(body)
        .putInt((int) sum.getValue())
        .putInt(0)
        .put("IEND".getBytes(StandardCharsets.US_ASCII))
        .putInt(0xAE426082)
        .array();
  }
}
