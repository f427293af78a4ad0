package io.tributary.tools.chaos;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Workload on one path into the service that runs while faults occur, and its verification. */
interface ChaosWorkload {
  /**
   * Runs the workload on a thread of its own.
   *
   * @param going becomes false at the end; work in progress is still completed
   */
  void run(BooleanSupplier going) throws Exception;

  /** Returns the unit that {@link #doneCount} counts. */
  String unit();

  /** Returns the number of acknowledged units. */
  long doneCount();

  /**
   * Returns a conservative minimum of units in ten minutes. Below it there was no meaningful load,
   * and a check for losses would prove nothing.
   */
  int minPerTenMinutes();

  /** Describes the work that the service still has to do; empty if all is settled. */
  default String pendingWork(ConsistencyView outside) {
    return "";
  }

  /** Verifies everything that was acknowledged from outside. */
  List<ConsistencyCheck> verify(ConsistencyView outside) throws Exception;
}
