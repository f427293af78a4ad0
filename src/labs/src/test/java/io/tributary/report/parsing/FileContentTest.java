package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.ReportFileType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileContentTest {
  @Test
  void theMessageNamesFileTypeAndContent() {
    assertEquals(
        "report.pdf is not a PDF: the content type is application/pdf, but the content looks like"
            + " text.",
        FileContent.mismatch(
            "report.pdf", ReportFileType.PDF, "Glucose ".getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "255044462d, a PDF",
    "ffd8ffe000104a46, a JPEG image",
    "89504e470d0a1a0a, a PNG image",
    "504b030414000600, a ZIP or Office file",
    "4749463839610100, a GIF image",
    "49492a0008000000, a TIFF image",
    "4d4d002a00000008, a TIFF image",
    "0000001866747970, a HEIC image or a video",
    "47c3bc746e6e650a, text",
    "0102030405060708, something else",
    "ff, something else",
  })
  void theContentIsRecognizedByItsFirstBytes(String hex, String expected) {
    String message = FileContent.mismatch("x", ReportFileType.PDF, HexFormat.of().parseHex(hex));
    assertEquals(expected + ".", message.substring(message.indexOf("looks like ") + 11));
  }

  @Test
  void aFileNameIsShownWithoutDirectoriesAndControlCharacters() {
    assertEquals(Optional.of("report.pdf"), FileContent.displayName("C:\\labs\\report.pdf"));
    assertEquals(Optional.of("report.pdf"), FileContent.displayName("/tmp/re\u0000po\nrt.pdf"));
    assertEquals(Optional.of("x".repeat(80) + "…"), FileContent.displayName("x".repeat(300)));
    assertEquals(Optional.empty(), FileContent.displayName("\r\n"));
    assertEquals(Optional.empty(), FileContent.displayName("labs/"));
  }
}
