package io.tributary.lab.protocol.fhir;

import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;

/** What the statuses of laboratories mean to us (labs.md §19.6). */
final class StatusMapping {
  private StatusMapping() {}

  /** Of a report. What we do not know may not end a test: it is taken for a part. */
  static PanelStatus report(String status) {
    return switch (status) {
      case "final", "amended", "corrected", "appended" -> PanelStatus.FINAL;
      case "registered", "entered-in-error" -> PanelStatus.NONE;
      case "cancelled" -> PanelStatus.ALL_MISSING;
      default -> PanelStatus.PARTIAL;
    };
  }

  /** Of one test of several that a report answers. */
  static PanelStatus request(String status, PanelStatus report) {
    return switch (status) {
      case "completed" -> report == PanelStatus.PARTIAL ? PanelStatus.FINAL : report;
      case "revoked" -> PanelStatus.ALL_MISSING;
      default -> report;
    };
  }

  /** Of a result. */
  static ResultAction result(String status) {
    return switch (status) {
      case "final" -> ResultAction.FINAL;
      case "amended", "corrected" -> ResultAction.CORRECTION;
      case "registered" -> ResultAction.PENDING;
      case "cancelled" -> ResultAction.MISSING;
      case "entered-in-error" -> ResultAction.WITHDRAW;
      default -> ResultAction.PARTIAL;
    };
  }
}
