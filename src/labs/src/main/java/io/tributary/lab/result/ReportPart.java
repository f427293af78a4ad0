package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.ResultValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Part of a report about one person's sample that belongs to at most one order.
 *
 * @param positions positions of the tests in the message, counted from 0 over all its patients
 */
record ReportPart(Subject subject, List<Integer> positions, List<Panel> panels) {
  private static final String PDF = "application/pdf";

  ReportPart {
    positions = List.copyOf(positions);
    panels = List.copyOf(panels);
  }

  /**
   * Numbers by which a test may name its order, in order of likelihood. They are our order number,
   * the sample ID, our number of the test without and with its position in the order, and the
   * patient's alternate ID (PID-4).
   */
  static List<String> orderNumbers(Subject subject, Panel panel) {
    Set<String> out = new LinkedHashSet<>(ownNumbers(panel));
    subject.ids().stream().filter(i -> i.type().equals("PID-4")).forEach(i -> out.add(i.value()));
    out.removeIf(String::isBlank);
    return List.copyOf(out);
  }

  /** Numbers of the test itself. */
  static List<String> ownNumbers(Panel panel) {
    Set<String> out = new LinkedHashSet<>();
    out.add(panel.group());
    panel.samples().forEach(s -> out.add(s.id()));
    int dash = panel.placer().lastIndexOf('-');
    if (dash > 0 && panel.placer().substring(dash + 1).matches("\\d{1,4}")) {
      out.add(panel.placer().substring(0, dash));
    }
    out.add(panel.placer());
    out.removeIf(String::isBlank);
    return List.copyOf(out);
  }

  /** Merges another part about the same order. */
  ReportPart merge(ReportPart other) {
    List<Integer> at = new ArrayList<>(positions);
    at.addAll(other.positions);
    List<Panel> all = new ArrayList<>(panels);
    all.addAll(other.panels);
    return new ReportPart(subject, at, all);
  }

  /** Removes the tests at these positions; empty when none remain. */
  Optional<ReportPart> without(Set<Integer> done) {
    List<Integer> at = new ArrayList<>();
    List<Panel> left = new ArrayList<>();
    for (int i = 0; i < positions.size(); i++) {
      if (!done.contains(positions.get(i))) {
        at.add(positions.get(i));
        left.add(panels.get(i));
      }
    }
    return at.isEmpty() ? Optional.empty() : Optional.of(new ReportPart(subject, at, left));
  }

  ResultHistory history(Instant saidAt) {
    return ResultHistory.of(panels, saidAt);
  }

  /** Returns whether the laboratory itself could assign neither order nor patient. */
  boolean isUnknownToLab() {
    return !panels.isEmpty() && panels.stream().allMatch(p -> p.status() == PanelStatus.UNMATCHED);
  }

  /** The laboratory's own PDF report. The last one, because earlier ones are drafts. */
  Optional<byte[]> labReport() {
    List<byte[]> found = new ArrayList<>();
    for (Panel p : panels) {
      for (Observation o : p.observations()) {
        if (o.value() instanceof ResultValue.Document d && d.mediaType().equals(PDF)) {
          found.add(d.bytes());
        }
      }
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
  }
}
