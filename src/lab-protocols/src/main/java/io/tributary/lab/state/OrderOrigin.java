package io.tributary.lab.state;

import java.util.List;
import java.util.Locale;

/** Why an order exists. */
public enum OrderOrigin {
  INITIAL,
  /** Draws again what the laboratory spoilt; one per transaction. */
  REDRAW,
  /** Takes the place of another order. */
  RECREATION;

  /** As it is written in JSON. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** An imported order passes these at once; all others wait at the first. */
  public static List<LowStatus> firstSteps(boolean imported) {
    return imported
        ? List.of(LowStatus.ORDERED, LowStatus.REQUISITION_BYPASSED)
        : List.of(LowStatus.ORDERED);
  }
}
