package io.tributary.lab.state;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Detail of a status, for information only; it does not affect any decision. */
public enum StatusDetail {
  DATE_OF_COLLECTION_UNSPECIFIED(LowStatus.LAB_PROCESSING_BLOCKED),
  DEMOGRAPHIC_INFORMATION_UNSPECIFIED(LowStatus.LAB_PROCESSING_BLOCKED),
  DEMOGRAPHIC_INFORMATION_MISMATCH(LowStatus.LAB_PROCESSING_BLOCKED),
  SAMPLE_QUANTITY_NOT_SUFFICIENT(LowStatus.SAMPLE_ERROR),
  SAMPLE_CONTAMINATED(LowStatus.SAMPLE_ERROR),
  SAMPLE_IMPROPER_COLLECTION(LowStatus.SAMPLE_ERROR),
  SAMPLE_HEMOLYZED(LowStatus.SAMPLE_ERROR),
  SAMPLE_STABILITY_EXCEEDED(LowStatus.SAMPLE_ERROR),
  FULFILLMENT_ERROR(LowStatus.CANCELLED);

  private static final Map<String, StatusDetail> BY_TEXT =
      Arrays.stream(values())
          .collect(Collectors.toMap(StatusDetail::wireName, Function.identity()));

  private final LowStatus status;

  StatusDetail(LowStatus status) {
    this.status = status;
  }

  /** The only status that this detail belongs to. */
  public LowStatus status() {
    return status;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<StatusDetail> fromWireName(String text) {
    return Optional.ofNullable(BY_TEXT.get(text));
  }

  /** Details that a status may have. A status may always have none. */
  public static Set<StatusDetail> allowedWith(LowStatus status) {
    EnumSet<StatusDetail> out = EnumSet.noneOf(StatusDetail.class);
    for (StatusDetail detail : values()) {
      if (detail.status == status) {
        out.add(detail);
      }
    }
    return out;
  }

  /** Returns whether the laboratory continues once the problem is fixed. */
  public boolean isRecoverable() {
    return status == LowStatus.LAB_PROCESSING_BLOCKED;
  }
}
