package io.tributary.lab.protocol.hl7;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Fields of the MSH segment. They are read without the other segments, so that even an otherwise
 * invalid message can be acknowledged.
 *
 * @param sendingApplication this field and the next three are kept as received, so that the
 *     acknowledgment returns them unchanged
 * @param acceptAckType MSH-15; applicationWish is MSH-16; both are empty in original mode
 */
public record MessageHeader(
    MessageDelimiters delimiters,
    String sendingApplication,
    String sendingFacility,
    String receivingApplication,
    String receivingFacility,
    String time,
    String type,
    String event,
    String controlId,
    String processingId,
    String version,
    String acceptAckType,
    String applicationAckType,
    Optional<Charset> charset) {
  private static final int MAX_HEADER_LENGTH = 4096;
  private static final int MAX_CONTROL_ID_LENGTH = 199;
  private static final int MAX_SENDER_LENGTH = 460;

  /**
   * @throws Hl7Fault if there is no usable header
   */
  public static MessageHeader read(byte[] message) {
    String line = firstLine(message);
    MessageDelimiters delimiters = delimiters(line);
    // MSH-1 is the separator itself, so the index is shifted by one.
    List<String> f = delimiters.fields(line);
    String messageType = fieldAt(f, 9);
    MessageHeader header =
        new MessageHeader(
            delimiters,
            fieldAt(f, 3),
            fieldAt(f, 4),
            fieldAt(f, 5),
            fieldAt(f, 6),
            firstComponent(delimiters, fieldAt(f, 7)),
            firstComponent(delimiters, messageType).toUpperCase(Locale.ROOT),
            secondComponent(delimiters, messageType).toUpperCase(Locale.ROOT),
            fieldAt(f, 10).strip(),
            firstComponent(delimiters, fieldAt(f, 11)).toUpperCase(Locale.ROOT),
            firstComponent(delimiters, fieldAt(f, 12)),
            fieldAt(f, 15).strip().toUpperCase(Locale.ROOT),
            fieldAt(f, 16).strip().toUpperCase(Locale.ROOT),
            Charsets.of(delimiters.repetitions(fieldAt(f, 18)).getFirst()));
    requireStorable(header.controlId, MAX_CONTROL_ID_LENGTH, "MSH-10");
    requireStorable(header.sender(), MAX_SENDER_LENGTH, "MSH-3");
    return header;
  }

  /**
   * Rejects keys that the database cannot store. The message is identified by them, and a resend
   * would fail in the same manner.
   */
  private static void requireStorable(String text, int longest, String place) {
    if (text.length() > longest || text.indexOf('\0') >= 0) {
      throw new Hl7Fault(ErrorCode.DATA_TYPE, place, "too long, or contains a NUL byte");
    }
  }

  private static String firstLine(byte[] message) {
    int from = 0;
    if (message.length > 2 && message[0] == (byte) 0xEF && message[1] == (byte) 0xBB) {
      from = 3;
    }
    while (from < message.length && message[from] <= ' ' && message[from] >= 0) {
      from++;
    }
    int to = from;
    while (to < message.length && message[to] != '\r' && message[to] != '\n') {
      to++;
    }
    if (to - from > MAX_HEADER_LENGTH) {
      throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSH", "the header is too long");
    }
    String line = new String(message, from, to - from, StandardCharsets.ISO_8859_1);
    if (!line.startsWith("MSH") || line.length() < 9) {
      throw new Hl7Fault(
          ErrorCode.SEGMENT_SEQUENCE, "MSH", "a message must start with an MSH segment");
    }
    return line;
  }

  private static MessageDelimiters delimiters(String line) {
    int end = line.indexOf(line.charAt(3), 4);
    // Since 2.7 there may be a fifth encoding character, for truncation.
    if (end != 8 && end != 9) {
      throw new Hl7Fault(
          ErrorCode.REQUIRED_FIELD_MISSING,
          "MSH-2",
          "the encoding characters are missing or invalid");
    }
    try {
      return new MessageDelimiters(
          line.charAt(3), line.charAt(4), line.charAt(5), line.charAt(6), line.charAt(7));
    } catch (IllegalArgumentException e) {
      throw new Hl7Fault(
          ErrorCode.DATA_TYPE, "MSH-2", "the encoding characters are missing or invalid");
    }
  }

  private static String fieldAt(List<String> fields, int number) {
    return number - 1 < fields.size() ? fields.get(number - 1) : "";
  }

  private static String firstComponent(MessageDelimiters delimiters, String field) {
    return delimiters.components(field).getFirst().strip();
  }

  private static String secondComponent(MessageDelimiters delimiters, String field) {
    List<String> parts = delimiters.components(field);
    return parts.size() > 1 ? parts.get(1).strip() : "";
  }

  /**
   * Returns whether the sender uses enhanced mode, which distinguishes commit and application
   * acknowledgments.
   */
  public boolean isEnhanced() {
    return !acceptAckType.isEmpty() || !applicationAckType.isEmpty();
  }

  /** Returns MSH-6 without its universal ID; many laboratories put our account number there. */
  public String receiver() {
    return firstComponent(delimiters, receivingFacility);
  }

  /** Returns the sender for keys and logs: the first components of MSH-3 and MSH-4. */
  public String sender() {
    return firstComponent(delimiters, sendingApplication)
        + "/"
        + firstComponent(delimiters, sendingFacility);
  }
}
