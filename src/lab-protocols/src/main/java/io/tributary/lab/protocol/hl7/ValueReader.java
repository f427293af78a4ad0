package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.NumericText;
import io.tributary.lab.protocol.ResultValue;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Reads OBX-5 according to the data type in OBX-2. */
final class ValueReader {
  private static final int FIELD = 5;

  private ValueReader() {}

  /**
   * @throws IllegalArgumentException if an encapsulated file cannot be decoded
   */
  static ResultValue read(SegmentReader cells) throws HL7Exception {
    String raw = cells.raw(FIELD).strip();
    if (raw.isEmpty() || raw.equals("\"\"")) {
      return new ResultValue.Absent();
    }
    return switch (cells.get(2).toUpperCase(Locale.ROOT)) {
      case "NM" -> number(cells);
      case "SN" -> structured(cells);
      case "CE", "CWE", "CNE" -> codes(cells);
      case "ED" -> document(cells);
      case "RP" ->
          new ResultValue.Pointer(cells.get(FIELD), mediaType(part(cells, 3), part(cells, 4)));
      default -> text(cells);
    };
  }

  private static String part(SegmentReader cells, int component) throws HL7Exception {
    return cells.get(FIELD, 0, component);
  }

  /**
   * Reads an NM value. Laboratories sometimes send words or comparators in NM fields; these become
   * text.
   */
  private static ResultValue number(SegmentReader cells) {
    ResultValue.Text words = text(cells);
    return NumericText.parseNumber(words.text())
        .<ResultValue>map(n -> new ResultValue.Numeric(n, words.text().strip()))
        .orElse(words);
  }

  private static ResultValue structured(SegmentReader cells) throws HL7Exception {
    ResultValue.Structured out =
        new ResultValue.Structured(part(cells, 1), part(cells, 2), part(cells, 3), part(cells, 4));
    return out.displayText().isEmpty() ? new ResultValue.Absent() : out;
  }

  private static ResultValue codes(SegmentReader cells) throws HL7Exception {
    List<CodedValue> codes = cells.codes(FIELD);
    return codes.isEmpty() ? new ResultValue.Absent() : new ResultValue.Codes(codes);
  }

  private static ResultValue.Text text(SegmentReader cells) {
    return new ResultValue.Text(String.join("\n", cells.plainTexts(FIELD)).strip());
  }

  private static ResultValue document(SegmentReader cells) throws HL7Exception {
    String data = part(cells, 5);
    if (data.isEmpty()) {
      return new ResultValue.Absent();
    }
    byte[] bytes =
        switch (part(cells, 4).toUpperCase(Locale.ROOT)) {
          case "BASE64", "" -> Base64.getMimeDecoder().decode(data);
          case "HEX" -> HexFormat.of().parseHex(data);
          default -> data.getBytes(StandardCharsets.UTF_8);
        };
    return new ResultValue.Document(mediaType(part(cells, 2), part(cells, 3)), bytes);
  }

  private static String mediaType(String type, String subtype) {
    String sub = subtype.toLowerCase(Locale.ROOT);
    return switch (sub) {
      case "pdf" -> "application/pdf";
      case "jpeg", "jpg" -> "image/jpeg";
      case "png", "gif", "tiff" -> "image/" + sub;
      case "html", "xml", "rtf" -> "text/" + sub;
      default ->
          type.equalsIgnoreCase("TX") || type.equalsIgnoreCase("TEXT")
              ? "text/plain"
              : "application/octet-stream";
    };
  }
}
