package io.tributary.team;

import io.tributary.core.Environment;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads active keys. */
final class KeyRepo {
  /** API keys per page. */
  static final int PAGE_SIZE = 50;

  private static final String API_KEYS =
      """
      select k.id, k.team_id, k.label, k.key_hint, k.created_at, k.scopes, k.expires_at,
             k.rate_per_minute
        from api_key k join team t on t.id = k.team_id
       where t.org_id = $1 and k.environment = $2 and k.revoked_at is null
         and ($3::uuid is null or k.team_id = $3)
         and ($4::timestamptz is null or (k.created_at, k.id) > ($4, $5::uuid))
       order by k.created_at, k.id limit $6
      """;
  private static final String MANAGEMENT_KEYS =
      """
      select id, null::uuid as team_id, label, key_hint, created_at, scopes, expires_at,
             rate_per_minute
        from management_key
       where org_id = $1 and revoked_at is null order by created_at, id
      """;

  private final Db db;

  KeyRepo(Db db) {
    this.db = db;
  }

  /** Returns a page of keys, with one more key if there is another page. */
  Future<List<TeamMessages.Key>> apiKeys(
      UUID org, Environment environment, Optional<UUID> team, Instant after, UUID afterId) {
    return db.read(
            API_KEYS, org, environment.wire(), team.orElse(null), after, afterId, PAGE_SIZE + 1)
        .map(rows -> RowMapping.list(rows, KeyCommands::key));
  }

  Future<List<TeamMessages.Key>> managementKeys(UUID org) {
    return db.read(MANAGEMENT_KEYS, org).map(rows -> RowMapping.list(rows, KeyCommands::key));
  }
}
