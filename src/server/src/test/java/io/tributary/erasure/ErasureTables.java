package io.tributary.erasure;

import java.util.Set;
import java.util.TreeSet;

/** Tables covered by an erasure, for tests in other packages. */
public final class ErasureTables {
  private ErasureTables() {}

  /** Returns the tables as named in receipts. */
  public static Set<String> receiptTables() {
    Set<String> out = new TreeSet<>();
    ErasurePlan.STEPS.forEach(k -> out.add(k.counterName()));
    return out;
  }

  static Set<String> tables() {
    Set<String> out = new TreeSet<>();
    ErasurePlan.STEPS.forEach(k -> out.add(k.table()));
    return out;
  }
}
