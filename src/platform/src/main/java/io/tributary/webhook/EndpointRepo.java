package io.tributary.webhook;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of webhook_endpoint and webhook_secret. */
final class EndpointRepo {
  private static final String COLUMNS =
      "id, url, description, rate_limit, disabled, filter_types, ordered, created_at, updated_at";

  private static final String TEAM_EXISTS = "select 1 from team where id = $1 and org_id = $2";

  private static final String PAGE =
      """
      select %s from webhook_endpoint
       where team_id = $1 and environment = $2 and kind = 'webhook' and deleted_at is null
         and ($3::timestamptz is null or (created_at, id) < ($3, $4))
       order by created_at desc, id desc limit $5
      """
          .formatted(COLUMNS);

  private static final String FIND =
      """
      select %s from webhook_endpoint
       where id = $1 and team_id = $2 and environment = $3 and kind = 'webhook' and deleted_at is null
         and exists (select 1 from team where id = $2 and org_id = $4)
      """
          .formatted(COLUMNS);

  /** Matches webhooks and streaming destinations, because both have messages. */
  private static final String EXISTS =
      """
      select 1 from webhook_endpoint e join team t on t.id = e.team_id
       where e.id = $1 and e.team_id = $2 and e.environment = $3 and t.org_id = $4
         and e.deleted_at is null
      """;

  private static final String KEY =
      """
      select s.secret_encrypted from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
       where e.id = $1 and e.team_id = $2 and e.environment = $3 and e.kind = 'webhook' and e.deleted_at is null
         and s.expires_at is null and exists (select 1 from team where id = $2 and org_id = $4)
       order by s.id desc limit 1
      """;

  /**
   * Serializes creations for the same team and environment, so that the count below stays valid.
   */
  private static final String LOCK_TEAM =
      """
      select 1 from team_environment e join team t on t.id = e.team_id
       where e.team_id = $1 and e.environment = $2 and t.org_id = $3 for update of e
      """;

  private static final String COUNT =
      """
      select count(*)::int as n from webhook_endpoint
       where team_id = $1 and environment = $2 and kind = 'webhook' and deleted_at is null
      """;

  private static final String INSERT =
      """
      insert into webhook_endpoint
        (id, team_id, environment, shard, url, description, rate_limit, disabled, filter_types,
         filter_prefixes, ordered)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning %s
      """
          .formatted(COLUMNS);

  /**
   * A weaker lock than {@code for update}, compatible with foreign key checks. Statistics rows of
   * the endpoint are written by statements that have already locked deliveries, and the holder of
   * this lock may cancel those deliveries next, so a stronger lock could deadlock.
   */
  private static final String LOCK =
      """
      select e.id, e.url, e.description, e.rate_limit, e.disabled, e.filter_types, e.ordered,
             e.created_at, e.updated_at, e.shard
        from webhook_endpoint e join team t on t.id = e.team_id
       where e.id = $1 and e.team_id = $2 and e.environment = $3 and t.org_id = $4
         and e.kind = 'webhook' and e.deleted_at is null
         for no key update of e
      """;

  private static final String UPDATE =
      """
      update webhook_endpoint
         set url = $2, description = $3, rate_limit = $4, disabled = $5, filter_types = $6,
             filter_prefixes = $7, ordered = $8,
             failing_since = case when disabled and not $5 then null else failing_since end,
             disable_clock_started_at = case when disabled and not $5 then null else disable_clock_started_at end,
             updated_at = now()
       where id = $1 returning %s
      """
          .formatted(COLUMNS);

  private static final String REMOVE =
      "update webhook_endpoint set deleted_at = now(), updated_at = now() where id = $1";

  private static final String OLD_KEYS =
      """
      select count(*)::int as n from webhook_secret where endpoint_id = $1 and expires_at > now()
      """;

  private static final String EXPIRE_KEYS =
      """
      update webhook_secret set expires_at = now() + $2::bigint * interval '1 millisecond'
       where endpoint_id = $1 and expires_at is null
      """;

  private static final String DROP_KEYS =
      "delete from webhook_secret where endpoint_id = $1 and expires_at <= now()";

  private static final String ADD_KEY =
      "insert into webhook_secret (endpoint_id, secret_encrypted) values ($1, $2)";

  private static final String HEADERS =
      """
      select e.headers_encrypted from webhook_endpoint e join team t on t.id = e.team_id
       where e.id = $1 and e.team_id = $2 and e.environment = $3 and t.org_id = $4
         and e.kind = 'webhook' and e.deleted_at is null
      """;

  private static final String WRITE_HEADERS =
      "update webhook_endpoint set headers_encrypted = $2, updated_at = now() where id = $1";

  /**
   * Prevents that the endpoint is disabled or deleted before the transaction ends. Also matches
   * streaming destinations.
   */
  private static final String LOCK_SHARED =
      """
      select e.shard, e.disabled from webhook_endpoint e join team t on t.id = e.team_id
       where e.id = $1 and e.team_id = $2 and e.environment = $3 and t.org_id = $4
         and e.deleted_at is null
         for share of e
      """;

  /** Encrypted bytes; null if there is no value. */
  record EncryptedValue(byte[] bytes) {}

  /** Endpoint that can't change until the transaction ends. */
  record SharedEndpoint(int shard, boolean disabled) {}

  /** Endpoint whose row is locked for a change. */
  record LockedEndpoint(Endpoint endpoint, int shard) {}

  private final Db db;

  EndpointRepo(Db db) {
    this.db = db;
  }

  Future<Boolean> teamExists(Scope scope) {
    return db.read(TEAM_EXISTS, scope.team(), scope.organisation()).map(rows -> rows.size() > 0);
  }

  /** Returns the encrypted custom headers; empty if the endpoint does not exist. */
  Future<Optional<EncryptedValue>> headers(Scope scope, String id) {
    return db.read(HEADERS, id, scope.team(), scope.environment().wire(), scope.organisation())
        .map(
            rows ->
                RowMapping.first(
                    rows, r -> new EncryptedValue(RowMapping.bytes(r, "headers_encrypted"))));
  }

  void writeHeaders(Tx tx, String id, byte[] sealed) {
    tx.update(WRITE_HEADERS, id, sealed);
  }

  /** Returns endpoints after the position, newest first. */
  Future<List<Endpoint>> page(Scope scope, Instant afterTime, String afterId, int limit) {
    return db.read(PAGE, scope.team(), scope.environment().wire(), afterTime, afterId, limit)
        .map(rows -> RowMapping.list(rows, EndpointRepo::endpoint));
  }

  Future<Optional<Endpoint>> find(Scope scope, String id) {
    return db.read(FIND, id, scope.team(), scope.environment().wire(), scope.organisation())
        .map(rows -> RowMapping.first(rows, EndpointRepo::endpoint));
  }

  /** Fails with 404 if there is no such webhook or streaming destination. */
  Future<Void> requireExists(Scope scope, String id) {
    return db.read(EXISTS, id, scope.team(), scope.environment().wire(), scope.organisation())
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("webhook");
              }
              return null;
            });
  }

  /** Returns the current secret, encrypted. */
  Future<Optional<byte[]>> secret(Scope scope, String id) {
    return db.read(KEY, id, scope.team(), scope.environment().wire(), scope.organisation())
        .map(rows -> RowMapping.first(rows, r -> RowMapping.bytes(r, "secret_encrypted")));
  }

  boolean lockTeam(Tx tx, Scope scope) {
    return tx.first(LOCK_TEAM, scope.team(), scope.environment().wire(), scope.organisation())
        .isPresent();
  }

  int count(Tx tx, Scope scope) {
    return tx.first(COUNT, scope.team(), scope.environment().wire()).orElseThrow().getInteger("n");
  }

  Endpoint insert(Tx tx, Scope scope, String id, int shard, WebhookMessages.CreateEndpoint values) {
    return tx.first(
            INSERT,
            id,
            scope.team(),
            scope.environment().wire(),
            shard,
            values.url(),
            values.description(),
            values.rateLimit(),
            values.disabled(),
            array(values.filterTypes()),
            array(EventTypeFilter.prefixes(values.filterTypes())),
            values.ordered())
        .map(EndpointRepo::endpoint)
        .orElseThrow();
  }

  Optional<LockedEndpoint> lock(Tx tx, Scope scope, String id) {
    UUID organisation = scope.organisation();
    return tx.first(LOCK, id, scope.team(), scope.environment().wire(), organisation)
        .map(r -> new LockedEndpoint(endpoint(r), r.getInteger("shard")));
  }

  Optional<SharedEndpoint> lockShared(Tx tx, Scope scope, String id) {
    return tx.first(LOCK_SHARED, id, scope.team(), scope.environment().wire(), scope.organisation())
        .map(r -> new SharedEndpoint(r.getInteger("shard"), r.getBoolean("disabled")));
  }

  /** Writes the fields that can be patched; enabling the endpoint ends its failure streak. */
  Endpoint update(Tx tx, Endpoint e) {
    return tx.first(
            UPDATE,
            e.id(),
            e.url(),
            e.description(),
            e.rateLimit(),
            e.disabled(),
            array(e.filterTypes()),
            array(EventTypeFilter.prefixes(e.filterTypes())),
            e.ordered())
        .map(EndpointRepo::endpoint)
        .orElseThrow();
  }

  void remove(Tx tx, String id) {
    tx.update(REMOVE, id);
  }

  int countOldKeys(Tx tx, String id) {
    return tx.first(OLD_KEYS, id).orElseThrow().getInteger("n");
  }

  /** Makes a new key current; the previous key remains valid for a limited time. */
  void addKey(Tx tx, String id, byte[] sealed, Duration oldKeyTtl) {
    tx.update(EXPIRE_KEYS, id, oldKeyTtl.toMillis());
    tx.update(DROP_KEYS, id);
    tx.update(ADD_KEY, id, sealed);
  }

  private static String[] array(List<String> texts) {
    return texts == null ? null : texts.toArray(String[]::new);
  }

  private static Endpoint endpoint(Row r) {
    return new Endpoint(
        r.getString("id"),
        r.getString("url"),
        r.getString("description"),
        r.getInteger("rate_limit"),
        r.getBoolean("disabled"),
        RowMapping.texts(r, "filter_types"),
        r.getBoolean("ordered"),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"));
  }
}
