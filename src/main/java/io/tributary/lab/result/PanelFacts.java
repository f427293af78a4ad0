package io.tributary.lab.result;

import io.tributary.lab.wire.LabReport.Panel;
import io.tributary.lab.wire.LabReport.PanelStatus;
import io.tributary.lab.wire.LabReport.Sample;
import io.tributary.lab.wire.PersonName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The last word of a laboratory on one test that was ordered.
 *
 * @param filler the laboratory's number; empty without one
 * @param notes what is said of the test as a whole
 */
record PanelFacts(
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
  PanelFacts {
    notes = List.copyOf(notes);
    samples = List.copyOf(samples);
  }

  /** A sample that it was made of. */
  record SampleFacts(
      String id,
      String labId,
      Optional<Instant> collectedAt,
      Optional<Instant> receivedAt,
      List<String> notes) {
    SampleFacts {
      notes = List.copyOf(notes);
    }

    static SampleFacts of(Sample s) {
      return new SampleFacts(s.id(), s.labId(), s.collectedAt(), s.receivedAt(), s.notes());
    }
  }

  static PanelFacts of(Panel p, Instant saidAt) {
    return new PanelFacts(
        p.code().local(),
        p.code().shown(),
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

  /** Whether the laboratory is through with it. */
  boolean isDone() {
    return switch (status) {
      case FINAL, ALL_MISSING -> true;
      case PARTIAL, NONE, UNMATCHED -> false;
    };
  }
}
