package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;

/**
 * Rotates the master key: rewraps the data keys in one transaction. Encrypted values do not change.
 */
public final class MasterKeyRotation {
  private static final String LOCK = "lock table data_key in share row exclusive mode";
  private static final String OTHERS =
      "select id, master_key_id, wrapped_key from data_key where master_key_id is not null and"
          + " master_key_id <> $1";
  private static final String REWRAP =
      "update data_key set master_key_id = $2, wrapped_key = $3 where id = $1";

  private MasterKeyRotation() {}

  /**
   * Rewraps all data keys that another master key wraps.
   *
   * @param masters the new key first, followed by the previous one
   * @return number of rewrapped keys; 0 if the rotation was done before
   * @throws io.tributary.core.ServiceException if a data key is wrapped by a master key that is not
   *     given; no key was changed
   */
  public static int run(Db db, MasterKeys masters) {
    return db.tx(tx -> run(tx, masters));
  }

  private static int run(Tx tx, MasterKeys masters) {
    tx.query(LOCK);
    String next = masters.currentId();
    Aead after = masters.find(next).orElseThrow();
    List<Row> rows = RowMapping.list(tx.query(OTHERS, next), r -> r);
    for (Row row : rows) {
      UUID id = row.getUUID("id");
      String before = row.getString("master_key_id");
      Aead wrapper =
          masters
              .find(before)
              .orElseThrow(
                  () ->
                      new ServiceException(
                          ServiceException.Reason.UNAVAILABLE,
                          "a data key is wrapped with master key "
                              + before
                              + ", which is not configured"));
      byte[] wrapped =
          TinkCrypto.rewrap(
              RowMapping.bytes(row, "wrapped_key"),
              wrapper,
              after,
              DataKeyRepo.StoredDataKey.context(id));
      tx.update(REWRAP, id, next, wrapped);
    }
    return rows.size();
  }
}
