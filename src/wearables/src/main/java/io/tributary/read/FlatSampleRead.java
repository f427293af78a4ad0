package io.tributary.read;

import io.tributary.core.JsonBytes;
import io.tributary.http.StreamedBytes;
import io.tributary.model.Resource;
import io.tributary.model.SampleJson;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Streams a plain array of samples of all sources in time order, without paging. */
final class FlatSampleRead implements StreamedBytes.ChunkSource {
  private final SampleQueries queries;
  private final SampleContextCache contexts;
  private final BlockScan scan;
  private final SampleJson json;
  private final String reading;
  private final Deque<List<BlockSlice>> slots = new ArrayDeque<>();
  private Map<Integer, SampleContextCache.SampleContext> found = Map.of();
  private boolean opened;
  private boolean any;

  /**
   * @param reading only readings of this type; null for all
   */
  FlatSampleRead(
      SampleQueries queries,
      SampleContextCache contexts,
      Resource resource,
      BlockScan scan,
      String reading) {
    this.queries = queries;
    this.contexts = contexts;
    this.scan = scan;
    this.json = new SampleJson(resource);
    this.reading = reading;
  }

  @Override
  public Future<Boolean> next(JsonBytes out) {
    if (!opened) {
      out.raw('[');
      opened = true;
    }
    write(out);
    if (!slots.isEmpty()) {
      return Future.succeededFuture(true);
    }
    Optional<Object[]> query = scan.nextQuery();
    if (query.isEmpty()) {
      out.raw(']');
      return Future.succeededFuture(false);
    }
    Object[] q = query.get();
    return queries
        .blocks((Integer[]) q[0], (int) q[1], (int) q[2], (int) q[3])
        .compose(
            blocks -> {
              slots.addAll(scan.completeSlots(blocks));
              return contexts.of(slots.stream().flatMap(List::stream).toList());
            })
        .compose(
            read -> {
              found = read;
              return next(out);
            });
  }

  private void write(JsonBytes out) {
    while (!slots.isEmpty()) {
      BlockSlice s = BlockSlice.nextInOrder(slots.peekFirst());
      if (s == null) {
        slots.removeFirst();
        continue;
      }
      if (out.size() >= StreamedBytes.CHUNK_BYTES) {
        return;
      }
      int i = s.at++;
      if (reading == null || reading.equals(s.block.reading(i))) {
        if (any) {
          out.raw(',');
        }
        any = true;
        json.write(
            out,
            s.block.at(i),
            s.block.end(i),
            s.block.offset(i),
            s.block.value(i),
            s.block.value2(i),
            s.block.note(i),
            found.getOrDefault(s.block.context(i), SampleContextCache.SampleContext.NONE).extras());
      }
    }
  }
}
