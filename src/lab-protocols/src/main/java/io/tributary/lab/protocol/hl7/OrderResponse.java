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
 * @param orders outcomes of single tests; empty in a bare acknowledgment
 */
public record OrderResponse(
    MessageHeader header,
    AckCode code,
    String controlId,
    String text,
    List<Problem> problems,
    List<OrderAnswer> orders) {
  private static final int MOST_ENTRIES = 1000;

  /** Error as reported by the laboratory, possibly with its own code. */
  public record Problem(String code, String text, String location) {}

  /**
   * Outcome of one test.
   *
   * @param control order control code, such as OK, UA (unable to accept), CR (canceled as
   *     requested) or OC (canceled)
   */
  public record OrderAnswer(String control, String placer, String filler) {}

  public OrderResponse {
    problems = List.copyOf(problems);
    orders = List.copyOf(orders);
  }

  /** Returns whether the message is a response, which means that it has an MSA segment. */
  public static boolean isAnswer(byte[] message) {
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
    List<Problem> problems = new ArrayList<>();
    List<OrderAnswer> orders = new ArrayList<>();
    for (String line : Arrays.asList(new String(message, charset).split("[\r\n]+"))) {
      List<String> f = d.fields(line);
      switch (f.getFirst()) {
        case "MSA" -> msa = msa == null ? f : msa;
        case "ERR" -> {
          if (problems.size() < MOST_ENTRIES) {
            problems.add(problem(d, f, charset));
          }
        }
        case "ORC" -> {
          if (orders.size() < MOST_ENTRIES) {
            orders.add(new OrderAnswer(at(f, 1), first(d, at(f, 2)), first(d, at(f, 3))));
          }
        }
        default -> {
          // Some laboratories repeat patient and tests; these are already known.
        }
      }
    }
    if (msa == null) {
      throw new Hl7Fault(ErrorCode.SEGMENT_SEQUENCE, "MSA", "an answer has a segment MSA");
    }
    String text = d.unescape(at(msa, 3), charset);
    return new OrderResponse(header, code(at(msa, 1)), at(msa, 2).strip(), text, problems, orders);
  }

  private static AckCode code(String text) {
    try {
      return AckCode.valueOf(text.strip());
    } catch (IllegalArgumentException e) {
      throw new Hl7Fault(ErrorCode.TABLE_VALUE, "MSA-1", "no acknowledgement code");
    }
  }

  /**
   * Reads an ERR segment. Since 2.5 the code is the third field; before, it is the fourth component
   * of the first field.
   */
  private static Problem problem(MessageDelimiters d, List<String> f, Charset charset) {
    if (!at(f, 3).isEmpty() || !at(f, 2).isEmpty()) {
      List<String> coded = d.components(at(f, 3));
      String text = at(f, 8).isEmpty() && coded.size() > 1 ? coded.get(1) : at(f, 8);
      return new Problem(coded.getFirst(), d.unescape(text, charset), at(f, 2));
    }
    List<String> old = d.components(at(f, 1));
    List<String> coded =
        old.size() > 3
            ? Arrays.asList(old.get(3).split(Pattern.quote("" + d.subcomponent())))
            : List.of("");
    return new Problem(
        coded.getFirst(),
        coded.size() > 1 ? d.unescape(coded.get(1), charset) : "",
        old.getFirst());
  }

  private static String at(List<String> fields, int number) {
    return number < fields.size() ? fields.get(number) : "";
  }

  private static String first(MessageDelimiters d, String field) {
    return d.components(field).getFirst();
  }
}
