package io.tributary.audit;

import io.tributary.core.Encryption;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes expired rows from the front of audit chains.
 *
 * <p>The chain records the last deleted row with a seal, so that the remaining rows can still be
 * verified and a deletion by anyone else is detected. The chains themselves are kept.
 */
public final class AuditRetention {
  // Rows of a chain are almost in time order, so the last expired row within the limit marks the
  // cut.
  private static final String FIND_EXPIRED =
      """
      select c.number, c.opening_hash, e.seq, e.hash
        from audit_chain c
       cross join lateral (
         select seq, hash from audit_entry
          where chain = c.number and seq > c.pruned_seq and seq <= c.pruned_seq + $1
            and at <= now() - make_interval(secs => $2)
          order by seq desc limit 1) e
       order by c.number limit 1
      """;
  private static final String ROWS = "delete from audit_entry where chain = $1 and seq <= $2";
  private static final String ANCHORS = "delete from audit_anchor where chain = $1 and seq < $2";
  private static final String UPDATE_FRONT =
      "update audit_chain set pruned_seq = $2, pruned_hash = $3, pruned_seal = $4 where number ="
          + " $1";

  private final Encryption key;
  private final double keepSeconds;

  public AuditRetention(Encryption key, Duration keep) {
    this.key = key;
    this.keepSeconds = keep.toSeconds();
  }

  /**
   * @param rows maximum number of rows to delete
   * @return whether there may be more expired rows
   */
  public boolean run(Tx tx, int rows) {
    Optional<Row> old = tx.first(FIND_EXPIRED, (long) rows, keepSeconds);
    old.ifPresent(r -> deleteThrough(tx, r));
    return old.isPresent();
  }

  private void deleteThrough(Tx tx, Row r) {
    HashChain chain = new HashChain(r.getInteger("number"), RowMapping.bytes(r, "opening_hash"));
    long seq = r.getLong("seq");
    byte[] hash = RowMapping.bytes(r, "hash");
    tx.update(ROWS, chain.number(), seq);
    tx.update(ANCHORS, chain.number(), seq);
    // Last in the transaction, because the node that writes the chain waits for this row lock.
    tx.update(UPDATE_FRONT, chain.number(), seq, hash, chain.keptSeal(key, seq, hash));
  }
}
