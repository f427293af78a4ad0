package io.tributary.lab.protocol.fhir;

import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;

/** Maps FHIR statuses of laboratories to our statuses. */
final class StatusMapping {
  private StatusMapping() {}

  /**
   * Maps the status of a report. An unknown status counts as partial, because it must not complete
   * a test.
   */
  static PanelStatus ofReport(String status) {
    return switch (status) {
      case "final", "amended", "corrected", "appended" -> PanelStatus.FINAL;
      case "registered", "entered-in-error" -> PanelStatus.NONE;
      case "cancelled" -> PanelStatus.ALL_MISSING;
      default -> PanelStatus.PARTIAL;
    };
  }

  /** Maps the status of one request when a report answers several. */
  static PanelStatus ofRequest(String status, PanelStatus report) {
    return switch (status) {
      case "completed" -> report == PanelStatus.PARTIAL ? PanelStatus.FINAL : report;
      case "revoked" -> PanelStatus.ALL_MISSING;
      default -> report;
    };
  }

  /** Maps the status of an observation. */
  static ResultAction ofObservation(String status) {
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
