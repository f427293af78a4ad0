package io.tributary.report.reader;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import io.tributary.report.extract.ReaderLimits;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.io.TempDir;

/** Files for readers and helpers to call readers. */
abstract class ReaderTestBase {
  @TempDir Path folder;

  static String[] names(Path folder) {
    return java.util.Objects.requireNonNull(folder.toFile().list());
  }

  /**
   * Returns settings with a separate folder, because readers delete unknown files beside their own.
   */
  ReaderSettings settings(Duration page) {
    return settings(folder.resolve("scratch"), page);
  }

  static ReaderSettings settings(Path scratch, Duration page) {
    ReaderSettings usual = ReaderSettings.defaults();
    return new ReaderSettings(
        scratch,
        1,
        10,
        usual.heap(),
        usual.memoryBytes(),
        usual.startTimeout(),
        usual.inspectTimeout(),
        usual.readTimeout(),
        new ReaderLimits(30, 100_000_000, page));
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  static <X extends Throwable> X failure(Class<X> type, Future<?> future) {
    return assertInstanceOf(
        type, assertThrows(ExecutionException.class, () -> await(future)).getCause());
  }

  /** Asserts that the caller has to retry later. */
  static String assertBusy(Future<?> future) throws Exception {
    ServiceException refusal = failure(ServiceException.class, future);
    assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
    assertTrue(refusal.retryAfter().orElseThrow().isPositive());
    return refusal.detail().textValue();
  }

  Path pdf(int pages, StandardProtectionPolicy protection) throws IOException {
    Path file = folder.resolve("report.pdf");
    try (PDDocument document = new PDDocument()) {
      for (int i = 0; i < pages; i++) {
        PDPage page = new PDPage();
        document.addPage(page);
        try (PDPageContentStream out = new PDPageContentStream(document, page)) {
          int y = 720;
          for (String[] row :
              new String[][] {
                {"Test", "Result", "Flag", "Units", "Reference Range"},
                {"Glucose", "105", "H", "mg/dL", "70-99"},
                {"Sodium", "140", "", "mmol/L", "135-145"},
                {"Potassium", "4.91", "", "mmol/L", "3.50-5.10"},
                {"Creatinine", "0.87", "", "mg/dL", "0.60-1.20"}
              }) {
            row(out, row, y);
            y -= 20;
          }
        }
      }
      if (protection != null) {
        document.protect(protection);
      }
      document.save(file.toFile());
    }
    return file;
  }

  static void row(PDPageContentStream out, String[] cells, int y) throws IOException {
    int[] columns = {60, 220, 300, 350, 450};
    for (int i = 0; i < cells.length; i++) {
      out.beginText();
      out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
      out.newLineAtOffset(columns[i], y);
      out.showText(cells[i]);
      out.endText();
    }
  }

  static void awaitBusy(int readers, ReaderService own) {
    eventually(Duration.ofSeconds(60), () -> assertEquals(readers, own.busyReaders()));
  }

  static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", name, Long.toString(pid)).start().waitFor();
  }

  static ReaderSettings withShortTimeouts(ReaderSettings usual, Duration turn, Duration inspect) {
    return new ReaderSettings(
        usual.scratch(),
        1,
        10,
        usual.heap(),
        usual.memoryBytes(),
        turn,
        inspect,
        usual.readTimeout(),
        usual.limits());
  }
}
