package io.tributary.read;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.JsonBytes;
import io.tributary.http.StreamedBytes;
import io.tributary.model.Resource;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleJson;
import io.tributary.sampleblock.SampleBlock;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Page of a grouped read with merged sources.
 *
 * <p>Of each stored sample it contains the parts that no better source covers, in the group of the
 * sample's own source. The page is divided by stored samples, exactly like a page without merging;
 * therefore it uses the same cursor, and data added later does not move it. In memory are the
 * samples of the page and, for the surrounding samples of better sources, only the intervals they
 * cover. Runs on one event loop.
 */
final class MergedPage implements StreamedBytes.ChunkSource {
  private static final byte[] OPEN = JsonBytes.ascii("{\"groups\":{");
  private static final byte[] SOURCE = JsonBytes.ascii("{\"source\":");
  private static final byte[] DATA = JsonBytes.ascii(",\"data\":[");
  private static final byte[] NEXT = JsonBytes.ascii("},\"next_cursor\":");
  private static final byte[] LEGACY_NEXT = JsonBytes.ascii(",\"next\":");
  private static final byte[] MERGE = JsonBytes.ascii(",\"merge\":");

  /**
   * Minimum number of stored samples per step. If merging leaves only few samples, steps as small
   * as the page would make hardly any progress.
   */
  private static final int MIN_STEP = 1000;

  /**
   * Number of steps without a remaining sample after which an empty page with a cursor is returned.
   */
  private static final int MAX_EMPTY_STEPS = 20;

  /** Requested samples. */
  record Request(Resource resource, long from, long last, SamplePosition after, int page) {}

  private record RemainingPart(
      SampleBlock block, int row, long start, long end, double value, SampleExtras extras) {}

  private final SampleQueries queries;
  private final SampleContextCache contexts;
  private final Request request;
  private final List<SeriesRef> series;
  private final RankedSeries ranked;
  private final LegacySourceNames names;
  private final Function<SamplePosition, String> cursor;
  private final SampleJson json;

  private final Map<GroupKey, List<RemainingPart>> groups =
      new TreeMap<>(
          Comparator.comparingInt(GroupKey::seriesIndex)
              .thenComparing(k -> String.valueOf(k.device()))
              .thenComparing(k -> String.valueOf(k.workout()))
              .thenComparing(k -> String.valueOf(k.sport())));
  private int remainingParts;
  private int coveredSamples;
  private int excludedSamples;
  private int steps;
  private SamplePosition end;
  private Iterator<Map.Entry<GroupKey, List<RemainingPart>>> writing;
  private String provider;
  private List<RemainingPart> group = List.of();
  private int at;

  /**
   * @param series in response order
   */
  MergedPage(
      SampleQueries queries,
      SampleContextCache contexts,
      Request request,
      List<SeriesRef> series,
      SourceRank rank,
      LegacySourceNames names,
      Function<SamplePosition, String> cursor) {
    this.queries = queries;
    this.contexts = contexts;
    this.request = request;
    this.series = series;
    this.ranked = new RankedSeries(series, rank);
    this.names = names;
    this.cursor = cursor;
    this.json = new SampleJson(request.resource());
  }

  @Override
  public Future<Boolean> next(JsonBytes out) {
    if (writing != null) {
      return Future.succeededFuture(writePiece(out));
    }
    return collectSteps(request.after())
        .map(
            done -> {
              groups.values().forEach(g -> g.sort(Comparator.comparingLong(RemainingPart::start)));
              writing = groups.entrySet().iterator();
              out.raw(OPEN);
              openNextGroup(out);
              return writePiece(out);
            });
  }

  /** Collects steps until samples remain, the range ends, or the step limit is reached. */
  private Future<Void> collectSteps(SamplePosition after) {
    PageCollector scan =
        new PageCollector(
            queries,
            new BlockScan(request.resource(), series, request.from(), request.last(), after),
            Math.max(MIN_STEP, request.page()));
    return scan.collect()
        .compose(collected -> readBetterSources(scan.slots()))
        .compose(
            merge ->
                contexts
                    .of(scan.slices())
                    .map(
                        found -> {
                          addRemaining(scan, merge, found);
                          return merge;
                        }))
        .compose(
            merge ->
                remainingParts == 0 && end != null && ++steps < MAX_EMPTY_STEPS
                    ? collectSteps(end)
                    : Future.succeededFuture());
  }

  /** Reads the intervals covered by better sources, as far as they may overlap these samples. */
  private Future<SourceMerge> readBetterSources(List<List<BlockSlice>> slots) {
    SourceMerge merge = new SourceMerge(series.size());
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (List<BlockSlice> slot : slots) {
      for (BlockSlice s : slot) {
        first = s.isEmpty() ? first : Math.min(first, s.block.at(s.at));
        for (int i = s.at; i < s.to && ranked.rank(s.series) > 0; i++) {
          if (SourceMerge.participates(s.block.at(i), end(s.block, i))) {
            last = Math.max(last, end(s.block, i));
          }
        }
      }
    }
    if (last < first) {
      return Future.succeededFuture(merge);
    }
    BlockScan scan =
        new BlockScan(
            request.resource(),
            ranked.allExceptLast(),
            first - SourceMerge.MAX_DURATION,
            last,
            null);
    return addCovered(merge, scan, first).map(merge);
  }

  private Future<Void> addCovered(SourceMerge merge, BlockScan scan, long first) {
    Optional<Object[]> query = scan.nextQuery();
    if (query.isEmpty()) {
      return Future.succeededFuture();
    }
    Object[] q = query.get();
    return queries
        .blocks((Integer[]) q[0], (int) q[1], (int) q[2], (int) q[3])
        .compose(
            blocks -> {
              for (List<BlockSlice> slot : scan.completeSlots(blocks)) {
                for (BlockSlice s : slot) {
                  for (int i = s.at; i < s.to; i++) {
                    if (end(s.block, i) >= first) {
                      merge.add(ranked.rank(s.series), s.block.at(i), end(s.block, i));
                    }
                  }
                }
              }
              return addCovered(merge, scan, first);
            });
  }

  static long end(SampleBlock b, int i) {
    return b.end(i) == SampleBlock.NO_END ? b.at(i) : b.end(i);
  }

  private void addRemaining(
      PageCollector scan, SourceMerge merge, Map<Integer, SampleContextCache.SampleContext> found) {
    end = scan.end();
    for (List<BlockSlice> slot : scan.slots()) {
      for (BlockSlice s = BlockSlice.nextInOrder(slot);
          s != null;
          s = BlockSlice.nextInOrder(slot)) {
        int i = s.at++;
        addRemaining(
            s,
            i,
            merge,
            found.getOrDefault(s.block.context(i), SampleContextCache.SampleContext.NONE));
        if (remainingParts >= request.page()) {
          // The parts of one sample stay on one page; further samples follow on the next.
          end = new SamplePosition(s.block.at(i), s.series, s.block.reading(i));
          return;
        }
      }
    }
  }

  private void addRemaining(
      BlockSlice s, int i, SourceMerge merge, SampleContextCache.SampleContext c) {
    SampleBlock b = s.block;
    long start = b.at(i);
    long stop = end(b, i);
    if (!SourceMerge.participates(start, stop)) {
      excludedSamples++;
      return;
    }
    long[] left = merge.remaining(ranked.rank(s.series), start, stop);
    coveredSamples += left.length == 0 ? 1 : 0;
    remainingParts += left.length / 2;
    for (int k = 0; k < left.length; k += 2) {
      double value = SourceMerge.proportionalValue(b.value(i), start, stop, left[k], left[k + 1]);
      groups
          .computeIfAbsent(
              new GroupKey(ranked.originalIndex(s.series), b.device(i), c.workout(), c.sport()),
              key -> new ArrayList<>())
          .add(new RemainingPart(b, i, left[k], left[k + 1], value, c.extras()));
    }
  }

  private boolean writePiece(JsonBytes out) {
    while (!group.isEmpty()) {
      while (at < group.size()) {
        if (out.size() >= StreamedBytes.CHUNK_BYTES) {
          return true;
        }
        if (at > 0) {
          out.raw(',');
        }
        write(out, group.get(at++));
      }
      out.raw(']').raw('}');
      openNextGroup(out);
    }
    if (provider != null) {
      out.raw(']');
    }
    String next = end == null ? null : cursor.apply(end);
    out.raw(NEXT).text(next).raw(LEGACY_NEXT).text(next);
    out.raw(MERGE).raw(Json.bytes(mergeInfo())).raw('}');
    return false;
  }

  private void write(JsonBytes out, RemainingPart l) {
    json.write(
        out,
        l.start,
        l.end,
        l.block.offset(l.row),
        l.value,
        l.block.value2(l.row),
        l.block.note(l.row),
        l.extras);
  }

  /** Opens the next group, if any. */
  private void openNextGroup(JsonBytes out) {
    at = 0;
    if (!writing.hasNext()) {
      group = List.of();
      return;
    }
    Map.Entry<GroupKey, List<RemainingPart>> next = writing.next();
    group = next.getValue();
    SeriesRef s = series.get(next.getKey().seriesIndex());
    if (!s.provider().equals(provider)) {
      if (provider != null) {
        out.raw(']').raw(',');
      }
      provider = s.provider();
      out.text(provider).raw(':').raw('[');
    } else {
      out.raw(',');
    }
    out.raw(SOURCE).raw(names.json(next.getKey().source(s))).raw(DATA);
  }

  /** Returns the ranking used for the merge and the numbers of samples not shown. */
  private ObjectNode mergeInfo() {
    ObjectNode out = Json.object().put("rule", SourceMerge.RULE);
    ArrayNode list = out.putArray("ranked");
    ranked
        .rankedSources()
        .forEach(
            r ->
                list.addObject()
                    .put("provider", r.source().provider())
                    .put("type", r.source().type().wire())
                    .put("priority", r.priority()));
    return out.put("covered", coveredSamples).put("left_out", excludedSamples);
  }
}
