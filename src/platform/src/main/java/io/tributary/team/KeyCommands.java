package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Creates and revokes keys and tokens. Only hashes are stored. A revocation takes effect on every
 * node after the cache time {@code auth.cache_ttl}, at most two seconds.
 */
public final class KeyCommands {
  private static final String FIND_TEAM = "select 1 from team where id = $1 and org_id = $2";
  private static final String INSERT_API_KEY =
      """
      insert into api_key (id, team_id, environment, label, key_hash, key_hint, scopes, expires_at,
                           rate_per_minute)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      returning id, team_id, label, key_hint, created_at, scopes, expires_at, rate_per_minute
      """;
  private static final String REVOKE_API_KEYS =
      """
      update api_key set revoked_at = now()
       where id = any ($1) and environment = $2 and revoked_at is null
         and team_id in (select id from team where org_id = $3)
      returning id
      """;
  private static final String INSERT_MANAGEMENT_KEY =
      """
      insert into management_key (id, org_id, label, key_hash, key_hint, scopes, expires_at,
                                  rate_per_minute)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      returning id, null::uuid as team_id, label, key_hint, created_at, scopes, expires_at,
                rate_per_minute
      """;
  private static final String RELABEL =
      """
      update management_key set label = coalesce($3, label)
       where id = $1 and org_id = $2 and revoked_at is null
      returning id, null::uuid as team_id, label, key_hint, created_at, scopes, expires_at,
                rate_per_minute
      """;
  private static final String REMOVE =
      """
      update management_key set revoked_at = now()
       where id = $1 and org_id = $2 and revoked_at is null
      returning id, null::uuid as team_id, label, key_hint, created_at, scopes, expires_at,
                rate_per_minute
      """;
  // Keys that expire or have limited scopes do not count, because the other keys could not be
  // replaced with them.
  private static final String UNRESTRICTED_KEYS =
      """
      select 1 from management_key
       where org_id = $1 and revoked_at is null and expires_at is null
         and (scopes is null or scopes @> array['management', 'read', 'write'])
       limit 1
      """;
  private static final String INSERT_TOKEN =
      """
      insert into access_token (token_hash, team_id, environment, expires_at)
      values ($1, $2, $3, now() + make_interval(secs => $4))
      """;

  private final Db db;
  private final ServiceConfig.Auth settings;
  private final String region;

  public KeyCommands(Db db, ServiceConfig.Auth settings, String region) {
    this.db = db;
    this.settings = settings;
    this.region = region;
  }

  TeamMessages.NewKey create(TeamMessages.MakeApiKey m) {
    String value = ApiKeys.generate(m.environment(), region);
    return db.tx(
        tx -> {
          if (tx.first(FIND_TEAM, m.team(), m.org()).isEmpty()) {
            throw ServiceException.notFound("team");
          }
          Row row =
              tx.first(
                      INSERT_API_KEY,
                      Ids.uuid(),
                      m.team(),
                      m.environment().wire(),
                      m.label(),
                      Encryption.sha256(value),
                      ApiKeys.hint(value),
                      m.terms().scopesColumn(),
                      m.terms().expiresAt().orElse(null),
                      m.terms().perMinute().orElse(null))
                  .orElseThrow();
          return new TeamMessages.NewKey(key(row), value);
        });
  }

  TeamMessages.Revoked revoke(TeamMessages.RevokeApiKeys m) {
    UUID[] ids = m.keys().stream().distinct().sorted().toArray(UUID[]::new);
    return db.tx(
        tx -> {
          Set<UUID> done =
              new HashSet<>(
                  RowMapping.list(
                      tx.query(REVOKE_API_KEYS, ids, m.environment().wire(), m.org()),
                      r -> r.getUUID("id")));
          List<UUID> unknown = List.of(ids).stream().filter(id -> !done.contains(id)).toList();
          return new TeamMessages.Revoked(
              List.of(ids).stream().filter(done::contains).toList(), unknown);
        });
  }

  TeamMessages.NewKey create(TeamMessages.MakeManagementKey m) {
    String value = ApiKeys.generateManagement();
    return db.tx(
        tx -> {
          Row row =
              tx.first(
                      INSERT_MANAGEMENT_KEY,
                      Ids.uuid(),
                      m.org(),
                      m.label(),
                      Encryption.sha256(value),
                      ApiKeys.hint(value),
                      m.terms().scopesColumn(),
                      m.terms().expiresAt().orElse(null),
                      m.terms().perMinute().orElse(null))
                  .orElseThrow();
          return new TeamMessages.NewKey(key(row), value);
        });
  }

  TeamMessages.Key relabel(TeamMessages.RelabelManagementKey m) {
    return db.tx(tx -> tx.first(RELABEL, m.key(), m.org(), m.label().orElse(null)))
        .map(KeyCommands::key)
        .orElseThrow(() -> ServiceException.notFound("management key"));
  }

  TeamMessages.Key remove(TeamMessages.RemoveManagementKey m) {
    return db.tx(
        tx -> {
          // Serializes removals. Otherwise two concurrent ones could remove the last two keys.
          tx.query("select 1 from organisation where id = $1 for no key update", m.org());
          Row row =
              tx.first(REMOVE, m.key(), m.org())
                  .orElseThrow(() -> ServiceException.notFound("management key"));
          if (tx.first(UNRESTRICTED_KEYS, m.org()).isEmpty()) {
            throw ServiceException.badRequest(
                "the last management key of an organization cannot be removed");
          }
          return key(row);
        });
  }

  TeamMessages.AccessToken create(TeamMessages.MakeAccessToken m) {
    String value = "at_" + Ids.randomBase62(48);
    long seconds = Math.max(1, settings.accessTokenTtl().toSeconds());
    return db.tx(
        tx -> {
          if (tx.first(FIND_TEAM, m.team(), m.org()).isEmpty()) {
            throw ServiceException.notFound("team");
          }
          tx.update(
              INSERT_TOKEN,
              Encryption.sha256(value),
              m.team(),
              m.environment().wire(),
              (double) seconds);
          return new TeamMessages.AccessToken(value, seconds);
        });
  }

  static TeamMessages.Key key(Row r) {
    return new TeamMessages.Key(
        r.getUUID("id"),
        Optional.ofNullable(r.getUUID("team_id")),
        r.getString("label"),
        r.getString("key_hint"),
        RowMapping.instant(r, "created_at"),
        ApiKeyPolicy.of(r));
  }
}
