package io.tributary.erasure;

import java.util.Set;
import java.util.TreeSet;

/** What an erasure goes through, for tests elsewhere. */
public final class ErasedTables {
  private ErasedTables() {}

  /** As receipts count them. */
  public static Set<String> counted() {
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
