package io.tributary.lab.result;

import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.protocol.PersonName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Latest state of one ordered test, as reported by the laboratory.
 *
 * @param filler the laboratory's number; empty without one
 * @param notes notes on the test as a whole
 */
record PanelSummary(
    String code,
    String name,
    PanelStatus status,
    String filler,
    Optional<Instant> collectedAt,
    Optional<Instant> receivedAt,
    Optional<Instant> reportedAt,
    PersonName provider,
    List<String> notes,
    List<SampleFacts> samples,
    Instant saidAt) {
  PanelSummary {
    notes = List.copyOf(notes);
    samples = List.copyOf(samples);
  }

  /** A sample used for the test. */
  record SampleFacts(
      String id,
      String labId,
      Optional<Instant> collectedAt,
      Optional<Instant> receivedAt,
      List<String> notes,
      List<Flaw> rejections,
      List<Flaw> conditions) {
    SampleFacts {
      notes = List.copyOf(notes);
      // Rows from before this field was added have none.
      rejections = rejections == null ? List.of() : List.copyOf(rejections);
      conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }

    static SampleFacts of(ReportSample s) {
      return new SampleFacts(
          s.id(),
          s.labId(),
          s.collectedAt(),
          s.receivedAt(),
          s.notes(),
          s.rejections().stream().map(Flaw::of).toList(),
          s.conditions().stream().map(Flaw::of).toList());
    }

    /** Reasons for rejection, followed by conditions. */
    List<Flaw> flaws() {
      return Stream.concat(rejections.stream(), conditions.stream()).toList();
    }
  }

  /**
   * Defect of a sample.
   *
   * @param code code of HL7 table 0490 (rejections) or 0493 (conditions)
   */
  record Flaw(String code, String text) {
    static Flaw of(CodedValue c) {
      return new Flaw(c.code(), c.displayText());
    }
  }

  static PanelSummary of(Panel p, Instant saidAt) {
    return new PanelSummary(
        p.code().localCode(),
        p.code().displayText(),
        p.status(),
        p.filler(),
        p.collectedAt(),
        p.receivedAt(),
        p.reportedAt(),
        p.provider() == null ? PersonName.NONE : p.provider().name(),
        p.notes(),
        p.samples().stream().map(SampleFacts::of).toList(),
        saidAt);
  }

  /**
   * Merges another answer to the same test in the same message, for instance of another sample. The
   * test is done when both are.
   */
  PanelSummary merge(PanelSummary next) {
    List<String> said = new ArrayList<>(notes);
    next.notes.stream().filter(n -> !said.contains(n)).forEach(said::add);
    List<SampleFacts> all = new ArrayList<>(samples);
    next.samples.stream().filter(s -> !all.contains(s)).forEach(all::add);
    return new PanelSummary(
        code,
        next.name.isEmpty() ? name : next.name,
        mergeStatus(next.status),
        next.filler.isEmpty() ? filler : next.filler,
        next.collectedAt.or(() -> collectedAt),
        next.receivedAt.or(() -> receivedAt),
        next.reportedAt.or(() -> reportedAt),
        next.provider.equals(PersonName.NONE) ? provider : next.provider,
        said,
        all,
        saidAt);
  }

  private PanelStatus mergeStatus(PanelStatus other) {
    if (isDone(status) != isDone(other)) {
      return PanelStatus.PARTIAL;
    }
    return status == PanelStatus.ALL_MISSING || status == PanelStatus.NONE ? other : status;
  }

  /** Returns whether the laboratory has finished the test. */
  boolean isDone() {
    return isDone(status);
  }

  private static boolean isDone(PanelStatus status) {
    return switch (status) {
      case FINAL, ALL_MISSING -> true;
      case PARTIAL, NONE, UNMATCHED -> false;
    };
  }
}
