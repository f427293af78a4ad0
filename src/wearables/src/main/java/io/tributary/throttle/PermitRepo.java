package io.tributary.throttle;

import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Stored reservations and pauses of one provider: tables {@code permit_reserved} and {@code
 * provider_cooldown}.
 */
final class PermitRepo implements PermitLog {
  // Locks the lease row, so that a new owner waits for this write and then reads it.
  private static final String RESERVE =
      """
      with held as (
        select 1 from actor_lease
         where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for key share
      )
      insert into permit_reserved (provider, app_id, user_id, permits)
      select $3, r.app_id, r.user_id, r.permits
        from held, unnest($4::uuid[], $5::uuid[], $6::int[]) r(app_id, user_id, permits)
      """;

  private static final String RESERVED =
      """
      select app_id, user_id, sum(permits)::int as permits,
             (extract(epoch from now() - min(at)) * 1000)::bigint as age,
             (extract(epoch from now() - max(at)) * 1000)::bigint as last_age
        from permit_reserved
       where provider = $1 and at > now() - $2::bigint * interval '1 millisecond'
       group by app_id, user_id, date_bin($3::bigint * interval '1 millisecond', at, 'epoch')
       order by age desc
      """;

  private static final String DELETE_EXPIRED =
      """
      delete from permit_reserved
       where provider = $1 and at <= now() - $2::bigint * interval '1 millisecond'
      """;

  private static final String PAUSE =
      """
      insert into provider_cooldown as p (provider, app_id, user_id, expires_at)
      values ($1, $2, $3, now() + $4::bigint * interval '1 millisecond')
      on conflict (provider, app_id, user_id)
        do update set expires_at = greatest(p.expires_at, excluded.expires_at)
      """;

  private static final String PAUSES =
      """
      select app_id, user_id, ceil(extract(epoch from expires_at - now()) * 1000)::bigint as rest
        from provider_cooldown where provider = $1 and expires_at > now()
      """;

  private static final String DELETE_EXPIRED_PAUSES =
      "delete from provider_cooldown where provider = $1 and expires_at <= now()";

  private final Db db;
  private final String slug;
  private final Lease lease;
  private final Duration longestWindow;
  private final Duration reservationTtl;
  private final Duration maxFlightTime;

  /**
   * @param longestWindow longest quota window of the provider
   * @param reservationTtl how long a reservation may be used; also the resolution in which past
   *     reservations are read
   * @param maxFlightTime how long a call may be in flight; the end of an earlier owner's calls is
   *     unknown
   */
  PermitRepo(Db db, String slug, Lease lease, Duration longest, Duration life, Duration flight) {
    this.db = db;
    this.slug = slug;
    this.lease = lease;
    this.longestWindow = longest;
    this.reservationTtl = life;
    this.maxFlightTime = flight;
  }

  /** Age after which a reservation no longer counts. */
  private Duration retention() {
    return longestWindow.plus(reservationTtl).plus(maxFlightTime);
  }

  @Override
  public void write(List<PermitReservation> reserved) {
    int written =
        db.query(
                RESERVE,
                lease.name(),
                lease.epoch(),
                slug,
                reserved.stream().map(PermitReservation::app).toArray(UUID[]::new),
                reserved.stream().map(PermitReservation::user).toArray(UUID[]::new),
                reserved.stream().map(PermitReservation::calls).toArray(Integer[]::new))
            .rowCount();
    if (written == 0) {
      throw new Fence.LeaseLostException(lease);
    }
  }

  /**
   * Calls that an earlier owner may have made.
   *
   * @param ageMillis age of the first reservation
   * @param lastAgeMillis time since the last of the calls may have ended
   */
  record PastReservation(PermitReservation what, long ageMillis, long lastAgeMillis) {}

  /** Returns the reservations that still count, oldest first. */
  List<PastReservation> reservations() {
    return RowMapping.list(
        db.query(RESERVED, slug, retention().toMillis(), Math.max(1, reservationTtl.toMillis())),
        r -> new PastReservation(reserved(r), r.getLong("age"), lastEndAge(r)));
  }

  private long lastEndAge(Row r) {
    return Math.max(0, r.getLong("last_age") - maxFlightTime.toMillis());
  }

  private static PermitReservation reserved(Row r) {
    return new PermitReservation(
        r.getUUID("app_id"), r.getUUID("user_id"), r.getInteger("permits"));
  }

  /**
   * @param user null for a pause of the application
   */
  void pause(UUID app, UUID user, Duration pause) {
    db.query(PAUSE, slug, app, user == null ? Ids.DEFAULT_APP : user, pause.toMillis());
  }

  /**
   * Pause that is still in effect.
   *
   * @param user null for a pause of the application
   */
  record Pause(UUID app, UUID user, Duration remaining) {}

  List<Pause> pauses() {
    return RowMapping.list(
        db.query(PAUSES, slug),
        r -> {
          UUID user = r.getUUID("user_id");
          return new Pause(
              r.getUUID("app_id"),
              user.equals(Ids.DEFAULT_APP) ? null : user,
              Duration.ofMillis(r.getLong("rest")));
        });
  }

  /** Deletes reservations and pauses that no longer count. */
  void deleteExpired() {
    db.query(DELETE_EXPIRED, slug, retention().multipliedBy(2).toMillis());
    db.query(DELETE_EXPIRED_PAUSES, slug);
  }
}
