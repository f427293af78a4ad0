package io.tributary.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates and reads rows of erasure_receipt. */
public final class Receipts {
  static final int PAGE = 100;

  private static final String CONTEXT = "erased user";
  private static final String NOW = "select now() as t";
  private static final String WRITE =
      """
      insert into erasure_receipt (id, org_id, team_id, environment, user_hmac, jws, erased_at)
      values ($1, $2, $3, $4, $5, $6, now())
      """;
  private static final String FIND =
      """
      select id, erased_at, jws from erasure_receipt
       where user_hmac = $1 and team_id = $2 and environment = $3
      """;
  private static final String LIST =
      """
      select id, erased_at, jws from erasure_receipt
       where org_id = $1 and ($2::uuid is null or team_id = $2)
         and ($3::timestamptz is null or (erased_at, id) > ($3, $4::uuid))
       order by erased_at, id limit $5
      """;

  private final Db db;
  private final Encryption secrets;
  private final ReceiptKey key;
  private final String release;

  /**
   * @param release software version stated in receipts
   */
  public Receipts(Db db, Encryption secrets, ReceiptKey key, String release) {
    this.db = db;
    this.secrets = secrets;
    this.key = key;
    this.release = release;
  }

  /** Receipt as returned by the API. */
  record StoredReceipt(UUID id, Instant erasedAt, String jws) {
    static StoredReceipt read(Row r) {
      return new StoredReceipt(
          r.getUUID("id"), RowMapping.instant(r, "erased_at"), r.getString("jws"));
    }

    ObjectNode json() {
      JsonNode signed = Json.parse(Base64.getUrlDecoder().decode(jws.split("\\.")[1]));
      ObjectNode out = Json.object();
      out.set("receipt", signed);
      return out.put("jws", jws);
    }
  }

  /** Signs and stores a receipt in the transaction that deletes the user. */
  ErasureReceipt write(Tx tx, ErasureProgress progress) {
    Instant now = RowMapping.instant(tx.first(NOW).orElseThrow(), "t");
    ErasureReceipt r = ErasureReceipt.of(progress, now, release);
    String jws = key.sign(tx, r.document());
    tx.update(WRITE, r.id(), r.org(), r.team(), r.environment(), mark(r.user()), jws);
    return r;
  }

  /** Finds a user's receipt. Non-blocking. */
  Future<Optional<StoredReceipt>> find(Tenant tenant, UUID user) {
    return db.read(FIND, mark(user), tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, StoredReceipt::read));
  }

  /** Returns one receipt more than a page. Non-blocking. */
  Future<List<StoredReceipt>> list(UUID org, Optional<UUID> team, KeysetCursor from) {
    return db.read(LIST, org, team.orElse(null), from.at(), from.id(), PAGE + 1)
        .map(rows -> RowMapping.list(rows, StoredReceipt::read));
  }

  /** Returns the public signing keys. */
  Future<ObjectNode> keys() {
    return db.txAsync(key::publicKeys);
  }

  private byte[] mark(UUID user) {
    return secrets.mac(user.toString().getBytes(StandardCharsets.US_ASCII), CONTEXT);
  }
}
