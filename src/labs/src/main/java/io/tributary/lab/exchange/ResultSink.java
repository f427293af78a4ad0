package io.tributary.lab.exchange;

import io.tributary.core.Environment;
import io.tributary.db.Tx;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.result.MessageSplitter;
import java.util.UUID;

/** Where reports go that were read. */
@FunctionalInterface
public interface ResultSink {
  /**
   * Keeps a report in the caller's transaction; the same one again changes nothing.
   *
   * @param message the stored message
   * @param lab id of the laboratory
   * @param parting of the stored message, should it tell of somebody who was erased
   * @return whether all of it found its orders; what did not is kept for somebody to look at
   */
  boolean take(
      Tx tx,
      UUID message,
      int lab,
      Environment environment,
      LabReport report,
      MessageSplitter parting);
}
