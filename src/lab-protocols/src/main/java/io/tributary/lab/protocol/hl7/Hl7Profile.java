package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.LabReport.Interpretation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/**
 * The dialect of one laboratory.
 *
 * @param service MSH-3: the name we go by
 * @param labApplication MSH-5, labFacility MSH-6
 * @param production else messages are marked as tests
 * @param enhanced whether the transport's and the application's answer are asked for
 * @param diagnosisSystem what ICD-10 is called: {@code I10C}, here and there {@code I10}
 * @param answerStatus OBX-11 of answers to questions: {@code O}, here and there {@code F}
 * @param billInAccount whether the bill code also stands with the account in PID-18
 * @param notes where our notes stand
 * @param zone of times that name none
 * @param inbound the character set of messages that name none
 * @param flags what flags mean to this laboratory, where that differs from the table
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
  /** The message an order is sent as. */
  public enum Format {
    OML_O21,
    /** Older: no segment for the sample, and the priority stands elsewhere. */
    ORM_O01
  }

  /** Where notes to the laboratory stand. */
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

  /** What most laboratories take. */
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
