package io.tributary.tools.bench;

import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockInterval;
import io.tributary.sampleblock.BlockMerger;
import io.tributary.sampleblock.SampleBlock;
import io.tributary.sampleblock.SampleBlockCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sample layout of the service: packed blocks of an hour, merged by the application. */
final class BlockLayout implements LayoutBench.Layout {
  private static final String FIND =
      "select slot, data from lb_block where series_id = $1 and slot = any ($2) for update";
  private static final String WRITE =
      """
      insert into lb_block (series_id, slot, n, data)
      select $1, * from unnest($2::int[], $3::int[], $4::bytea[])
      on conflict (series_id, slot) do update set n = excluded.n, data = excluded.data
      """;
  private static final String READ =
      "select slot, data from lb_block where series_id = $1 and slot between $2 and $3 order by"
          + " slot";

  private final Pool pool;

  BlockLayout(Pool pool) {
    this.pool = pool;
  }

  @Override
  public String name() {
    return "packed blocks, by hour";
  }

  @Override
  public void create() {
    pool.query("create table lb_block (like sample_block including all) with (fillfactor = 85)")
        .execute()
        .await();
  }

  @Override
  public void drop() {
    pool.query("drop table lb_block").execute().await();
  }

  @Override
  public int write(int series, LayoutBench.Samples s) {
    Map<Integer, SampleBlock> given = new TreeMap<>();
    for (int i = 0; i < s.size(); i++) {
      long at = s.at()[i] * 1_000_000L;
      given
          .computeIfAbsent(BlockInterval.slot(Resource.HEARTRATE, at), k -> new SampleBlock(720))
          .add(
              new SampleBlock.Row(
                  at, "", SampleBlock.NO_END, s.value()[i], Double.NaN, 3600, 0, null, null, 1, 1));
    }
    return pool.withTransaction(c -> write(c, series, given)).await();
  }

  private static Future<Integer> write(
      SqlConnection c, int series, Map<Integer, SampleBlock> given) {
    return c.preparedQuery(FIND)
        .execute(Tuple.of(series, (Object) given.keySet().toArray(Integer[]::new)))
        .compose(
            rows -> {
              Map<Integer, SampleBlock> old = new TreeMap<>();
              for (Row r : rows) {
                old.put(r.getInteger(0), SampleBlockCodec.decode(r.getBuffer(1).getBytes()));
              }
              int created = 0;
              List<Integer> slots = new ArrayList<>();
              List<Integer> sizes = new ArrayList<>();
              List<Buffer> data = new ArrayList<>();
              for (Map.Entry<Integer, SampleBlock> e : given.entrySet()) {
                BlockMerger.MergeResult m =
                    BlockMerger.merge(
                        old.getOrDefault(e.getKey(), new SampleBlock(0)), e.getValue());
                for (BlockMerger.Change change : m.changes()) {
                  created += change == BlockMerger.Change.CREATED ? 1 : 0;
                }
                if (m.changed()) {
                  slots.add(e.getKey());
                  sizes.add(m.block().size());
                  data.add(Buffer.buffer(SampleBlockCodec.encode(m.block())));
                }
              }
              int told = created;
              return slots.isEmpty()
                  ? Future.succeededFuture(told)
                  : c.preparedQuery(WRITE)
                      .execute(
                          Tuple.of(
                              series,
                              slots.toArray(Integer[]::new),
                              sizes.toArray(Integer[]::new),
                              data.toArray(Buffer[]::new)))
                      .map(told);
            });
  }

  @Override
  public int read(int series, long from, int seconds) {
    int n = 0;
    int first = BlockInterval.slot(Resource.HEARTRATE, from * 1_000_000L);
    int last = BlockInterval.slot(Resource.HEARTRATE, (from + seconds - 1) * 1_000_000L);
    for (Row r : pool.preparedQuery(READ).execute(Tuple.of(series, first, last)).await()) {
      n += SampleBlockCodec.decode(r.getBuffer(1).getBytes()).size();
    }
    return n;
  }

  @Override
  public long bytes() {
    return LayoutBench.number(pool, "select pg_total_relation_size('lb_block')");
  }

  @Override
  public void delete(int series) {
    pool.preparedQuery("delete from lb_block where series_id = $1")
        .execute(Tuple.of(series))
        .await();
  }
}
