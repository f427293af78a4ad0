package io.tributary.lab.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What a laboratory says in one message, in its own words. Absent texts are empty.
 *
 * @param left what could not be read, and why; nothing of a message is dropped silently
 */
public record LabReport(Origin origin, List<Subject> subjects, List<Left> left) {
  /**
   * Who said it, and when.
   *
   * @param receiver whom it is for, in the words of the laboratory: here and there our account
   */
  public record Origin(
      String sender,
      String controlId,
      Optional<Instant> sentAt,
      String processingId,
      String receiver) {
    /** For nobody in particular. */
    public Origin(String sender, String controlId, Optional<Instant> sentAt, String processingId) {
      this(sender, controlId, sentAt, processingId, "");
    }
  }

  /**
   * A part that was not understood.
   *
   * @param segment counted from 1
   * @param name of the segment, such as {@code ZPS}
   * @param text the part as it came
   */
  public record Left(int segment, String name, Why why, String text) {}

  /** Why a part was not understood. */
  public enum Why {
    /** A segment we do not know. */
    UNKNOWN,
    /** It stands where nothing can be made of it. */
    MISPLACED,
    /** Its parts cannot be told apart, or hold what they must not. */
    MALFORMED
  }

  /** Whom it is about. */
  public record Subject(
      List<Identifier> ids,
      PersonName name,
      Optional<LocalDate> birthDate,
      Sex sex,
      String accountNumber,
      List<String> notes,
      List<Panel> panels) {
    public Subject {
      ids = List.copyOf(ids);
      notes = List.copyOf(notes);
      panels = List.copyOf(panels);
    }
  }

  /** A number somebody gave to a patient. */
  public record Identifier(String value, String authority, String type) {}

  /**
   * The answer to one ordered test.
   *
   * @param control the order control of the laboratory; empty without one
   * @param placer our number of the test
   * @param group our number of the whole order
   * @param filler the laboratory's number
   * @param statusCode OBR-25 as it came
   */
  public record Panel(
      String control,
      String placer,
      String group,
      String filler,
      CodedValue code,
      Optional<Instant> collectedAt,
      Optional<Instant> receivedAt,
      Optional<Instant> reportedAt,
      LabOrder.Physician provider,
      PanelStatus status,
      String statusCode,
      List<String> notes,
      List<Observation> observations,
      List<Sample> samples) {
    /** Stands where a test was that is not kept; no laboratory writes such a control. */
    public static final Panel GONE =
        new Panel(
            "\0gone",
            "",
            "",
            "",
            CodedValue.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            null,
            PanelStatus.NONE,
            "",
            List.of(),
            List.of(),
            List.of());

    public Panel {
      notes = List.copyOf(notes);
      observations = List.copyOf(observations);
      samples = List.copyOf(samples);
    }
  }

  /** How far the laboratory is with a test. */
  public enum PanelStatus {
    FINAL,
    PARTIAL,
    /** No results yet. */
    NONE,
    /** Final, and there will be no result. */
    ALL_MISSING,
    /** The laboratory itself knows no such order or patient. */
    UNMATCHED
  }

  /**
   * One result.
   *
   * @param valueType OBX-2 as it came
   * @param flags OBX-8 as they came
   * @param interpretation of the flags; empty when there is none, so that the range decides
   * @param statusCode OBX-11 as it came
   */
  public record Observation(
      String valueType,
      CodedValue code,
      String subId,
      ResultValue value,
      String unit,
      String referenceRange,
      List<String> flags,
      Optional<Interpretation> interpretation,
      ResultAction action,
      String statusCode,
      Optional<Instant> observedAt,
      Performer performer,
      List<String> notes) {
    public Observation {
      flags = List.copyOf(flags);
      notes = List.copyOf(notes);
    }
  }

  /** Who found a result: a laboratory, its number under CLIA, address and director. */
  public record Performer(String name, String clia, PostalAddress address, PersonName director) {
    public static final Performer NONE = new Performer("", "", PostalAddress.NONE, PersonName.NONE);
  }

  /** What flags say of a result. */
  public enum Interpretation {
    NORMAL,
    ABNORMAL,
    CRITICAL,
    UNKNOWN
  }

  /** What is to be done with a result. */
  public enum ResultAction {
    FINAL,
    PARTIAL,
    /** There is no value yet. */
    PENDING,
    /** Takes the place of what was told before. */
    CORRECTION,
    /** Takes away what was told before. */
    DELETE,
    /** As delete, and somebody must know: it was wrong. */
    WITHDRAW,
    /** There will be no value. */
    MISSING,
    /** Says nothing about a result. */
    IGNORE
  }

  /**
   * A sample of a test.
   *
   * @param rejections why it was not used; empty when it was
   * @param observations what was found about the sample itself
   */
  public record Sample(
      String id,
      String labId,
      CodedValue type,
      Optional<Instant> collectedAt,
      Optional<Instant> receivedAt,
      List<CodedValue> rejections,
      List<CodedValue> conditions,
      List<String> notes,
      List<Observation> observations) {
    public Sample {
      rejections = List.copyOf(rejections);
      conditions = List.copyOf(conditions);
      notes = List.copyOf(notes);
      observations = List.copyOf(observations);
    }
  }

  public LabReport {
    subjects = List.copyOf(subjects);
    left = List.copyOf(left);
  }
}
