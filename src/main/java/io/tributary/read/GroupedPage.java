package io.tributary.read;

import io.tributary.block.Block;
import io.tributary.http.StreamedBytes;
import io.tributary.kernel.Json;
import io.tributary.kernel.JsonBytes;
import io.tributary.model.Resource;
import io.tributary.model.SampleExtras;
import io.tributary.model.SampleJson;
import io.tributary.model.Source;
import io.tributary.model.SourceRenderer;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * One page of a grouped read: provider to groups, each with its source and its samples in time
 * order. First the page is collected, packed as it is stored; then it is written piece by piece.
 */
final class GroupedPage implements StreamedBytes.Pieces {
  private static final byte[] OPEN = JsonBytes.ascii("{\"groups\":{");
  private static final byte[] SOURCE = JsonBytes.ascii("{\"source\":");
  private static final byte[] DATA = JsonBytes.ascii(",\"data\":[");
  private static final byte[] NEXT = JsonBytes.ascii("},\"next_cursor\":");
  private static final byte[] OLD_NEXT = JsonBytes.ascii(",\"next\":");

  /** About what a sample takes, and what stands around them. */
  private static final int SAMPLE_BYTES = 128;

  private static final int AROUND = 4096;

  private final SampleQueries queries;
  private final Contexts contexts;
  private final BlockScan scan;
  private final List<Series> series;
  private final SourceNames names;
  private final int page;
  private final Function<Position, String> cursor;
  private final SampleJson json;

  private final List<Slice> taken = new ArrayList<>();
  private int count;
  private Position end;
  private Writing writing;

  GroupedPage(
      SampleQueries queries,
      Contexts contexts,
      Resource resource,
      List<Series> series,
      BlockScan scan,
      SourceNames names,
      int page,
      Function<Position, String> cursor) {
    this.queries = queries;
    this.contexts = contexts;
    this.series = series;
    this.scan = scan;
    this.names = names;
    this.page = page;
    this.cursor = cursor;
    this.json = new SampleJson(resource);
  }

  @Override
  public Future<Boolean> next(JsonBytes out) {
    if (writing != null) {
      return Future.succeededFuture(writing.piece(out));
    }
    return collect()
        .compose(collected -> contexts.of(taken))
        .map(
            found -> {
              writing = new Writing(groups(found), found);
              out.reserve(Math.min(count * SAMPLE_BYTES, StreamedBytes.PIECE) + AROUND);
              return writing.piece(out);
            });
  }

  /** Reads until the page is full or the range ends. */
  private Future<Void> collect() {
    Optional<Object[]> query = scan.query();
    if (query.isEmpty() || end != null) {
      return Future.succeededFuture();
    }
    Object[] q = query.get();
    return queries
        .blocks((Integer[]) q[0], (int) q[1], (int) q[2], (int) q[3])
        .compose(
            blocks -> {
              for (List<Slice> slot : scan.slots(blocks)) {
                take(slot);
                if (end != null) {
                  break;
                }
              }
              return collect();
            });
  }

  private void take(List<Slice> slot) {
    int here = slot.stream().mapToInt(Slice::size).sum();
    if (count + here <= page) {
      taken.addAll(slot);
      count += here;
      return;
    }
    // The page ends in this slot: at the sample that is last in the order of all sources.
    int[] starts = slot.stream().mapToInt(s -> s.at).toArray();
    for (; count < page; count++) {
      Slice s = Slice.first(slot);
      end = new Position(s.block.at(s.at), s.series, s.block.reading(s.at));
      s.at++;
    }
    if (end == null) {
      end = last();
    }
    for (int i = 0; i < starts.length; i++) {
      Slice s = slot.get(i);
      if (s.at > starts[i]) {
        taken.add(s.part(starts[i], s.at));
      }
    }
  }

  /** The last sample so far, when the page was full before this slot. */
  private Position last() {
    Position best = null;
    for (Slice s : taken) {
      int i = s.to - 1;
      if (best == null || best.isBefore(s.block.at(i), s.series, s.block.reading(i))) {
        best = new Position(s.block.at(i), s.series, s.block.reading(i));
      }
    }
    return best;
  }

  private record Key(int place, UUID device, UUID workout, String sport) {}

  private record Run(Block block, int from, int to) {}

  /** By source, in the order of the series; samples of a group stay in the order of time. */
  private Map<Key, List<Run>> groups(Map<Integer, Contexts.Context> found) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < series.size(); i++) {
      places.put(series.get(i).id(), i);
    }
    Map<Key, List<Run>> groups = new LinkedHashMap<>();
    for (Slice s : taken) {
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
        Contexts.Context c = found.getOrDefault(context, Contexts.Context.NONE);
        groups
            .computeIfAbsent(new Key(place, device, c.workout(), c.sport()), k -> new ArrayList<>())
            .add(new Run(s.block, from, i));
      }
    }
    Map<Key, List<Run>> sorted = new LinkedHashMap<>();
    groups.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(java.util.Comparator.comparingInt(Key::place)))
        .forEach(e -> sorted.put(e.getKey(), e.getValue()));
    return sorted;
  }

  /** What is being written: where the last piece ended. */
  private final class Writing {
    private final List<Map.Entry<Key, List<Run>>> groups;
    private final Map<Integer, Contexts.Context> found;
    private int group = -1;
    private int run;
    private int row;
    private String provider;
    private int context;
    private SampleExtras extras;

    Writing(Map<Key, List<Run>> groups, Map<Integer, Contexts.Context> found) {
      this.groups = List.copyOf(groups.entrySet());
      this.found = found;
    }

    boolean piece(JsonBytes out) {
      if (group < 0) {
        out.raw(OPEN);
        enter(out);
      }
      while (group < groups.size()) {
        List<Run> runs = groups.get(group).getValue();
        while (run < runs.size()) {
          Run r = runs.get(run);
          while (row < r.to()) {
            if (out.size() >= StreamedBytes.PIECE) {
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
        enter(out);
      }
      if (provider != null) {
        out.raw(']');
      }
      String next = end == null ? null : cursor.apply(end);
      out.raw(NEXT).text(next).raw(OLD_NEXT).text(next).raw('}');
      return false;
    }

    private void write(JsonBytes out, Block b, int i) {
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

    /** Neighbours mostly share their context. */
    private SampleExtras extras(int id) {
      if (id != context) {
        context = id;
        extras = found.getOrDefault(id, Contexts.Context.NONE).extras();
      }
      return extras;
    }

    /** Opens the next group, if there is one. */
    private void enter(JsonBytes out) {
      group++;
      run = 0;
      if (group >= groups.size()) {
        return;
      }
      Key key = groups.get(group).getKey();
      Series s = series.get(key.place());
      if (!s.provider().equals(provider)) {
        if (provider != null) {
          out.raw(']').raw(',');
        }
        provider = s.provider();
        out.text(provider).raw(':').raw('[');
      } else {
        out.raw(',');
      }
      out.raw(SOURCE)
          .raw(
              rendered(
                  new Source(
                      s.provider(), s.type(), null, key.device(), key.sport(), key.workout())))
          .raw(DATA);
      row = groups.get(group).getValue().getFirst().from();
    }

    private byte[] rendered(Source source) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
      try (var gen = Json.MAPPER.getFactory().createGenerator(bytes)) {
        SourceRenderer.write(gen, source, names.legacy(source.provider()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }
}
