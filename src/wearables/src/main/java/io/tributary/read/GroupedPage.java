package io.tributary.read;

import io.tributary.core.JsonBytes;
import io.tributary.http.StreamedBytes;
import io.tributary.model.Resource;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleJson;
import io.tributary.sampleblock.SampleBlock;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Page of a grouped read: groups by provider, each with its source and its samples in time order.
 *
 * <p>The page is first collected in packed form, as it is stored, and then written piece by piece.
 */
final class GroupedPage implements StreamedBytes.ChunkSource {
  private static final byte[] OPEN = JsonBytes.ascii("{\"groups\":{");
  private static final byte[] SOURCE = JsonBytes.ascii("{\"source\":");
  private static final byte[] DATA = JsonBytes.ascii(",\"data\":[");
  private static final byte[] NEXT = JsonBytes.ascii("},\"next_cursor\":");
  private static final byte[] LEGACY_NEXT = JsonBytes.ascii(",\"next\":");

  /** Approximate size of a sample; the constant below is the overhead of a page. */
  private static final int BYTES_PER_SAMPLE = 128;

  private static final int PAGE_OVERHEAD = 4096;

  private final SampleContextCache contexts;
  private final PageCollector scan;
  private final List<SeriesRef> series;
  private final LegacySourceNames names;
  private final Function<SamplePosition, String> cursor;
  private final SampleJson json;

  private PageWriter writing;

  GroupedPage(
      SampleContextCache contexts,
      Resource resource,
      List<SeriesRef> series,
      PageCollector scan,
      LegacySourceNames names,
      Function<SamplePosition, String> cursor) {
    this.contexts = contexts;
    this.series = series;
    this.scan = scan;
    this.names = names;
    this.cursor = cursor;
    this.json = new SampleJson(resource);
  }

  @Override
  public Future<Boolean> next(JsonBytes out) {
    if (writing != null) {
      return Future.succeededFuture(writing.writePiece(out));
    }
    return scan.collect()
        .compose(collected -> contexts.of(scan.slices()))
        .map(
            found -> {
              writing = new PageWriter(groups(found), found);
              out.reserve(
                  Math.min(scan.count() * BYTES_PER_SAMPLE, StreamedBytes.CHUNK_BYTES)
                      + PAGE_OVERHEAD);
              return writing.writePiece(out);
            });
  }

  private record SampleRun(SampleBlock block, int from, int to) {}

  /** Groups by source in the order of the series; samples of a group stay in time order. */
  private Map<GroupKey, List<SampleRun>> groups(
      Map<Integer, SampleContextCache.SampleContext> found) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < series.size(); i++) {
      places.put(series.get(i).id(), i);
    }
    Map<GroupKey, List<SampleRun>> groups = new LinkedHashMap<>();
    for (BlockSlice s : scan.slices()) {
      int place = places.get(s.series);
      for (int i = s.at; i < s.to; ) {
        UUID device = s.block.device(i);
        int context = s.block.context(i);
        int from = i++;
        while (i < s.to
            && s.block.context(i) == context
            && java.util.Objects.equals(s.block.device(i), device)) {
          i++;
        }
        SampleContextCache.SampleContext c =
            found.getOrDefault(context, SampleContextCache.SampleContext.NONE);
        groups
            .computeIfAbsent(
                new GroupKey(place, device, c.workout(), c.sport()), k -> new ArrayList<>())
            .add(new SampleRun(s.block, from, i));
      }
    }
    Map<GroupKey, List<SampleRun>> sorted = new LinkedHashMap<>();
    groups.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(java.util.Comparator.comparingInt(GroupKey::seriesIndex)))
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }

  /** State of writing: the position at which the last piece ended. */
  private final class PageWriter {
    private final List<Map.Entry<GroupKey, List<SampleRun>>> groups;
    private final Map<Integer, SampleContextCache.SampleContext> found;
    private int group = -1;
    private int run;
    private int row;
    private String provider;
    private int context;
    private SampleExtras extras;

    PageWriter(
        Map<GroupKey, List<SampleRun>> groups,
        Map<Integer, SampleContextCache.SampleContext> found) {
      this.groups = List.copyOf(groups.entrySet());
      this.found = found;
    }

    boolean writePiece(JsonBytes out) {
      if (group < 0) {
        out.raw(OPEN);
        openNextGroup(out);
      }
      while (group < groups.size()) {
        List<SampleRun> runs = groups.get(group).getValue();
        while (run < runs.size()) {
          SampleRun r = runs.get(run);
          while (row < r.to()) {
            if (out.size() >= StreamedBytes.CHUNK_BYTES) {
              return true;
            }
            if (run > 0 || row > r.from()) {
              out.raw(',');
            }
            write(out, r.block(), row++);
          }
          run++;
          row = run < runs.size() ? runs.get(run).from() : 0;
        }
        out.raw(']').raw('}');
        openNextGroup(out);
      }
      if (provider != null) {
        out.raw(']');
      }
      String next = scan.end() == null ? null : cursor.apply(scan.end());
      out.raw(NEXT).text(next).raw(LEGACY_NEXT).text(next).raw('}');
      return false;
    }

    private void write(JsonBytes out, SampleBlock b, int i) {
      json.write(
          out,
          b.at(i),
          b.end(i),
          b.offset(i),
          b.value(i),
          b.value2(i),
          b.note(i),
          extras(b.context(i)));
    }

    /** Adjacent samples usually share their context. */
    private SampleExtras extras(int id) {
      if (id != context) {
        context = id;
        extras = found.getOrDefault(id, SampleContextCache.SampleContext.NONE).extras();
      }
      return extras;
    }

    /** Opens the next group, if any. */
    private void openNextGroup(JsonBytes out) {
      group++;
      run = 0;
      if (group >= groups.size()) {
        return;
      }
      GroupKey key = groups.get(group).getKey();
      SeriesRef s = series.get(key.seriesIndex());
      if (!s.provider().equals(provider)) {
        if (provider != null) {
          out.raw(']').raw(',');
        }
        provider = s.provider();
        out.text(provider).raw(':').raw('[');
      } else {
        out.raw(',');
      }
      out.raw(SOURCE).raw(names.json(key.source(s))).raw(DATA);
      row = groups.get(group).getValue().getFirst().from();
    }
  }
}
