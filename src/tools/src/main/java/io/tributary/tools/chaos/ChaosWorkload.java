package io.tributary.tools.chaos;

import java.util.List;
import java.util.function.BooleanSupplier;

/** One path into the service: work that is done while faults happen, and its recount. */
interface ChaosWorkload {
  /**
   * Works until it is over; on a thread of its own.
   *
   * @param going false when it is over; what was begun is ended all the same
   */
  void run(BooleanSupplier going) throws Exception;

  /** What it counts. */
  String unit();

  /** How much of that has been acknowledged. */
  long done();

  /**
   * How much there must be at least in ten minutes, by far: else there was no load, and that
   * nothing of it is lost would say nothing.
   */
  int leastInTenMinutes();

  /** What is still to be done by the service; empty when all is settled. */
  default String waitsFor(ConsistencyView outside) {
    return "";
  }

  /** Everything that was acknowledged, counted from outside. */
  List<ConsistencyCheck> recount(ConsistencyView outside) throws Exception;
}
