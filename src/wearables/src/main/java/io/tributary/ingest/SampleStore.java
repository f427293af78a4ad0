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
  private static final int BLOCKS_AT_ONCE = 500;
  private static final int BYTES_AT_ONCE = 4 << 20;

  private static final String FIND =
      """
      select b.series_id, b.slot, b.data
        from unnest($1::int[], $2::int[]) as k(series_id, slot)
        join sample_block b on b.series_id = k.series_id and b.slot = k.slot
      """;
  private static final String WRITE =
      """
      insert into sample_block (series_id, slot, n, data)
      select * from unnest($1::int[], $2::int[], $3::int[], $4::bytea[])
      on conflict (series_id, slot) do update set n = excluded.n, data = excluded.data
      """;

  /** Key of a block. */
  private record Place(int series, int slot) {
    static final Comparator<Place> ORDER =
        Comparator.comparingInt(Place::series).thenComparingInt(Place::slot);
  }

  /** Adjacent rows of a batch that belong to one block. */
  private record Run(int from, int to, Place place) {}

  private SampleStore() {}

  /** Writes the changed blocks and returns the change of each row of each batch. */
  static List<Change[]> store(Tx tx, List<SampleRows> parts) {
    List<List<Run>> runs = parts.stream().map(SampleStore::runs).toList();
    List<Place> places =
        runs.stream().flatMap(List::stream).map(Run::place).distinct().sorted(Place.ORDER).toList();
    Map<Place, SampleBlock> blocks = new HashMap<>();
    for (int from = 0; from < places.size(); from += BLOCKS_AT_ONCE) {
      find(tx, places.subList(from, Math.min(places.size(), from + BLOCKS_AT_ONCE)), blocks);
    }
    Map<Place, SampleBlock> changed = new LinkedHashMap<>();
    List<Change[]> out = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      out.add(merge(parts.get(p), runs.get(p), blocks, changed));
    }
    write(tx, changed);
    return out;
  }

  private static List<Run> runs(SampleRows rows) {
    List<Run> out = new ArrayList<>();
    for (int i = 0; i < rows.size(); ) {
      Place place = place(rows, i);
      int from = i++;
      while (i < rows.size()
          && rows.series(i) == place.series()
          && BlockInterval.slot(rows.sample(i).resource(), rows.micros(i)) == place.slot()) {
        i++;
      }
      out.add(new Run(from, i, place));
    }
    return out;
  }

  private static Place place(SampleRows rows, int i) {
    return new Place(rows.series(i), BlockInterval.slot(rows.sample(i).resource(), rows.micros(i)));
  }

  private static void find(Tx tx, List<Place> places, Map<Place, SampleBlock> into) {
    Integer[] series = places.stream().map(Place::series).toArray(Integer[]::new);
    Integer[] slots = places.stream().map(Place::slot).toArray(Integer[]::new);
    for (Row row : tx.query(FIND, series, slots)) {
      into.put(
          new Place(row.getInteger(0), row.getInteger(1)),
          SampleBlockCodec.decode(row.getBuffer(2).getBytes()));
    }
  }

  private static Change[] merge(
      SampleRows rows,
      List<Run> runs,
      Map<Place, SampleBlock> blocks,
      Map<Place, SampleBlock> changed) {
    Change[] changes = new Change[rows.size()];
    Arrays.fill(changes, Change.NONE);
    for (Run run : runs) {
      SampleBlock given = rows.block(run.from(), run.to());
      SampleBlock old = blocks.get(run.place());
      BlockMerger.Outcome outcome =
          BlockMerger.merge(old == null ? new SampleBlock(0) : old, given);
      System.arraycopy(outcome.changes(), 0, changes, run.from(), given.size());
      if (outcome.changed()) {
        blocks.put(run.place(), outcome.block());
        changed.put(run.place(), outcome.block());
      }
    }
    return changes;
  }

  private static void write(Tx tx, Map<Place, SampleBlock> changed) {
    List<Place> places = changed.keySet().stream().sorted(Place.ORDER).toList();
    List<Place> chunk = new ArrayList<>();
    List<Buffer> data = new ArrayList<>();
    int bytes = 0;
    for (Place place : places) {
      Buffer one = Buffer.buffer(SampleBlockCodec.encode(changed.get(place)));
      chunk.add(place);
      data.add(one);
      bytes += one.length();
      if (chunk.size() == BLOCKS_AT_ONCE || bytes > BYTES_AT_ONCE) {
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
      Tx tx, Map<Place, SampleBlock> blocks, List<Place> places, List<Buffer> data) {
    tx.query(
        WRITE,
        places.stream().map(Place::series).toArray(Integer[]::new),
        places.stream().map(Place::slot).toArray(Integer[]::new),
        places.stream().map(p -> blocks.get(p).size()).toArray(Integer[]::new),
        data.toArray(Buffer[]::new));
  }
}
