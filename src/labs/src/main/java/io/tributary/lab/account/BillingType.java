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

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<BillingType> fromWireName(String wire) {
    return Arrays.stream(values()).filter(b -> b.wireName().equals(wire)).findFirst();
  }

  /** Names of all types, for validation errors. */
  public static List<String> wireNames() {
    return Arrays.stream(values()).map(BillingType::wireName).toList();
  }
}
