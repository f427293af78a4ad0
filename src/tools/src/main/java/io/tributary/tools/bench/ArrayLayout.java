package io.tributary.tools.bench;

import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;

/** Sample layout with one row per series and day holding plain arrays, merged in the database. */
final class ArrayLayout implements LayoutBench.Layout {
  private static final int DAY = 86_400;
  private static final String MERGE =
      """
      insert into lb_array as a (series_id, day, at, value, offset_s) values ($1, $2, $3, $4, 3600)
      on conflict (series_id, day) do update
        set (at, value) = (
          select array_agg(t order by t), array_agg(v order by t)
            from (select coalesce(n.t, o.t) as t, coalesce(n.v, o.v) as v
                    from unnest(a.at, a.value) as o(t, v)
                    full join unnest(excluded.at, excluded.value) as n(t, v) on o.t = n.t) x)
      returning cardinality(new.at) - coalesce(cardinality(old.at), 0)
      """;

  private final Pool pool;

  ArrayLayout(Pool pool) {
    this.pool = pool;
  }

  @Override
  public String name() {
    return "arrays, by day";
  }

  @Override
  public void create() {
    pool.query(
            """
            create table lb_array (series_id int not null, day int not null, at int[] not null,
              value float8[] not null, offset_s int, primary key (series_id, day))
            """)
        .execute()
        .await();
  }

  @Override
  public void drop() {
    pool.query("drop table lb_array").execute().await();
  }

  @Override
  public int write(int series, LayoutBench.Samples s) {
    int created = 0;
    for (int from = 0; from < s.size(); ) {
      int day = Math.toIntExact(s.at()[from] / DAY);
      int to = from;
      while (to < s.size() && s.at()[to] / DAY == day) {
        to++;
      }
      Integer[] at = new Integer[to - from];
      Double[] value = new Double[to - from];
      for (int i = from; i < to; i++) {
        at[i - from] = (int) (s.at()[i] % DAY);
        value[i - from] = s.value()[i];
      }
      created +=
          pool.preparedQuery(MERGE)
              .execute(Tuple.of(series, day, at, value))
              .await()
              .iterator()
              .next()
              .getInteger(0);
      from = to;
    }
    return created;
  }

  @Override
  public int read(int series, long from, int seconds) {
    Row row =
        pool.preparedQuery("select at, value from lb_array where series_id = $1 and day = $2")
            .execute(Tuple.of(series, Math.toIntExact(from / DAY)))
            .await()
            .iterator()
            .next();
    double sum = Arrays.stream(row.getArrayOfDoubles(1)).mapToDouble(d -> d).sum();
    return sum > 0 ? row.getArrayOfIntegers(0).length : 0;
  }

  @Override
  public long bytes() {
    return LayoutBench.number(pool, "select pg_total_relation_size('lb_array')");
  }

  @Override
  public void delete(int series) {
    pool.preparedQuery("delete from lb_array where series_id = $1")
        .execute(Tuple.of(series))
        .await();
  }
}
