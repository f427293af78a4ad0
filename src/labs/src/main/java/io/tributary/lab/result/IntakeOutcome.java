package io.tributary.lab.result;

/** Outcome of processing a report. */
public enum IntakeOutcome {
  /** Attached to an order. */
  ATTACHED,
  /** No new information. */
  UNCHANGED,
  /** Unmatched, in full or in part: awaits review. */
  UNMATCHED
}
