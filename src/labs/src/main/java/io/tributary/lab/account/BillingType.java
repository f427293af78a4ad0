package io.tributary.lab.account;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Party that pays for an order. */
public enum BillingType {
  CLIENT_BILL,
  COMMERCIAL_INSURANCE,
  PATIENT_BILL_PASSTHROUGH,
  PATIENT_BILL;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<BillingType> of(String wire) {
    return Arrays.stream(values()).filter(b -> b.wire().equals(wire)).findFirst();
  }

  /** Names of all types, for validation errors. */
  public static List<String> words() {
    return Arrays.stream(values()).map(BillingType::wire).toList();
  }
}
