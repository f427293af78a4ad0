package io.tributary.ingest;

import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.model.Batch;

/**
 * Stores batches of many callers: what waits at the same moment shares a transaction, so that a
 * thousand small pushes cost a few commits. Shared by all threads; callers are virtual or plain
 * threads.
 */
public final class Intake {
  private final Db db;
  private final Ingest ingest;

  public Intake(Db db, Ingest ingest) {
    this.db = db;
    this.ingest = ingest;
  }

  /** Work of one caller around the storing of its batch, in the same transaction. */
  public interface Work<T> {
    /**
     * Runs with the user's row held. It has no effect but SQL, touches rows of its own user only,
     * and may run more than once; a refusal that it throws undoes this caller's part alone.
     *
     * @param ingest takes the batches of this caller
     */
    T run(Tx tx, Ingest ingest);
  }

  /** Stores a batch; returns once it is committed. */
  public Stored store(IngestTarget target, Batch batch, boolean history) {
    return db.tx(tx -> ingest.store(tx, target, batch, history));
  }

  /** The same with further rows of the caller in the transaction. */
  public <T> T with(IngestTarget target, Work<T> work) {
    return db.tx(tx -> work.run(tx, ingest));
  }
}
