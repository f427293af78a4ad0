package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import java.util.List;

/** By what a test of a report may name its order; for who looks for the order by himself. */
public final class OrderNumbers {
  private OrderNumbers() {}

  /** The likeliest first; none is blank. */
  public static List<String> of(Subject subject, Panel panel) {
    return ReportPart.numbers(subject, panel);
  }
}
