package io.tributary.ingest;

import io.tributary.db.Tx;
import java.util.List;

/** Hears, in the transaction of the change, what batches came to. */
public interface IngestListener {
  /** Nobody listens. */
  IngestListener NONE = (tx, entries, outcomes) -> {};

  /**
   * @param outcomes one for each entry
   */
  void changed(Tx tx, List<IngestRequest> entries, List<IngestResult> outcomes);
}
