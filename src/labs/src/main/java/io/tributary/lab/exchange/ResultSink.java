package io.tributary.lab.exchange;

import io.tributary.core.Environment;
import io.tributary.db.Tx;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.result.MessageSplitter;
import java.util.UUID;

/** Receiver of parsed reports. */
@FunctionalInterface
public interface ResultSink {
  /**
   * Stores a report in the caller's transaction; a repeated report changes nothing.
   *
   * @param message the stored message
   * @param lab ID of the laboratory
   * @param parting removes content about an erased person from the stored message
   * @return whether every part found its order; other parts are kept for review
   */
  boolean accept(
      Tx tx,
      UUID message,
      int lab,
      Environment environment,
      LabReport report,
      MessageSplitter parting);
}
