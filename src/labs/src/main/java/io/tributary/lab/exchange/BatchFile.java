package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Splits a file into HL7 messages: one, several, or a batch with its envelope (BHS, FHS). */
final class BatchFile {
  private BatchFile() {}

  /**
   * Returns the messages in order, byte for byte as sent except for line endings.
   *
   * @throws Hl7Fault when there is no message, or content precedes the first one
   */
  static List<byte[]> split(byte[] file) {
    List<byte[]> out = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    // Bytes are kept as they are: each message declares its own character set.
    for (String line : new String(file, StandardCharsets.ISO_8859_1).split("[\r\n]+")) {
      String segment = stripMarkers(line);
      if (segment.isEmpty() || isEnvelope(segment)) {
        continue;
      }
      if (segment.startsWith("MSH")) {
        endMessage(open, out);
      } else if (open.isEmpty()) {
        throw new Hl7Fault(
            ErrorCode.SEGMENT_SEQUENCE, "MSH", "a message must start with an MSH segment");
      }
      open.append(segment).append('\r');
    }
    endMessage(open, out);
    if (out.isEmpty()) {
      throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSH", "no message");
    }
    return out;
  }

  /** Removes MLLP frame characters and byte order marks, which some writers leave in. */
  private static String stripMarkers(String line) {
    String out = line.startsWith("\u00EF\u00BB\u00BF") ? line.substring(3) : line;
    return out.replace("\u000B", "").replace("\u001C", "");
  }

  private static boolean isEnvelope(String segment) {
    return segment.matches("(FHS|BHS|BTS|FTS)([^A-Za-z0-9].*)?");
  }

  private static void endMessage(StringBuilder open, List<byte[]> out) {
    if (!open.isEmpty()) {
      out.add(open.toString().getBytes(StandardCharsets.ISO_8859_1));
      open.setLength(0);
    }
  }
}
