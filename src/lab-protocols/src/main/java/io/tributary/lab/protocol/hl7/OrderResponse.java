package io.tributary.lab.protocol.hl7;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Laboratory's response to an order: ACK, ORL^O22 or ORR^O02.
 *
 * @param controlId control ID of the message that it answers
 * @param orderOutcomes outcomes of single tests; empty in a bare acknowledgment
 */
public record OrderResponse(
    MessageHeader header,
    AckCode code,
    String controlId,
    String text,
    List<ResponseError> errors,
    List<OrderOutcome> orderOutcomes) {
  private static final int MAX_ENTRIES = 1000;

  /** Error as reported by the laboratory, possibly with its own code. */
  public record ResponseError(String code, String text, String location) {}

  /**
   * Outcome of one test.
   *
   * @param control order control code, such as OK, UA (unable to accept), CR (canceled as
   *     requested) or OC (canceled)
   */
  public record OrderOutcome(String control, String placer, String filler) {}

  public OrderResponse {
    errors = List.copyOf(errors);
    orderOutcomes = List.copyOf(orderOutcomes);
  }

  /** Returns whether the message is a response, which means that it has an MSA segment. */
  public static boolean isResponse(byte[] message) {
    String text = new String(message, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("MSA");
    while (at > 0) {
      char before = text.charAt(at - 1);
      if (before == '\r' || before == '\n') {
        return true;
      }
      at = text.indexOf("MSA", at + 1);
    }
    return false;
  }

  /**
   * @throws Hl7Fault if this is not a response
   */
  public static OrderResponse read(byte[] message) {
    MessageHeader header = MessageHeader.read(message);
    MessageDelimiters d = header.delimiters();
    Charset charset = header.charset().orElse(StandardCharsets.ISO_8859_1);
    List<String> msa = null;
    List<ResponseError> problems = new ArrayList<>();
    List<OrderOutcome> orders = new ArrayList<>();
    for (String line : Arrays.asList(new String(message, charset).split("[\r\n]+"))) {
      List<String> f = d.fields(line);
      switch (f.getFirst()) {
        case "MSA" -> msa = msa == null ? f : msa;
        case "ERR" -> {
          if (problems.size() < MAX_ENTRIES) {
            problems.add(readError(d, f, charset));
          }
        }
        case "ORC" -> {
          if (orders.size() < MAX_ENTRIES) {
            orders.add(
                new OrderOutcome(
                    fieldAt(f, 1),
                    firstComponent(d, fieldAt(f, 2)),
                    firstComponent(d, fieldAt(f, 3))));
          }
        }
        default -> {
          // Some laboratories repeat patient and tests; these are already known.
        }
      }
    }
    if (msa == null) {
      throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSA", "a response must have an MSA segment");
    }
    String text = d.unescape(fieldAt(msa, 3), charset);
    return new OrderResponse(
        header, code(fieldAt(msa, 1)), fieldAt(msa, 2).strip(), text, problems, orders);
  }

  private static AckCode code(String text) {
    try {
      return AckCode.valueOf(text.strip());
    } catch (IllegalArgumentException e) {
      throw new Hl7Fault(ErrorCode.TABLE_VALUE, "MSA-1", "unknown acknowledgment code");
    }
  }

  /**
   * Reads an ERR segment. Since 2.5 the code is the third field; before, it is the fourth component
   * of the first field.
   */
  private static ResponseError readError(MessageDelimiters d, List<String> f, Charset charset) {
    if (!fieldAt(f, 3).isEmpty() || !fieldAt(f, 2).isEmpty()) {
      List<String> coded = d.components(fieldAt(f, 3));
      String text = fieldAt(f, 8).isEmpty() && coded.size() > 1 ? coded.get(1) : fieldAt(f, 8);
      return new ResponseError(coded.getFirst(), d.unescape(text, charset), fieldAt(f, 2));
    }
    List<String> old = d.components(fieldAt(f, 1));
    List<String> coded =
        old.size() > 3
            ? Arrays.asList(old.get(3).split(Pattern.quote("" + d.subcomponent())))
            : List.of("");
    return new ResponseError(
        coded.getFirst(),
        coded.size() > 1 ? d.unescape(coded.get(1), charset) : "",
        old.getFirst());
  }

  private static String fieldAt(List<String> fields, int number) {
    return number < fields.size() ? fields.get(number) : "";
  }

  private static String firstComponent(MessageDelimiters d, String field) {
    return d.components(field).getFirst();
  }
}
