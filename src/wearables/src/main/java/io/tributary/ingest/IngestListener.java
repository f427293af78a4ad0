package io.tributary.ingest;

import io.tributary.db.Tx;
import java.util.List;

/** Listener for stored batches, called in the transaction of the change. */
public interface IngestListener {
  /** Listener that does nothing. */
  IngestListener NONE = (tx, entries, outcomes) -> {};

  /**
   * @param outcomes one for each entry
   */
  void onStored(Tx tx, List<IngestRequest> entries, List<IngestResult> outcomes);
}
