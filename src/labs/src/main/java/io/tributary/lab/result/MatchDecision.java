package io.tributary.lab.result;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Decision about a report. Only the first is attached without a review. */
public enum MatchDecision {
  MATCH_SAMPLE_ID("The sample and the patient match an order."),
  MATCH_COMPLETED("The order of this sample is already complete."),
  MATCH_CANCELLED("The order of this sample was canceled."),
  WRONG_COLLECTION("The order of this sample is not yet ready for results."),
  MATCH_SAMPLE_ID_MISMATCH_DEMO("The sample matches an order, but the patient does not."),
  MATCH_DEMO("No sample matches; the patient matches one user."),
  WRONG_LAB(
      "No sample matches; the patient matches one user, who has an open order at another lab."),
  MULTIPLE_DEMO_MATCH("No sample matches; the patient may be one of several users."),
  NO_MATCH("Neither the sample nor the patient matches.");

  private final String reason;

  MatchDecision(String reason) {
    this.reason = reason;
  }

  /** Explanation in one sentence. */
  public String reason() {
    return reason;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<MatchDecision> fromWireName(String text) {
    return Arrays.stream(values()).filter(d -> d.wireName().equals(text)).findFirst();
  }
}
