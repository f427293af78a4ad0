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
 * @param ourApplication MSH-3: our application name
 * @param labApplication MSH-5; labFacility is MSH-6
 * @param production false marks messages as tests
 * @param enhanced whether to request commit and application acknowledgments
 * @param diagnosisSystem name of the ICD-10 coding system: usually {@code I10C}, at some
 *     laboratories {@code I10}
 * @param answerStatus OBX-11 of answers to questions: usually {@code O}, at some laboratories
 *     {@code F}
 * @param billCodeInAccount whether the bill code is also written to PID-18
 * @param notePosition position of our notes
 * @param defaultZone zone of times without an offset
 * @param defaultCharset character set of messages that name none
 * @param flags laboratory-specific meanings of abnormal flags that override table 0078
 */
public record Hl7Profile(
    String ourApplication,
    String labApplication,
    String labFacility,
    boolean production,
    Format format,
    boolean enhanced,
    String diagnosisSystem,
    String answerStatus,
    boolean billCodeInAccount,
    NotePosition notePosition,
    ZoneId defaultZone,
    Charset defaultCharset,
    Map<String, Interpretation> flags) {
  /** Message type of an order. */
  public enum Format {
    OML_O21,
    /** Older type without a specimen segment and with the priority in a different field. */
    ORM_O01
  }

  /** Position of the notes to the laboratory. */
  public enum NotePosition {
    AFTER_PATIENT,
    AFTER_EACH_TEST
  }

  public Hl7Profile {
    Objects.requireNonNull(format);
    Objects.requireNonNull(notePosition);
    Objects.requireNonNull(defaultZone);
    Objects.requireNonNull(defaultCharset);
    flags = Map.copyOf(flags);
  }

  /** Returns the profile that fits most laboratories. */
  public static Hl7Profile defaults(String service, String labApplication, String labFacility) {
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
        NotePosition.AFTER_PATIENT,
        ZoneOffset.UTC,
        StandardCharsets.ISO_8859_1,
        Map.of());
  }
}
