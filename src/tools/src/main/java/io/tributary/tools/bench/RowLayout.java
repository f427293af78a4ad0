package io.tributary.tools.bench;

import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Sample layout with one row per sample in monthly partitions. New samples are identified by a
 * preceding select, because a partition does not expose the system column that would show it.
 */
final class RowLayout implements LayoutBench.Layout {
  private static final String UPSERT =
      """
      with old as (
        select at from lb_row where series_id = $1 and at = any ($2)),
      w as (
        insert into lb_row as s (series_id, at, value, offset_s)
        select $1, t, v, 3600 from unnest($2::timestamptz[], $3::float8[]) as u(t, v)
        on conflict (series_id, at) do update set value = excluded.value
          where s.value is distinct from excluded.value
        returning at)
      select count(*)::int from w where not exists (select 1 from old where old.at = w.at)
      """;
  private static final String READ =
      "select at, value, offset_s from lb_row where series_id = $1 and at >= $2 and at < $3 order"
          + " by at";

  private final Pool pool;

  RowLayout(Pool pool) {
    this.pool = pool;
  }

  @Override
  public String name() {
    return "rows, by month";
  }

  @Override
  public void create() {
    pool.query(
            """
            create table lb_row (series_id int not null, at timestamptz not null,
              value float8 not null, end_at timestamptz, offset_s int, context_id int,
              primary key (series_id, at)) partition by range (at);
            create table lb_row_1 partition of lb_row for values from ('2026-01-01') to ('2026-02-01');
            create table lb_row_2 partition of lb_row for values from ('2026-02-01') to ('2026-03-01')
            """)
        .execute()
        .await();
  }

  @Override
  public void drop() {
    pool.query("drop table lb_row").execute().await();
  }

  @Override
  public int write(int series, LayoutBench.Samples s) {
    OffsetDateTime[] at = new OffsetDateTime[s.size()];
    Double[] value = new Double[s.size()];
    for (int i = 0; i < at.length; i++) {
      at[i] = utc(s.at()[i]);
      value[i] = s.value()[i];
    }
    return pool.preparedQuery(UPSERT)
        .execute(Tuple.of(series, at, value))
        .await()
        .iterator()
        .next()
        .getInteger(0);
  }

  private static OffsetDateTime utc(long second) {
    return Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC);
  }

  @Override
  public int read(int series, long from, int seconds) {
    int n = 0;
    double sum = 0;
    for (Row r :
        pool.preparedQuery(READ)
            .execute(Tuple.of(series, utc(from), utc(from + seconds)))
            .await()) {
      n++;
      sum += r.getDouble(1);
    }
    return sum > 0 ? n : 0;
  }

  @Override
  public long bytes() {
    return LayoutBench.number(
        pool,
        "select sum(pg_total_relation_size(i.inhrelid))::bigint from pg_inherits i"
            + " where i.inhparent = 'lb_row'::regclass");
  }

  @Override
  public void delete(int series) {
    pool.preparedQuery("delete from lb_row where series_id = $1").execute(Tuple.of(series)).await();
  }
}
