package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.Subject;
import java.util.List;

/**
 * Numbers by which a test of a report may name its order, for callers that look up the order
 * themselves.
 */
public final class OrderNumbers {
  private OrderNumbers() {}

  /** Numbers in order of likelihood; none is blank. */
  public static List<String> candidates(Subject subject, Panel panel) {
    return ReportPart.orderNumbers(subject, panel);
  }
}
