package io.tributary.lab.result;

/** What became of a report. */
public enum IntakeOutcome {
  /** An order has it now. */
  ATTACHED,
  /** It told nothing new. */
  UNCHANGED,
  /** At least a part of it waits for somebody to say whose it is. */
  UNMATCHED
}
