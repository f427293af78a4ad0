package io.tributary.user;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads users. Every statement filters by team and environment and excludes deleted users. */
final class UserRepo {
  // Returns one row per user. The connections are aggregated through the index (user_id, provider).
  private static final String SOURCES =
      """
       left join lateral (
         select array_agg(c.provider order by c.created_at, c.provider) as slugs,
                array_agg(c.created_at order by c.created_at, c.provider) as since
           from connection c where c.user_id = u.id and c.status in ('connected', 'error')) s on true
      """;
  private static final String BY_ID =
      "select u.*, s.slugs, s.since from app_user u"
          + SOURCES
          + " where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null";
  private static final String BY_REFERENCE =
      "select u.*, s.slugs, s.since from app_user u"
          + SOURCES
          + " where u.client_user_id = $1 and u.team_id = $2 and u.environment = $3"
          + " and u.deleted_at is null";
  // Limits the page before the join, so that only connections of its users are read.
  private static final String PAGE =
      """
      select u.*, s.slugs, s.since from (
        select * from app_user where team_id = $1 and environment = $2 and deleted_at is null
         order by created_at, id limit $3 offset $4) u
      """
          + SOURCES
          + " order by u.created_at, u.id";
  // Maintained by triggers, because counting a hundred thousand users takes longer than reading a
  // page.
  private static final String COUNT =
      "select coalesce(sum(users), 0)::bigint as n from user_count"
          + " where team_id = $1 and environment = $2";
  private static final String SEARCH =
      """
      select u.*, s.slugs, s.since from (
        select * from app_user where team_id = $1 and environment = $2 and deleted_at is null
           and (id = $3 or starts_with(client_user_id, $4))
         order by created_at, id limit 50) u
      """
          + SOURCES
          + " order by u.created_at, u.id";

  private final Db db;

  UserRepo(Db db) {
    this.db = db;
  }

  Future<Optional<User>> byId(Tenant t, UUID id) {
    return db.read(BY_ID, id, t.team(), t.environment().wire())
        .map(rows -> RowMapping.first(rows, UserRepo::user));
  }

  Future<Optional<User>> byReference(Tenant t, String reference) {
    return db.read(BY_REFERENCE, reference, t.team(), t.environment().wire())
        .map(rows -> RowMapping.first(rows, UserRepo::user));
  }

  Future<List<User>> page(Tenant t, int limit, int offset) {
    return db.readPage(PAGE, t.team(), t.environment().wire(), limit, (long) offset)
        .map(rows -> RowMapping.list(rows, UserRepo::user));
  }

  Future<Long> count(Tenant t) {
    return db.read(COUNT, t.team(), t.environment().wire())
        .map(rows -> rows.iterator().next().getLong("n"));
  }

  /**
   * Returns at most 50 users: the one with this ID, and those whose client_user_id begins with the
   * text.
   */
  Future<List<User>> search(Tenant t, Optional<UUID> id, String prefix) {
    return db.read(SEARCH, t.team(), t.environment().wire(), id.orElse(null), prefix)
        .map(rows -> RowMapping.list(rows, UserRepo::user));
  }

  static Optional<User> byId(Tx tx, Tenant t, UUID id) {
    return tx.first(BY_ID, id, t.team(), t.environment().wire()).map(UserRepo::user);
  }

  static Optional<User> byReference(Tx tx, Tenant t, String reference) {
    return tx.first(BY_REFERENCE, reference, t.team(), t.environment().wire()).map(UserRepo::user);
  }

  static long count(Tx tx, Tenant t) {
    return tx.first(COUNT, t.team(), t.environment().wire()).orElseThrow().getLong("n");
  }

  private static User user(Row r) {
    return new User(
        r.getUUID("id"),
        r.getUUID("team_id"),
        Optional.ofNullable(r.getString("client_user_id")),
        RowMapping.instant(r, "created_at"),
        fallback(r, r.getString("fallback_time_zone"), "fallback_time_zone"),
        fallback(r, r.getLocalDate("fallback_birth_date"), "fallback_birth_date"),
        Optional.ofNullable(r.getLocalDate("ingestion_start")),
        Optional.ofNullable(r.getLocalDate("ingestion_end")),
        sources(r));
  }

  private static <T> Optional<User.Fallback<T>> fallback(Row r, T value, String column) {
    return Optional.ofNullable(value)
        .map(
            v ->
                new User.Fallback<>(
                    v, r.getString(column + "_source"), RowMapping.instant(r, column + "_at")));
  }

  private static List<User.ConnectedSource> sources(Row r) {
    String[] slugs = r.getArrayOfStrings("slugs");
    if (slugs == null) {
      return List.of();
    }
    OffsetDateTime[] since = r.getArrayOfOffsetDateTimes("since");
    List<User.ConnectedSource> out = new ArrayList<>(slugs.length);
    for (int i = 0; i < slugs.length; i++) {
      out.add(new User.ConnectedSource(slugs[i], since[i].toInstant()));
    }
    return out;
  }
}
