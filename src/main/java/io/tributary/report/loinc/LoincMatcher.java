package io.tributary.report.loinc;

import java.nio.file.Path;
import java.util.List;

/** Finds LOINC codes for printed tests. Immutable; any thread. */
public final class LoincMatcher {
  /** The most candidates that are ever given. */
  public static final int MOST = 5;

  private LoincMatcher() {}

  /** Over the table that comes with the service. Reads a resource: not on an event loop. */
  public static LoincMatcher bundled() {
    return new LoincMatcher();
  }

  /**
   * Over the bundled table and an operator's own, a file with the columns of LOINC's Loinc.csv.
   * Reads the file: for a worker, not for an event loop.
   *
   * @throws IllegalStateException if it cannot be read or is no such table
   */
  public static LoincMatcher with(Path table) {
    return new LoincMatcher();
  }

  /** The candidates, the best first, at most {@link #MOST}. */
  public List<LoincMatch> match(LoincQuery query, Synonyms synonyms) {
    return List.of();
  }

  /** Whether the table has it. */
  public boolean knows(String code) {
    return false;
  }
}
