package io.tributary.audit;

import io.tributary.core.Encryption;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Optional;

/**
 * Takes old rows away from the front of chains. What is left begins at a sealed place, so that it
 * can still be verified; chains themselves stay.
 */
public final class AuditRetention {
  // Rows of a chain are written nearly in the order of their times.
  private static final String OLD =
      """
      select c.number, c.opening, e.seq, e.hash
        from audit_chain c
       cross join lateral (
         select seq, hash from audit_entry
          where chain = c.number and seq > c.kept_after and seq <= c.kept_after + $1
            and at <= now() - make_interval(secs => $2)
          order by seq desc limit 1) e
       order by c.number limit 1
      """;
  private static final String ROWS = "delete from audit_entry where chain = $1 and seq <= $2";
  private static final String ANCHORS = "delete from audit_anchor where chain = $1 and seq < $2";
  private static final String KEEP =
      "update audit_chain set kept_after = $2, kept_hash = $3, kept_seal = $4 where number = $1";

  private final Encryption key;
  private final double seconds;

  public AuditRetention(Encryption key, Duration keep) {
    this.key = key;
    this.seconds = keep.toSeconds();
  }

  /**
   * @param rows taken away at most
   * @return whether there may be more
   */
  public boolean run(Tx tx, int rows) {
    Optional<Row> old = tx.first(OLD, (long) rows, seconds);
    old.ifPresent(r -> cut(tx, r));
    return old.isPresent();
  }

  private void cut(Tx tx, Row r) {
    HashChain chain = new HashChain(r.getInteger("number"), Rows.bytes(r, "opening"));
    long seq = r.getLong("seq");
    byte[] hash = Rows.bytes(r, "hash");
    tx.update(ROWS, chain.number(), seq);
    tx.update(ANCHORS, chain.number(), seq);
    // Last: the node that writes the chain waits for this row.
    tx.update(KEEP, chain.number(), seq, hash, chain.keptSeal(key, seq, hash));
  }
}
