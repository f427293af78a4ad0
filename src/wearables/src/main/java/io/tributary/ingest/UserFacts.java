package io.tributary.ingest;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/**
 * User data needed for normalization.
 *
 * @param fallbackZone time zone for data without one; may be null
 * @param birthDate from the newest profile that has one, or the fallback birth date, or null
 */
public record UserFacts(
    UUID user,
    Tenant tenant,
    String clientUserId,
    LocalDate ingestionStart,
    LocalDate ingestionEnd,
    ZoneId fallbackZone,
    LocalDate birthDate) {
  private static final String FIND =
      """
      select u.client_user_id, u.ingestion_start, u.ingestion_end, u.fallback_time_zone,
             coalesce((select (s.content ->> 'birth_date')::date from summary s
                        where s.user_id = u.id and s.resource = 'profile'
                          and s.content ->> 'birth_date' is not null
                        order by s.updated_at desc, s.id limit 1), u.fallback_birth_date) as born
        from app_user u
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  /** Finds a user; empty if the tenant has no such user. Blocking. */
  public static Optional<UserFacts> find(Db db, Tenant tenant, UUID user) {
    return RowMapping.first(
        db.query(FIND, user, tenant.team(), tenant.environment().wire()),
        row -> of(row, tenant, user));
  }

  private static UserFacts of(Row row, Tenant tenant, UUID user) {
    String zone = row.getString("fallback_time_zone");
    return new UserFacts(
        user,
        tenant,
        row.getString("client_user_id"),
        row.getLocalDate("ingestion_start"),
        row.getLocalDate("ingestion_end"),
        zone == null ? null : ZoneId.of(zone),
        row.getLocalDate("born"));
  }

  /** Returns the ingest target for a batch of this provider. */
  public IngestTarget target(String provider) {
    return new IngestTarget(tenant, user, clientUserId, provider, ingestionStart, ingestionEnd);
  }
}
