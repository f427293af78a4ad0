package io.tributary.report.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.kernel.Json;
import io.tributary.report.page.Failure;
import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.PrintedRow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reader may have the service hold. */
class FramesTest {
  @Test
  void aMessageOfAnotherSizeThanReportsHaveIsNone() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Frames.write(new DataOutputStream(out), new byte[] {1, 2});
    assertArrayEquals(new byte[] {1, 2}, Frames.read(in(out.toByteArray())));
    byte[] large = ByteBuffer.allocate(4).putInt((16 << 20) + 1).array();
    // It is not even waited for.
    assertEquals(
        "no message", assertThrows(IOException.class, () -> Frames.read(in(large))).getMessage());
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  @Test
  void aReportOfTooManyRowsIsNotHandedOver() {
    assertEquals(
        Optional.of(Failure.PROCESSING_ERROR),
        ReaderMain.report(report(PrintedReport.MOST_ROWS + 1)).failure());
    PrintedReport most = report(PrintedReport.MOST_ROWS);
    assertEquals(Optional.of(most), ReaderMain.report(most).report());
  }

  @Test
  void aReportOfManyLongTextsIsNotHandedOver() {
    PrintedReport most = report(PrintedReport.MOST_ROWS, "5".repeat(4000));
    Reply told = Json.read(ReaderMain.message(ReaderMain.report(most)), Reply.class);
    assertEquals(Optional.of(Failure.PROCESSING_ERROR), told.failure());
    PrintedReport few = report(100, "5".repeat(900));
    assertEquals(
        Optional.of(few),
        Json.read(ReaderMain.message(ReaderMain.report(few)), Reply.class).report());
  }

  private static PrintedReport report(int rows) {
    return report(rows, "5");
  }

  private static PrintedReport report(int rows, String said) {
    Printed text = new Printed(said, 1, null, 1);
    Optional<Printed> none = Optional.empty();
    PrintedRow row =
        new PrintedRow(text, text, none, none, none, none, none, none, none, List.of(), 1);
    return new PrintedReport(List.of(), Map.of(), Collections.nCopies(rows, row));
  }
}
