package io.tributary.team;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lab testing feature that can be enabled for a team. In a new team only the last two are on. */
public enum LabFeature {
  MINORS,
  ON_SITE_COLLECTION,
  ORDER_IMPORT,
  PARTIAL_RESULT_WEBHOOKS,
  REDRAWS,
  PRE_REQUISITION_SCHEDULING,
  PSC_SCHEDULING,
  SONORA_SCHEDULING,
  PSC_ASYNC_CONFIRMATION,
  PSC_STALE_AVAILABILITY,
  UNMATCHED_REVIEW,
  UNMATCHED_TESTING,
  COMPENDIUM_SEARCH,
  ABN,
  SMS_REMINDERS,
  REPORT_PARSING,
  REPORT_HUMAN_REVIEW,
  PATIENT_EMAIL,
  PATIENT_SMS;

  /** Name on the wire and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Parses a name. Empty for a feature of a later version. */
  static Optional<LabFeature> of(String wire) {
    return Arrays.stream(values()).filter(s -> s.wire().equals(wire)).findFirst();
  }
}
