package io.tributary.lab.protocol.hl7;

import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Maps HL7 result codes of laboratories to our values. */
public final class ResultCodes {
  private ResultCodes() {}

  /**
   * Returns the most severe interpretation of several flags; empty if there is none, in which case
   * the reference range decides.
   *
   * @param own laboratory-specific meanings that override table 0078
   */
  public static Optional<Interpretation> interpretation(
      Collection<String> flags, Map<String, Interpretation> own) {
    Interpretation out = null;
    for (String flag : flags) {
      if (!flag.isBlank()) {
        Interpretation next = own.getOrDefault(flag.strip(), fromFlag(flag));
        if (out == null || severity(next) > severity(out)) {
          out = next;
        }
      }
    }
    return Optional.ofNullable(out);
  }

  private static int severity(Interpretation of) {
    return switch (of) {
      case NORMAL -> 0;
      case UNKNOWN -> 1;
      case ABNORMAL -> 2;
      case CRITICAL -> 3;
    };
  }

  private static Interpretation fromFlag(String flag) {
    return switch (flag.strip().toUpperCase(Locale.ROOT)) {
      case "N", "NEG", "ND", "NR", "S" -> Interpretation.NORMAL;
      case "L", "H", "A", "<", ">", "LU", "HU", "POS", "DET", "RR", "WR", "R", "U", "D", "B", "W" ->
          Interpretation.ABNORMAL;
      case "LL", "HH", "AA" -> Interpretation.CRITICAL;
      default -> Interpretation.UNKNOWN;
    };
  }

  /** Maps OBX-11. An unknown status counts as partial, because it must not complete a test. */
  public static ResultAction resultAction(String status) {
    return switch (status) {
      case "F", "U" -> ResultAction.FINAL;
      case "I" -> ResultAction.PENDING;
      case "C", "A" -> ResultAction.CORRECTION;
      case "D" -> ResultAction.DELETE;
      case "W" -> ResultAction.WITHDRAW;
      case "X" -> ResultAction.MISSING;
      case "O", "N" -> ResultAction.IGNORE;
      default -> ResultAction.PARTIAL;
    };
  }

  /** Maps OBR-25. An unknown status counts as partial, because it must not complete a test. */
  public static PanelStatus panelStatus(String status) {
    return switch (status) {
      case "F", "C" -> PanelStatus.FINAL;
      case "I", "S", "O" -> PanelStatus.NONE;
      case "X" -> PanelStatus.ALL_MISSING;
      case "Y", "Z" -> PanelStatus.UNMATCHED;
      default -> PanelStatus.PARTIAL;
    };
  }

  /**
   * Maps SPM-24 to the order status that applies if the sample yields no results. Empty for
   * harmless and unknown conditions.
   */
  public static Optional<Status> condition(String code) {
    return Optional.ofNullable(
        switch (code) {
          case "HEM" -> Status.of(StatusDetail.SAMPLE_HEMOLYZED);
          case "CLOT" -> Status.of(StatusDetail.SAMPLE_IMPROPER_COLLECTION);
          case "CON" -> Status.of(StatusDetail.SAMPLE_CONTAMINATED);
          case "AUT" -> Status.of(StatusDetail.SAMPLE_STABILITY_EXCEEDED);
          case "SNR" -> Status.of(LowStatus.SAMPLE_ERROR);
          // Some laboratories use the rejection codes of SPM-21 here.
          default -> rejection(code).orElse(null);
        });
  }

  /** Maps SPM-21 to the order status of a rejected sample; empty for unknown reasons. */
  public static Optional<Status> rejection(String code) {
    return Optional.ofNullable(
        switch (code) {
          case "QS" -> Status.of(StatusDetail.SAMPLE_QUANTITY_NOT_SUFFICIENT);
          case "RN" -> Status.of(StatusDetail.SAMPLE_CONTAMINATED);
          case "RH" -> Status.of(StatusDetail.SAMPLE_HEMOLYZED);
          case "EX" -> Status.of(StatusDetail.SAMPLE_STABILITY_EXCEEDED);
          case "RC", "RR" -> Status.of(StatusDetail.SAMPLE_IMPROPER_COLLECTION);
          case "RB", "RM" -> Status.of(LowStatus.SAMPLE_ERROR);
          case "RD" -> Status.of(StatusDetail.DATE_OF_COLLECTION_UNSPECIFIED);
          case "RA", "RE" -> Status.of(StatusDetail.DEMOGRAPHIC_INFORMATION_UNSPECIFIED);
          case "RI", "RS" -> Status.of(StatusDetail.DEMOGRAPHIC_INFORMATION_MISMATCH);
          case "RP" -> Status.of(LowStatus.LAB_PROCESSING_BLOCKED);
          default -> null;
        });
  }
}
