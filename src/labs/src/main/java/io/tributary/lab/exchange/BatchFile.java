package io.tributary.lab.exchange;

import io.tributary.lab.protocol.hl7.ErrorCode;
import io.tributary.lab.protocol.hl7.Hl7Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes files apart: a message, several, or a batch with its envelope (BHS, FHS). */
final class BatchFile {
  private BatchFile() {}

  /**
   * The messages in their order, each as its sender wrote it but for the ends of lines.
   *
   * @throws Hl7Fault when there is none, or something stands before the first
   */
  static List<byte[]> messages(byte[] file) {
    List<byte[]> out = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    // Byte for byte: which characters they are, each message says itself.
    for (String line : new String(file, StandardCharsets.ISO_8859_1).split("[\r\n]+")) {
      String segment = strip(line);
      if (segment.isEmpty() || isEnvelope(segment)) {
        continue;
      }
      if (segment.startsWith("MSH")) {
        close(open, out);
      } else if (open.isEmpty()) {
        throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSH", "a message starts with a header");
      }
      open.append(segment).append('\r');
    }
    close(open, out);
    if (out.isEmpty()) {
      throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSH", "no message");
    }
    return out;
  }

  /** Without the marks of frames and of the order of bytes, which some writers leave in. */
  private static String strip(String line) {
    String out = line.startsWith("\u00EF\u00BB\u00BF") ? line.substring(3) : line;
    return out.replace("\u000B", "").replace("\u001C", "");
  }

  private static boolean isEnvelope(String segment) {
    return segment.matches("(FHS|BHS|BTS|FTS)([^A-Za-z0-9].*)?");
  }

  private static void close(StringBuilder open, List<byte[]> out) {
    if (!open.isEmpty()) {
      out.add(open.toString().getBytes(StandardCharsets.ISO_8859_1));
      open.setLength(0);
    }
  }
}
