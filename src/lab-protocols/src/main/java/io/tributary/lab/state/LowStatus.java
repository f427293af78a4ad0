package io.tributary.lab.state;

import static io.tributary.lab.state.HighStatus.COLLECTING_SAMPLE;
import static io.tributary.lab.state.HighStatus.FAILED;
import static io.tributary.lab.state.HighStatus.RECEIVED;
import static io.tributary.lab.state.HighStatus.SAMPLE_WITH_LAB;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Detailed status of an order. The possible values depend on its {@link Modality}. */
public enum LowStatus {
  ORDERED(RECEIVED),
  REQUISITION_CREATED(RECEIVED),
  REQUISITION_BYPASSED(RECEIVED),
  AWAITING_REGISTRATION(RECEIVED),
  REGISTERED(RECEIVED),
  APPOINTMENT_PENDING(COLLECTING_SAMPLE),
  APPOINTMENT_SCHEDULED(COLLECTING_SAMPLE),
  APPOINTMENT_CANCELLED(COLLECTING_SAMPLE),
  REDRAW_AVAILABLE(COLLECTING_SAMPLE),
  DRAW_COMPLETED(COLLECTING_SAMPLE),
  TRANSIT_CUSTOMER(COLLECTING_SAMPLE),
  PROBLEM_IN_TRANSIT_CUSTOMER(COLLECTING_SAMPLE),
  OUT_FOR_DELIVERY(COLLECTING_SAMPLE),
  WITH_CUSTOMER(COLLECTING_SAMPLE),
  TRANSIT_LAB(COLLECTING_SAMPLE),
  PROBLEM_IN_TRANSIT_LAB(COLLECTING_SAMPLE),
  DELIVERED_TO_LAB(SAMPLE_WITH_LAB),
  LAB_PROCESSING_BLOCKED(SAMPLE_WITH_LAB),
  PARTIAL_RESULTS(SAMPLE_WITH_LAB),
  COMPLETED(HighStatus.COMPLETED),
  CORRECTED(HighStatus.COMPLETED),
  SAMPLE_ERROR(FAILED),
  FAILURE_TO_DELIVER_TO_CUSTOMER(FAILED),
  FAILURE_TO_DELIVER_TO_LAB(FAILED),
  LOST(FAILED),
  CANCELLED(HighStatus.CANCELLED),
  DO_NOT_PROCESS(HighStatus.CANCELLED);

  private static final Map<String, LowStatus> BY_TEXT =
      Arrays.stream(values()).collect(Collectors.toMap(LowStatus::wireName, Function.identity()));

  private final HighStatus defaultHighStatus;

  LowStatus(HighStatus usualHigh) {
    this.defaultHighStatus = usualHigh;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<LowStatus> fromWireName(String text) {
    return Optional.ofNullable(BY_TEXT.get(text));
  }

  /**
   * Coarse status of this status. It is the same for all modalities, except that an on-site
   * collection hands the sample directly to the laboratory.
   */
  public HighStatus highStatus(Modality modality) {
    return this == DRAW_COMPLETED && modality == Modality.ON_SITE
        ? SAMPLE_WITH_LAB
        : defaultHighStatus;
  }
}
