package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.sampleblock.BlockInterval;
import io.tributary.sampleblock.BlockMerger;
import io.tributary.sampleblock.BlockMerger.Change;
import io.tributary.sampleblock.SampleBlock;
import io.tributary.sampleblock.SampleBlockCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores samples in blocks.
 *
 * <p>The blocks that a write touches are read, merged with the new samples and written back if
 * their content differs. The users' rows are locked, so that no other transaction writes these
 * blocks in the meantime.
 */
final class SampleStore {
  private static final int BLOCKS_PER_STATEMENT = 500;
  private static final int BYTES_PER_STATEMENT = 4 << 20;

  private static final String FIND =
      """
      select b.series_id, b.start_minute, b.data
        from unnest($1::int[], $2::int[]) as k(series_id, start_minute)
        join sample_block b on b.series_id = k.series_id and b.start_minute = k.start_minute
      """;
  private static final String WRITE =
      """
      insert into sample_block (series_id, start_minute, sample_count, data)
      select * from unnest($1::int[], $2::int[], $3::int[], $4::bytea[])
      on conflict (series_id, start_minute) do update set sample_count = excluded.sample_count, data = excluded.data
      """;

  /** Key of a block. */
  private record BlockKey(int series, int slot) {
    static final Comparator<BlockKey> ORDER =
        Comparator.comparingInt(BlockKey::series).thenComparingInt(BlockKey::slot);
  }

  /** Adjacent rows of a batch that belong to one block. */
  private record RowRange(int from, int to, BlockKey place) {}

  private SampleStore() {}

  /** Writes the changed blocks and returns the change of each row of each batch. */
  static List<Change[]> store(Tx tx, List<SampleRows> parts) {
    List<List<RowRange>> runs = parts.stream().map(SampleStore::runs).toList();
    List<BlockKey> places =
        runs.stream()
            .flatMap(List::stream)
            .map(RowRange::place)
            .distinct()
            .sorted(BlockKey.ORDER)
            .toList();
    Map<BlockKey, SampleBlock> blocks = new HashMap<>();
    for (int from = 0; from < places.size(); from += BLOCKS_PER_STATEMENT) {
      find(tx, places.subList(from, Math.min(places.size(), from + BLOCKS_PER_STATEMENT)), blocks);
    }
    Map<BlockKey, SampleBlock> changed = new LinkedHashMap<>();
    List<Change[]> out = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      out.add(merge(parts.get(p), runs.get(p), blocks, changed));
    }
    write(tx, changed);
    return out;
  }

  private static List<RowRange> runs(SampleRows rows) {
    List<RowRange> out = new ArrayList<>();
    for (int i = 0; i < rows.size(); ) {
      BlockKey place = place(rows, i);
      int from = i++;
      while (i < rows.size()
          && rows.series(i) == place.series()
          && BlockInterval.slot(rows.sample(i).resource(), rows.micros(i)) == place.slot()) {
        i++;
      }
      out.add(new RowRange(from, i, place));
    }
    return out;
  }

  private static BlockKey place(SampleRows rows, int i) {
    return new BlockKey(
        rows.series(i), BlockInterval.slot(rows.sample(i).resource(), rows.micros(i)));
  }

  private static void find(Tx tx, List<BlockKey> places, Map<BlockKey, SampleBlock> into) {
    Integer[] series = places.stream().map(BlockKey::series).toArray(Integer[]::new);
    Integer[] slots = places.stream().map(BlockKey::slot).toArray(Integer[]::new);
    for (Row row : tx.query(FIND, series, slots)) {
      into.put(
          new BlockKey(row.getInteger(0), row.getInteger(1)),
          SampleBlockCodec.decode(row.getBuffer(2).getBytes()));
    }
  }

  private static Change[] merge(
      SampleRows rows,
      List<RowRange> runs,
      Map<BlockKey, SampleBlock> blocks,
      Map<BlockKey, SampleBlock> changed) {
    Change[] changes = new Change[rows.size()];
    Arrays.fill(changes, Change.NONE);
    for (RowRange run : runs) {
      SampleBlock given = rows.block(run.from(), run.to());
      SampleBlock old = blocks.get(run.place());
      BlockMerger.MergeResult outcome =
          BlockMerger.merge(old == null ? new SampleBlock(0) : old, given);
      System.arraycopy(outcome.changes(), 0, changes, run.from(), given.size());
      if (outcome.changed()) {
        blocks.put(run.place(), outcome.block());
        changed.put(run.place(), outcome.block());
      }
    }
    return changes;
  }

  private static void write(Tx tx, Map<BlockKey, SampleBlock> changed) {
    List<BlockKey> places = changed.keySet().stream().sorted(BlockKey.ORDER).toList();
    List<BlockKey> chunk = new ArrayList<>();
    List<Buffer> data = new ArrayList<>();
    int bytes = 0;
    for (BlockKey place : places) {
      Buffer one = Buffer.buffer(SampleBlockCodec.encode(changed.get(place)));
      chunk.add(place);
      data.add(one);
      bytes += one.length();
      if (chunk.size() == BLOCKS_PER_STATEMENT || bytes > BYTES_PER_STATEMENT) {
        write(tx, changed, chunk, data);
        chunk.clear();
        data.clear();
        bytes = 0;
      }
    }
    if (!chunk.isEmpty()) {
      write(tx, changed, chunk, data);
    }
  }

  private static void write(
      Tx tx, Map<BlockKey, SampleBlock> blocks, List<BlockKey> places, List<Buffer> data) {
    tx.query(
        WRITE,
        places.stream().map(BlockKey::series).toArray(Integer[]::new),
        places.stream().map(BlockKey::slot).toArray(Integer[]::new),
        places.stream().map(p -> blocks.get(p).size()).toArray(Integer[]::new),
        data.toArray(Buffer[]::new));
  }
}
