package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who pays for an order. */
public enum BillingType {
  CLIENT_BILL,
  COMMERCIAL_INSURANCE,
  PATIENT_BILL_PASSTHROUGH,
  PATIENT_BILL;

  /** As in JSON and in the database. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<BillingType> of(String wire) {
    return Arrays.stream(values()).filter(b -> b.wire().equals(wire)).findFirst();
  }

  /** What a fault of input lists. */
  public static List<String> words() {
    return Arrays.stream(values()).map(BillingType::wire).toList();
  }
}
