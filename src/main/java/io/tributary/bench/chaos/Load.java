package io.tributary.bench.chaos;

import java.util.List;
import java.util.function.BooleanSupplier;

/** One path into the service: work that is done while faults happen, and its recount. */
interface Load {
  /**
   * Works until it is over; on a thread of its own.
   *
   * @param going false when it is over; what was begun is ended all the same
   */
  void run(BooleanSupplier going) throws Exception;

  /** How much has been acknowledged, in a few words. */
  String progress();

  /** What is still to be done by the service; empty when all is settled. */
  String waitsFor(Outside outside);

  /** Everything that was acknowledged, counted from outside. */
  List<Check> recount(Outside outside) throws Exception;
}
