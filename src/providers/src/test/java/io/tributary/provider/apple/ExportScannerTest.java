package io.tributary.provider.apple;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** XML that the scanner accepts or rejects. */
class ExportScannerTest {
  private static String refused(String xml) {
    return assertThrows(InvalidExportException.class, () -> ImportedExport.of(xml)).getMessage();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "no xml",
        "<html></html>",
        "<HealthData>",
        "<HealthData><Record></HealthData>",
        "<HealthData></Wrong>",
        "<HealthData><Record type=\"x\"",
        "<HealthData><Record type=x/></HealthData>",
        "<HealthData><Record type=\"<\"/></HealthData>",
        "<HealthData>&lol;</HealthData>",
        "<HealthData><Record type=\"&lol;\"/></HealthData>",
        "<HealthData><Record sourceVersion=\"&#0;\"/></HealthData>",
        "<HealthData/><HealthData/>",
        "<HealthData><!DOCTYPE x></HealthData>",
        "<!DOCTYPE HealthData [ <!ENTITY lol \"lol\"> ]><HealthData/>",
        "<!DOCTYPE HealthData [ ]> <!ENTITY lol \"lol\"> <HealthData/>",
        "<!DOCTYPE HealthData [",
        "\u0000<HealthData/>"
      })
  void brokenFilesAreRefused(String xml) {
    assertTrue(refused(xml).length() > 10);
  }

  @Test
  void aBombOfEntitiesIsRefusedBeforeItIsRead() {
    String bomb =
        """
        <?xml version="1.0"?>
        <!DOCTYPE HealthData [
         <!ENTITY a "aaaaaaaaaa">
         <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
        ]>
        <HealthData>&b;</HealthData>
        """;
    assertEquals("the file declares an entity, which a Health export never does", refused(bomb));
  }

  @Test
  void anExternalDocumentTypeIsNotAskedFor() {
    assertEquals(
        0,
        ImportedExport.of("<!DOCTYPE HealthData SYSTEM \"http://127.0.0.1:1/x.dtd\"><HealthData/>")
            .records);
  }

  @Test
  void anElementWithoutEndIsRefusedInsteadOfGathered() {
    String huge = "<HealthData><Record type=\"" + "x".repeat(300_000) + "\"/></HealthData>";
    assertEquals("an element of the file is too large", refused(huge));
    String deep = "<HealthData>" + "<a>".repeat(100);
    assertEquals("the elements of the file are nested too deeply", refused(deep));
  }

  @Test
  void whereverTheBytesArePartedTheResultIsTheSame() throws IOException {
    String xml = ExportXml.file(RandomExportElements.elements(new Random(5), 60));
    String whole = ImportedExport.of(xml).allRecords();
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    for (int step : List.of(1, 7, 100)) {
      ImportedExport in = new ImportedExport();
      ExportReader reader =
          new ExportReader(
              new InputStream() {
                private int at;

                @Override
                public int read() {
                  return at < bytes.length ? bytes[at++] & 0xFF : -1;
                }

                @Override
                public int read(byte[] b, int off, int len) {
                  int n = Math.min(Math.min(step, len), bytes.length - at);
                  System.arraycopy(bytes, at, b, off, Math.max(0, n));
                  at += Math.max(0, n);
                  return n <= 0 ? -1 : n;
                }
              },
              0,
              in);
      while (reader.next()) {
        assertTrue(reader.position() <= bytes.length);
      }
      assertEquals(whole, in.join().allRecords());
    }
    assertTrue(whole.length() > 1000);
  }

  @Test
  void aReaderGoesOnWhereAnotherOneWasLeft() throws IOException {
    String xml = ExportXml.file(RandomExportElements.elements(new Random(6), 80));
    byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
    String whole = ImportedExport.of(xml).allRecords();
    ImportedExport parts = new ImportedExport();
    long at = 0;
    boolean more = true;
    while (more) {
      byte[] rest = Arrays.copyOfRange(bytes, (int) at, bytes.length);
      ExportReader reader = new ExportReader(new ByteArrayInputStream(rest), at, parts);
      for (int i = 0; i < 7 && more; i++) {
        more = reader.next();
      }
      at = reader.position();
    }
    assertEquals(whole, parts.join().allRecords());
  }

  @Test
  void timesAreReadAsTheLibraryReadsThem() {
    Random random = new Random(3);
    ExportTimestamp stamp = new ExportTimestamp();
    for (int i = 0; i < 20_000; i++) {
      var time =
          java.time.OffsetDateTime.ofInstant(
              java.time.Instant.ofEpochSecond(random.nextLong(-2_000_000_000L, 7_000_000_000L)),
              java.time.ZoneOffset.ofTotalSeconds((random.nextInt(105) - 48) * 900));
      byte[] b =
          java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xx")
              .format(time)
              .getBytes(StandardCharsets.US_ASCII);
      ByteSlice s = new ByteSlice();
      s.set(b, 0, b.length);
      assertTrue(stamp.parse(s), time.toString());
      assertEquals(time.toInstant(), stamp.instant());
      assertEquals(time.getOffset().getTotalSeconds(), stamp.offset);
    }
  }

  @Test
  void numbersAreReadAsTheLibraryReadsThem() {
    Random random = new Random(4);
    ByteSlice s = new ByteSlice();
    for (int i = 0; i < 50_000; i++) {
      String text =
          switch (i % 4) {
            case 0 -> Double.toString(random.nextGaussian() * 1e4);
            case 1 -> Integer.toString(random.nextInt());
            case 2 -> String.format(java.util.Locale.ROOT, "%.3f", random.nextDouble() * 1000);
            default -> "0.000" + random.nextInt(100_000);
          };
      byte[] b = text.getBytes(StandardCharsets.US_ASCII);
      s.set(b, 0, b.length);
      assertEquals(Double.parseDouble(text), s.toDouble(), text);
    }
    for (String bad : List.of("", "-", ".", "1.2.3", "NaN", "Infinity", "0x10", "1e999", "12 ")) {
      byte[] b = bad.getBytes(StandardCharsets.US_ASCII);
      s.set(b, 0, b.length);
      assertTrue(Double.isNaN(s.toDouble()), bad);
    }
  }
}
