package io.tributary.delivery;

import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.lease.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes the failure streaks in webhook_endpoint on behalf of a shard's owner. */
final class FailureStreakRepo {
  /**
   * Failures start or extend a streak; a success ends it. The clock starts at the earliest failure
   * of the streak that lies at least $7 ms and at most $8 ms before the latest failure.
   */
  private static final String STREAKS =
      """
      with fence as materialized (
        select 1 from actor_lease
         where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for key share
      )
      update webhook_endpoint e
         set failing_since = case when s.success then s.first_failure
                                  else coalesce(e.failing_since, s.first_failure) end,
             disable_clock_started_at = case when s.success then null else coalesce(e.disable_clock_started_at, (
               select min(f.started_at) from delivery_attempt f
                where f.endpoint_id = e.id and f.error_class is not null
                  and f.started_at >= coalesce(e.failing_since, s.first_failure)
                  and f.started_at >= s.last_failure - $8::bigint * interval '1 millisecond'
                  and f.started_at <= s.last_failure - $7::bigint * interval '1 millisecond')) end
        from fence
       cross join unnest($3::text[], $4::bool[], $5::timestamptz[], $6::timestamptz[])
          as s (id, success, first_failure, last_failure)
       where e.id = s.id and not e.disabled
      returning e.id, e.failing_since, e.disable_clock_started_at
      """;

  private static final String DISABLE =
      """
      update webhook_endpoint set disabled = true, updated_at = now()
       where id = $1 and not disabled and disable_clock_started_at is not null
      """;

  /**
   * Combined effect of an endpoint's attempts since the last write.
   *
   * @param success whether there was a success; the failures, which may be null, came after it
   */
  record StreakChange(String endpoint, boolean success, Instant firstFailure, Instant lastFailure) {
    /** Returns the combination with a later change; a success discards earlier failures. */
    StreakChange then(StreakChange later) {
      return later.success()
          ? later
          : new StreakChange(
              endpoint,
              success,
              firstFailure == null ? later.firstFailure() : firstFailure,
              later.lastFailure());
    }
  }

  private final Db db;
  private final Lease lease;

  FailureStreakRepo(Db db, Lease lease) {
    this.db = db;
    this.lease = lease;
  }

  /** Applies the changes and returns the new streaks by endpoint. */
  Future<Map<String, FailureStreak>> apply(
      List<StreakChange> moves, Duration pairMin, Duration pairMax) {
    return db.write(
            STREAKS,
            lease.name(),
            lease.epoch(),
            moves.stream().map(StreakChange::endpoint).toArray(String[]::new),
            moves.stream().map(StreakChange::success).toArray(Boolean[]::new),
            moves.stream().map(StreakChange::firstFailure).toArray(Instant[]::new),
            moves.stream().map(StreakChange::lastFailure).toArray(Instant[]::new),
            pairMin.toMillis(),
            pairMax.toMillis())
        .map(
            rows -> {
              Map<String, FailureStreak> out = new HashMap<>();
              rows.forEach(r -> out.put(r.getString("id"), EndpointSnapshotRepo.streak(r)));
              return out;
            });
  }

  /** Disables an endpoint. Returns false if it was already disabled or has recovered. */
  boolean disable(Tx tx, String endpoint) {
    return tx.update(DISABLE, endpoint) > 0;
  }
}
