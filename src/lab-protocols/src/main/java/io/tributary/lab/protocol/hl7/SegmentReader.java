package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.Segment;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import java.nio.charset.Charset;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the fields of one segment; absent fields are empty strings. */
final class SegmentReader {
  private final Segment segment;
  private final String line;
  private final MessageDelimiters delimiters;
  private final Charset charset;
  private final ZoneId zone;

  SegmentReader(
      Segment segment, String line, MessageDelimiters delimiters, Charset charset, ZoneId zone) {
    this.segment = segment;
    this.line = line;
    this.delimiters = delimiters;
    this.charset = charset;
    this.zone = zone;
  }

  String get(int field) throws HL7Exception {
    return get(field, 0, 1);
  }

  String get(int field, int repetition, int component) throws HL7Exception {
    return HapiParser.get(segment, field, repetition, component, 1);
  }

  int repetitions(int field) throws HL7Exception {
    return segment.getField(field).length;
  }

  /** Returns the first of two fields that is not empty. */
  String firstNonEmpty(int field, int component, int otherField, int otherComponent)
      throws HL7Exception {
    String first = get(field, 0, component);
    return first.isEmpty() ? get(otherField, 0, otherComponent) : first;
  }

  /**
   * Returns the repetitions of a field as plain text. Components stay together, because many
   * senders do not escape delimiters in texts.
   */
  List<String> plainTexts(int field) {
    List<String> out = new ArrayList<>();
    for (String repetition : delimiters.repetitions(raw(field))) {
      String text = HapiParser.withoutNul(delimiters.unescape(repetition, charset));
      out.add(text.equals("\"\"") ? "" : text);
    }
    return out;
  }

  /** Returns a field as received. */
  String raw(int field) {
    List<String> fields = delimiters.fields(line);
    return field < fields.size() ? fields.get(field) : "";
  }

  CodedValue codedValue(int field, int repetition) throws HL7Exception {
    return new CodedValue(
        get(field, repetition, 1),
        get(field, repetition, 2),
        get(field, repetition, 3),
        get(field, repetition, 4),
        get(field, repetition, 5),
        get(field, repetition, 6));
  }

  List<CodedValue> codes(int field) throws HL7Exception {
    List<CodedValue> out = new ArrayList<>();
    for (int i = 0; i < repetitions(field); i++) {
      CodedValue coded = codedValue(field, i);
      if (!coded.isEmpty()) {
        out.add(coded);
      }
    }
    return out;
  }

  PersonName name(int field) throws HL7Exception {
    return new PersonName(get(field), get(field, 0, 2), get(field, 0, 3), get(field, 0, 4));
  }

  /** Reads an XCN name, whose first component is an identifier. */
  PersonName staffName(int field) throws HL7Exception {
    return new PersonName(get(field, 0, 2), get(field, 0, 3), get(field, 0, 4), get(field, 0, 5));
  }

  Physician physician(int field) throws HL7Exception {
    return new Physician(staffName(field), get(field));
  }

  PostalAddress address(int field) throws HL7Exception {
    return new PostalAddress(
        get(field),
        get(field, 0, 2),
        get(field, 0, 3),
        get(field, 0, 4),
        get(field, 0, 5),
        get(field, 0, 6));
  }

  Optional<Instant> time(int field) throws HL7Exception {
    return Hl7Times.parseInstant(get(field), zone);
  }

  Sex sex(int field) throws HL7Exception {
    return switch (get(field).toUpperCase(Locale.ROOT)) {
      case "F" -> Sex.FEMALE;
      case "M" -> Sex.MALE;
      case "O", "A" -> Sex.OTHER;
      default -> Sex.UNKNOWN;
    };
  }
}
