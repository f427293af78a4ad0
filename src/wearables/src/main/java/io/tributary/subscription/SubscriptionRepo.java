package io.tributary.subscription;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.SubscriptionClient.ProviderSubscription;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Table {@code provider_subscription}. */
final class SubscriptionRepo {
  private static final String OWN_APPS =
      """
      select a.id from provider_app a join team t on t.id = a.team_id
       where a.provider = $1 and t.deletion_started_at is null order by a.id
      """;

  private static final String LINKED_APPS =
      """
      select distinct app_id from connection
       where provider = $1 and status = 'connected' and not demo
      """;

  private static final String PLAN_FOR_APP =
      """
      insert into provider_subscription (id, provider, app_id, kind, state, due_at)
      select i, $1, $2, k, 'pending', now() from unnest($3::uuid[], $4::text[]) as u(i, k)
      on conflict do nothing
      """;

  /** A connection that was relinked with another application gets new subscriptions there. */
  private static final String PLAN_FOR_CONNECTIONS =
      """
      insert into provider_subscription (id, provider, app_id, connection_id, kind, state, due_at)
      select gen_random_uuid(), c.provider, c.app_id, c.id, k, 'pending', now()
        from connection c cross join unnest($3::text[]) as u(k)
       where c.provider = $1 and c.app_id = $2 and c.status = 'connected' and not c.demo
         and not exists (select 1 from provider_subscription s
                          where s.connection_id = c.id and s.app_id = c.app_id and s.kind = k)
      on conflict do nothing
      """;

  /** Subscription kinds that are no longer wanted. */
  private static final String MARK_UNWANTED =
      """
      update provider_subscription set state = 'deleting', due_at = now(), attempt = 0
       where provider = $1 and app_id = $2 and kind <> all ($3) and state <> 'deleting'
      """;

  /**
   * Increments the lease number, which invalidates a run in progress, because that run belongs to
   * the previous link.
   */
  private static final String RESET_OF_CONNECTION =
      """
      update provider_subscription
         set state = 'pending', due_at = now(), attempt = 0, lease_epoch = lease_epoch + 1,
             lease_expires_at = null
       where connection_id = $1 and app_id = $2 and state <> 'deleting'
      """;

  private static final String OF_ANOTHER_APP =
      "delete from provider_subscription where connection_id = $1 and app_id <> $2";

  private static final String END_OF_CONNECTION =
      """
      delete from provider_subscription where connection_id = $1
      returning kind, coalesce(remote_id, '') as remote_id, remote_id is not null as made
      """;

  private static final String CLAIM =
      """
      with due as materialized (
        select id from provider_subscription
         where due_at <= now() and (lease_expires_at is null or lease_expires_at < now())
           and not provider = any ($3)
         order by due_at limit $1 for update skip locked
      )
      update provider_subscription s
         set lease_expires_at = now() + $2::bigint * interval '1 millisecond', lease_epoch = s.lease_epoch + 1
        from due where s.id = due.id
      returning s.id, s.provider, s.app_id, s.connection_id, s.kind, s.state, s.remote_id,
                s.secret_encrypted, s.expires_at, s.attempt, s.lease_epoch
      """;

  private static final String MARK_LIVE =
      """
      update provider_subscription
         set state = 'active', remote_id = $3, secret_encrypted = coalesce($4, secret_encrypted),
             expires_at = $5, due_at = now() + $6::bigint * interval '1 millisecond', attempt = 0,
             lease_expires_at = null
       where id = $1 and lease_epoch = $2
      """;

  private static final String POSTPONE =
      """
      update provider_subscription
         set due_at = now() + $3::bigint * interval '1 millisecond', attempt = attempt + $4,
             lease_expires_at = null
       where id = $1 and lease_epoch = $2
      """;

  private static final String MARK_FAILED =
      """
      update provider_subscription
         set state = 'failed', due_at = now() + $3::bigint * interval '1 millisecond', attempt = 0,
             lease_expires_at = null
       where id = $1 and lease_epoch = $2
      """;

  private static final String DELETE =
      "delete from provider_subscription where id = $1 and lease_epoch = $2";

  private static final String COUNT =
      "select state, count(*) as n from provider_subscription group by state";

  private final Db db;
  private final Encryption secrets;
  private final Duration lease;

  SubscriptionRepo(Db db, Encryption secrets, Duration lease) {
    this.db = db;
    this.secrets = secrets;
    this.lease = lease;
  }

  /**
   * Claimed subscription.
   *
   * @param made the provider's subscription; present once it was created
   */
  record Claimed(
      UUID id,
      String provider,
      UUID app,
      Optional<UUID> connection,
      String kind,
      String state,
      Optional<ProviderSubscription> made,
      int attempt,
      int leaseNo) {}

  List<UUID> ownApps(String provider) {
    return RowMapping.list(db.query(OWN_APPS, provider), r -> r.getUUID("id"));
  }

  List<UUID> linkedApps(String provider) {
    return RowMapping.list(db.query(LINKED_APPS, provider), r -> r.getUUID("app_id"));
  }

  void planForApp(String provider, UUID app, List<String> kinds) {
    db.query(
        PLAN_FOR_APP,
        provider,
        app,
        kinds.stream().map(k -> Ids.uuid()).toArray(UUID[]::new),
        kinds.toArray(String[]::new));
    db.query(MARK_UNWANTED, provider, app, kinds.toArray(String[]::new));
  }

  void planForConnections(String provider, UUID app, List<String> kinds) {
    db.query(PLAN_FOR_CONNECTIONS, provider, app, kinds.toArray(String[]::new));
    db.query(MARK_UNWANTED, provider, app, kinds.toArray(String[]::new));
  }

  /**
   * Resets the subscriptions of a relinked connection, because they may have ended with the earlier
   * grant. Each is created or found again.
   */
  void resetForRelink(Tx tx, UUID connection, UUID app) {
    tx.update(OF_ANOTHER_APP, connection, app);
    tx.update(RESET_OF_CONNECTION, connection, app);
  }

  /**
   * Deletes the subscriptions of a connection and returns those that must be removed at the
   * provider.
   */
  ArrayNode deleteOfConnection(Tx tx, UUID connection) {
    ArrayNode out = Json.array();
    for (Row r : tx.query(END_OF_CONNECTION, connection)) {
      if (r.getBoolean("made")) {
        out.addObject().put("kind", r.getString("kind")).put("id", r.getString("remote_id"));
      }
    }
    return out;
  }

  List<Claimed> claim(int most, String... full) {
    return db.tx(tx -> RowMapping.list(tx.query(CLAIM, most, lease.toMillis(), full), this::read));
  }

  void markLive(Claimed s, ProviderSubscription made, Duration next) {
    db.query(
        MARK_LIVE,
        s.id(),
        s.leaseNo(),
        made.remoteId(),
        made.secret().map(text -> secrets.seal(text, s.id().toString())).orElse(null),
        made.expiresAt().orElse(null),
        next.toMillis());
  }

  /**
   * @param counts true when the provider refused it
   */
  void postpone(Claimed s, Duration wait, boolean counts) {
    db.query(POSTPONE, s.id(), s.leaseNo(), wait.toMillis(), counts ? 1 : 0);
  }

  /**
   * @param next wait until the next attempt, or null for none
   */
  void markFailed(Tx tx, Claimed s, Duration next) {
    tx.update(MARK_FAILED, s.id(), s.leaseNo(), next == null ? null : next.toMillis());
  }

  void delete(Claimed s) {
    db.query(DELETE, s.id(), s.leaseNo());
  }

  /** Returns the number of subscriptions by state. */
  List<StateCount> countByState() {
    return RowMapping.list(
        db.query(COUNT), r -> new StateCount(r.getString("state"), r.getLong("n")));
  }

  record StateCount(String state, long n) {}

  private Claimed read(Row r) {
    UUID id = r.getUUID("id");
    String remote = r.getString("remote_id");
    byte[] secret = RowMapping.bytes(r, "secret_encrypted");
    return new Claimed(
        id,
        r.getString("provider"),
        r.getUUID("app_id"),
        Optional.ofNullable(r.getUUID("connection_id")),
        r.getString("kind"),
        r.getString("state"),
        remote == null
            ? Optional.empty()
            : Optional.of(
                new ProviderSubscription(
                    remote,
                    Optional.ofNullable(secret).map(b -> secrets.openText(b, id.toString())),
                    Optional.ofNullable(RowMapping.instant(r, "expires_at")))),
        r.getInteger("attempt"),
        r.getInteger("lease_epoch"));
  }
}
