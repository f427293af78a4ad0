package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/**
 * HL7 settings of one laboratory.
 *
 * @param service MSH-3: our application name
 * @param labApplication MSH-5; labFacility is MSH-6
 * @param production false marks messages as tests
 * @param enhanced whether to request commit and application acknowledgments
 * @param diagnosisSystem name of the ICD-10 coding system: usually {@code I10C}, at some
 *     laboratories {@code I10}
 * @param answerStatus OBX-11 of answers to questions: usually {@code O}, at some laboratories
 *     {@code F}
 * @param billInAccount whether the bill code is also written to PID-18
 * @param notes position of our notes
 * @param zone zone of times without an offset
 * @param inbound character set of messages that name none
 * @param flags laboratory-specific meanings of abnormal flags that override table 0078
 */
public record Hl7Profile(
    String service,
    String labApplication,
    String labFacility,
    boolean production,
    Format format,
    boolean enhanced,
    String diagnosisSystem,
    String answerStatus,
    boolean billInAccount,
    NotePlace notes,
    ZoneId zone,
    Charset inbound,
    Map<String, Interpretation> flags) {
  /** Message type of an order. */
  public enum Format {
    OML_O21,
    /** Older type without a specimen segment and with the priority in a different field. */
    ORM_O01
  }

  /** Position of the notes to the laboratory. */
  public enum NotePlace {
    AFTER_PATIENT,
    AFTER_EACH_TEST
  }

  public Hl7Profile {
    Objects.requireNonNull(format);
    Objects.requireNonNull(notes);
    Objects.requireNonNull(zone);
    Objects.requireNonNull(inbound);
    flags = Map.copyOf(flags);
  }

  /** Returns the profile that fits most laboratories. */
  public static Hl7Profile usual(String service, String labApplication, String labFacility) {
    return new Hl7Profile(
        service,
        labApplication,
        labFacility,
        true,
        Format.OML_O21,
        false,
        "I10C",
        "O",
        false,
        NotePlace.AFTER_PATIENT,
        ZoneOffset.UTC,
        StandardCharsets.ISO_8859_1,
        Map.of());
  }
}
