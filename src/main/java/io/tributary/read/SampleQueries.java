package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * SQL of sample reads. A page costs one index range per series, never a scan of the whole range.
 */
final class SampleQueries {
  private static final String SERIES =
      """
      select t.id, t.provider, t.source_type
        from app_user u
        left join series t on t.user_id = u.id and t.resource = $4 and ($5 = '' or t.provider = $5)
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
       order by t.provider, t.source_type
      """;

  /** One row beyond the page tells that there is more; {@code n} counts in page order. */
  static final String PAGE =
      """
      select p.series_id, p.at, p.end_at, p.offset_s, p.value, p.value2, p.note, p.context_id,
             c.extras, p.reading, p.device_id, c.workout_id, c.sport, p.n
        from (select s.*, t.place, row_number() over (order by s.at, s.series_id, s.reading) as n
                from unnest($1::int[]) with ordinality as t(id, place)
               cross join lateral (
                 select * from sample s
                  where s.series_id = t.id and s.at >= $2 and s.at <= $3
                    and (s.at > $4 or t.id > $5 or t.id = $5 and s.reading > $6)
                  order by s.at, s.reading limit $7) s
               order by s.at, s.series_id, s.reading limit $7) p
        left join sample_context c on c.id = p.context_id
       order by p.place, p.device_id, c.workout_id, c.sport, p.at, p.reading
      """;

  static final String ALL =
      """
      select s.series_id, s.at, s.end_at, s.offset_s, s.value, s.value2, s.note, s.context_id,
             c.extras
        from sample s left join sample_context c on c.id = s.context_id
       where s.series_id = any ($1) and s.at >= $2 and s.at <= $3
         and ($4::text is null or s.reading = $4)
       order by s.at, s.series_id, s.reading
      """;

  /** A series as a group of a reply needs it. */
  record Series(int id, String provider, SourceType type) {}

  /** Where a page ended. */
  record Position(Instant at, int series, String reading) {
    List<String> texts() {
      return List.of(Times.wire(at), String.valueOf(series), reading);
    }
  }

  private final Db db;

  SampleQueries(Db db) {
    this.db = db;
  }

  /**
   * The series of a resource, by provider and source type; fails with 404 when the user is not one
   * of the tenant's.
   */
  Future<List<Series>> series(Tenant tenant, UUID user, Resource resource, String provider) {
    return db.read(
            SERIES, user, tenant.team(), tenant.environment().wire(), resource.wire(), provider)
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw Refusal.notFound("user");
              }
              List<Series> out = new ArrayList<>();
              for (Row row : rows) {
                if (row.getInteger("id") != null) {
                  out.add(
                      new Series(
                          row.getInteger("id"),
                          row.getString("provider"),
                          SourceType.of(row.getString("source_type"))));
                }
              }
              return out;
            });
  }

  static Object[] page(
      List<Series> series, Reach.Instants reach, Optional<Position> after, int page) {
    Instant from =
        after.map(Position::at).filter(at -> at.isAfter(reach.from())).orElse(reach.from());
    Position past = after.orElseGet(() -> new Position(reach.from().minusNanos(1000), 0, ""));
    return new Object[] {
      ids(series), from, reach.to(), past.at(), past.series(), past.reading(), page + 1L
    };
  }

  static Object[] all(List<Series> series, Reach.Instants reach, String reading) {
    return new Object[] {ids(series), reach.from(), reach.to(), reading};
  }

  private static Integer[] ids(List<Series> series) {
    return series.stream().map(Series::id).toArray(Integer[]::new);
  }
}
