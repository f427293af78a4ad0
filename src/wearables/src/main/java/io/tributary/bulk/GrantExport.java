package io.tributary.bulk;

import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.link.GrantImporter.Grant;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Returns the tokens of users' connections to their team.
 *
 * <p>The transaction that reads the tokens also records in the audit table which users' tokens were
 * exported and by which key, before the response is sent. Blocks its virtual thread.
 */
final class GrantExport {
  private static final System.Logger LOG = System.getLogger(GrantExport.class.getName());
  private static final int PAGE_SIZE = 100;
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private static final String READ =
      """
      select id, user_id, external_user_id, access_token_encrypted, refresh_token_encrypted,
             token_expires_at, scopes_granted, created_at,
             coalesce(token_lease_expires_at > now(), false) as renewing
        from connection
       where team_id = $1 and environment = $2 and provider = $3
         and status in ('connected', 'paused') and not demo and access_token_encrypted is not null
         and ($4::uuid[] is null or user_id = any ($4))
         and ($5::timestamptz is null or (created_at, id) > ($5, $6::uuid))
       order by created_at, id limit $7
      """;
  private static final String ACTIVE_KEY =
      "select id from api_key where key_hash = $1 and team_id = $2 and revoked_at is null";
  private static final String AUDIT =
      """
      insert into bulk_export_audit (id, team_id, environment, provider, api_key_id, user_ids)
      values ($1, $2, $3, $4, $5, $6)
      """;

  private final Vertx vertx;
  private final Db db;
  private final Vault vault;
  private final Duration waitLimit;

  /**
   * @param waitLimit how long to wait for tokens that are being renewed
   */
  GrantExport(Vertx vertx, Db db, Vault vault, Duration patience) {
    this.vertx = vertx;
    this.db = db;
    this.vault = vault;
    this.waitLimit = patience;
  }

  private record Page(UUID audit, UUID key, BulkMessages.Exported exported) {}

  /**
   * Reads a page of grants. A token that is being renewed is already spent, so the method waits for
   * the new one, also for paused connections.
   *
   * @throws ServiceException unavailable, when tokens are still being renewed after the wait
   */
  BulkMessages.Exported read(BulkMessages.ExportGrants m) {
    long until = System.nanoTime() + waitLimit.toNanos();
    Optional<Page> page = tryRead(m);
    while (page.isEmpty()) {
      if (System.nanoTime() >= until) {
        throw ServiceException.unavailable("tokens are being refreshed; try again", RETRY_AFTER);
      }
      vertx.timer(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS).await();
      page = tryRead(m);
    }
    return logExport(m, page.get());
  }

  /** Returns empty while any token of the page is being renewed. */
  private Optional<Page> tryRead(BulkMessages.ExportGrants m) {
    return db.tx(
        tx -> {
          UUID key = m.apiKey().map(k -> requireKey(tx, m, k)).orElse(null);
          List<Row> rows = rows(tx, m);
          List<Row> shown = rows.subList(0, Math.min(PAGE_SIZE, rows.size()));
          if (shown.stream().anyMatch(r -> r.getBoolean("renewing"))) {
            return Optional.empty();
          }
          List<Grant> grants = shown.stream().map(r -> grant(tx, r)).toList();
          UUID audit = Ids.uuid();
          tx.update(
              AUDIT,
              audit,
              m.tenant().team(),
              m.tenant().environment().wire(),
              m.provider(),
              key,
              grants.stream().map(Grant::user).toArray(UUID[]::new));
          Optional<KeysetCursor> next =
              rows.size() > PAGE_SIZE
                  ? Optional.of(
                      new KeysetCursor(
                          RowMapping.instant(shown.getLast(), "created_at"),
                          shown.getLast().getUUID("id")))
                  : Optional.empty();
          return Optional.of(new Page(audit, key, new BulkMessages.Exported(grants, next)));
        });
  }

  private static BulkMessages.Exported logExport(BulkMessages.ExportGrants m, Page page) {
    LOG.log(
        Level.INFO,
        "bulk_export="
            + page.audit()
            + " team="
            + m.tenant().team()
            + " environment="
            + m.tenant().environment().wire()
            + " provider="
            + m.provider()
            + " api_key="
            + page.key()
            + " connections="
            + page.exported().grants().size());
    return page.exported();
  }

  private static UUID requireKey(Tx tx, BulkMessages.ExportGrants m, String value) {
    // The authenticator caches keys, so a key that was revoked a moment ago may still have passed
    // it.
    return tx.first(ACTIVE_KEY, Encryption.sha256(value), m.tenant().team())
        .map(r -> r.getUUID("id"))
        .orElseThrow(() -> ServiceException.unauthorized("the API key is invalid"));
  }

  private static List<Row> rows(Tx tx, BulkMessages.ExportGrants m) {
    return RowMapping.list(
        tx.query(
            READ,
            m.tenant().team(),
            m.tenant().environment().wire(),
            m.provider(),
            m.users().map(u -> u.toArray(UUID[]::new)).orElse(null),
            m.after().at(),
            m.after().id(),
            (long) PAGE_SIZE + 1),
        r -> r);
  }

  private Grant grant(Tx tx, Row r) {
    String context = r.getUUID("id").toString();
    String account = r.getString("external_user_id");
    return new Grant(
        r.getUUID("user_id"),
        vault.open(tx, RowMapping.bytes(r, "access_token_encrypted"), context),
        vault.open(tx, RowMapping.bytes(r, "refresh_token_encrypted"), context),
        account == null ? "" : account,
        RowMapping.instant(r, "token_expires_at"),
        RowMapping.texts(r, "scopes_granted"));
  }
}
