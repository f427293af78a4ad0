package io.tributary.report.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Json;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.TextSpan;
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

/** Limits on the memory that a reader can make the service allocate. */
class ProcessFramingTest {
  @Test
  void aMessageOfAnotherSizeThanReportsHaveIsNone() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProcessFraming.write(new DataOutputStream(out), new byte[] {1, 2});
    assertArrayEquals(new byte[] {1, 2}, ProcessFraming.read(in(out.toByteArray())));
    byte[] large = ByteBuffer.allocate(4).putInt((16 << 20) + 1).array();
    // The length is rejected without waiting for data.
    assertEquals(
        "no message",
        assertThrows(IOException.class, () -> ProcessFraming.read(in(large))).getMessage());
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  @Test
  void aReportOfTooManyRowsIsNotHandedOver() {
    assertEquals(
        Optional.of(ParseFailure.PROCESSING_ERROR),
        ReaderMain.report(report(RawReport.MAX_ROWS + 1)).failure());
    RawReport most = report(RawReport.MAX_ROWS);
    assertEquals(Optional.of(most), ReaderMain.report(most).report());
  }

  @Test
  void aReportOfManyLongTextsIsNotHandedOver() {
    RawReport most = report(RawReport.MAX_ROWS, "5".repeat(4000));
    ReaderReply told = Json.read(ReaderMain.serialize(ReaderMain.report(most)), ReaderReply.class);
    assertEquals(Optional.of(ParseFailure.PROCESSING_ERROR), told.failure());
    RawReport few = report(100, "5".repeat(900));
    assertEquals(
        Optional.of(few),
        Json.read(ReaderMain.serialize(ReaderMain.report(few)), ReaderReply.class).report());
  }

  private static RawReport report(int rows) {
    return report(rows, "5");
  }

  private static RawReport report(int rows, String said) {
    TextSpan text = new TextSpan(said, 1, null, 1);
    Optional<TextSpan> none = Optional.empty();
    RawRow row = new RawRow(text, text, none, none, none, none, none, none, none, List.of(), 1);
    return new RawReport(List.of(), Map.of(), Collections.nCopies(rows, row));
  }
}
