package io.tributary.tools.demo;

import java.util.concurrent.atomic.AtomicInteger;

/** Counters of the demo's work, which the progress display and the report read. Thread-safe. */
final class DemoCounters {
  final int users;
  final AtomicInteger created = new AtomicInteger();
  final AtomicInteger linked = new AtomicInteger();
  final AtomicInteger verified = new AtomicInteger();

  /** Historical pulls that exist, and those that have ended in the current phase. */
  volatile int pulls;

  volatile int pullsDone;

  /** Log lines of level SEVERE of a service that the demo started. */
  volatile int severeLogLines;

  DemoCounters(int users) {
    this.users = users;
  }
}
