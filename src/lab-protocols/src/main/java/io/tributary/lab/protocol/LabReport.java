package io.tributary.lab.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Content of one result message of a laboratory, independent of the wire format. Absent texts are
 * empty strings.
 *
 * @param left parts that could not be read, each with the reason; no part of a message is dropped
 *     silently
 */
public record LabReport(Origin origin, List<Subject> subjects, List<UnreadPart> left) {
  /**
   * Sender and time of a message.
   *
   * @param receiver receiver as the laboratory names it; some laboratories put our account number
   *     there
   */
  public record Origin(
      String sender,
      String controlId,
      Optional<Instant> sentAt,
      String processingId,
      String receiver) {
    /** Creates an origin without a receiver. */
    public Origin(String sender, String controlId, Optional<Instant> sentAt, String processingId) {
      this(sender, controlId, sentAt, processingId, "");
    }
  }

  /**
   * Part of a message that could not be read.
   *
   * @param segment position of the segment, counted from 1
   * @param name name of the segment, such as {@code ZPS}
   * @param text the part as received
   */
  public record UnreadPart(int segment, String name, UnreadReason why, String text) {}

  /** Reason why a part could not be read. */
  public enum UnreadReason {
    /** The segment type is unknown. */
    UNKNOWN,
    /** The segment is at a position where it has no meaning. */
    MISPLACED,
    /** The segment cannot be parsed or holds invalid content. */
    MALFORMED
  }

  /** Patient of the results. */
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

  /** Identifier that an authority has assigned to a patient. */
  public record Identifier(String value, String authority, String type) {}

  /**
   * Results of one ordered test.
   *
   * @param control order control code of the laboratory; empty if there is none
   * @param placer our number of the test
   * @param group our number of the whole order
   * @param filler the laboratory's number
   * @param statusCode OBR-25 as received
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
      List<ReportSample> samples) {
    /**
     * Placeholder that keeps the position of a removed panel. The control code starts with NUL, so
     * no laboratory can send it.
     */
    public static final Panel REMOVED =
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

  /** Progress of a test at the laboratory. */
  public enum PanelStatus {
    FINAL,
    PARTIAL,
    /** No results yet. */
    NONE,
    /** Final, and no result will follow. */
    ALL_MISSING,
    /** The laboratory does not recognize the order or the patient. */
    UNMATCHED
  }

  /**
   * Single result.
   *
   * @param valueType OBX-2 as received
   * @param flags OBX-8 as received
   * @param interpretation derived from the flags; empty if there are none, in which case the
   *     reference range decides
   * @param statusCode OBX-11 as received
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

  /** Performing laboratory with its CLIA number, address and medical director. */
  public record Performer(String name, String clia, PostalAddress address, PersonName director) {
    public static final Performer NONE = new Performer("", "", PostalAddress.NONE, PersonName.NONE);
  }

  /** Interpretation that the abnormal flags give to a result. */
  public enum Interpretation {
    NORMAL,
    ABNORMAL,
    CRITICAL,
    UNKNOWN
  }

  /** Action that the status of a result requires. */
  public enum ResultAction {
    FINAL,
    PARTIAL,
    /** The value is not available yet. */
    PENDING,
    /** Replaces the result reported before. */
    CORRECTION,
    /** Deletes the result reported before. */
    DELETE,
    /** Deletes the result and alerts an operator, because the reported result was wrong. */
    WITHDRAW,
    /** No value will follow. */
    MISSING,
    /** The observation carries no result. */
    IGNORE
  }

  /**
   * Sample that a test was run on.
   *
   * @param rejections reasons why the laboratory rejected the sample; empty if it accepted it
   * @param observations observations about the sample itself
   */
  public record ReportSample(
      String id,
      String labId,
      CodedValue type,
      Optional<Instant> collectedAt,
      Optional<Instant> receivedAt,
      List<CodedValue> rejections,
      List<CodedValue> conditions,
      List<String> notes,
      List<Observation> observations) {
    public ReportSample {
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
