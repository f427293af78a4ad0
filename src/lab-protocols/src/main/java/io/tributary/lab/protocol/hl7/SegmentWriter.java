package io.tributary.lab.protocol.hl7;

import ca.uhn.hl7v2.HL7Exception;
import ca.uhn.hl7v2.model.DataTypeException;
import ca.uhn.hl7v2.model.Segment;
import ca.uhn.hl7v2.model.v251.datatype.CWE;
import ca.uhn.hl7v2.model.v251.datatype.NM;
import ca.uhn.hl7v2.model.v251.datatype.ST;
import ca.uhn.hl7v2.model.v251.segment.OBX;
import ca.uhn.hl7v2.util.Terser;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Physician;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Fills the fields of one segment; empty texts are not written. */
final class SegmentWriter {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmssxx");

  private final Segment segment;

  SegmentWriter(Segment segment) {
    this.segment = segment;
  }

  /** Sets the first component of the first repetition. */
  SegmentWriter set(int field, String text) {
    return set(field, 0, 1, text);
  }

  SegmentWriter set(int field, int repetition, int component, String text) {
    return set(field, repetition, component, 1, text);
  }

  SegmentWriter set(int field, int repetition, int component, int sub, String text) {
    if (!text.isEmpty()) {
      try {
        Terser.set(segment, field, repetition, component, sub, text);
      } catch (HL7Exception e) {
        throw new IllegalStateException(segment.getName() + "-" + field, e);
      }
    }
    return this;
  }

  /** Sets the components in order, starting at the first. */
  SegmentWriter components(int field, int repetition, String... texts) {
    for (int i = 0; i < texts.length; i++) {
      set(field, repetition, i + 1, texts[i]);
    }
    return this;
  }

  SegmentWriter name(int field, PersonName name) {
    return components(field, 0, name.family(), name.given(), name.middle(), name.suffix());
  }

  SegmentWriter address(int field, PostalAddress place) {
    return components(
        field,
        0,
        place.firstLine(),
        place.secondLine(),
        place.city(),
        place.state(),
        place.zip(),
        place.country());
  }

  /** Writes a US number in its parts and any other number unformatted. */
  SegmentWriter phone(int field, int repetition, String phone) {
    if (phone.isEmpty()) {
      return this;
    }
    components(field, repetition, "", "PRN", "PH");
    return phone.matches("\\+1\\d{10}")
        ? set(field, repetition, 5, "1")
            .set(field, repetition, 6, phone.substring(2, 5))
            .set(field, repetition, 7, phone.substring(5))
        : set(field, repetition, 12, phone);
  }

  /** Writes a physician with the NPI as identifier. */
  SegmentWriter physician(int field, Physician physician) {
    PersonName name = physician.name();
    components(
        field, 0, physician.npi(), name.family(), name.given(), name.middle(), name.suffix());
    if (!physician.npi().isEmpty()) {
      set(field, 0, 9, 1, "CMS")
          .set(field, 0, 9, 2, "2.16.840.1.113883.4.6")
          .set(field, 0, 9, 3, "ISO")
          .set(field, 0, 13, "NPI");
    }
    return this;
  }

  /** Writes OBX-5 with the data type of the answer. */
  SegmentWriter value(AoeAnswer answer) {
    try {
      OBX obx = (OBX) segment;
      obx.getObx5_ObservationValue(0)
          .setData(
              switch (answer.kind()) {
                case CHOICE -> new CWE(obx.getMessage());
                case NUMBER -> new NM(obx.getMessage());
                case TEXT -> new ST(obx.getMessage());
              });
    } catch (DataTypeException e) {
      throw new IllegalStateException("OBX-5", e);
    }
    set(5, answer.code());
    return answer.kind() == AnswerKind.CHOICE
        ? set(5, 0, 2, answer.text()).set(5, 0, 3, "L")
        : this;
  }

  /** Writes a date, or nothing if it is null. */
  SegmentWriter date(int field, LocalDate date) {
    return date == null ? this : set(field, date.format(DateTimeFormatter.BASIC_ISO_DATE));
  }

  SegmentWriter time(int field, Instant at, ZoneId zone) {
    return set(field, TIME.format(at.atZone(zone)));
  }
}
