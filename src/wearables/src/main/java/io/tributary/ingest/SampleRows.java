package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.sampleblock.EpochMicros;
import io.tributary.sampleblock.SampleBlock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Samples of a batch with their series and context IDs, in key order. Each identity occurs once;
 * the last one given wins.
 */
final class SampleRows {
  private final Sample[] samples;
  private final int[] series;
  private final int[] contexts;
  private final String[] readings;
  private final long[] micros;
  private final UUID device;
  private final int origin;
  private final int storedAt;
  private int size;

  private SampleRows(int n, UUID device, int origin, int storedAt) {
    this.device = device;
    this.origin = origin;
    this.storedAt = storedAt;
    micros = new long[n];
    samples = new Sample[n];
    series = new int[n];
    contexts = new int[n];
    readings = new String[n];
  }

  /**
   * @param device device for sources without one; may be null
   * @param origin ID of the batch's origin
   * @param storedAt current time in seconds since 1970
   */
  static SampleRows of(
      Tx tx,
      SeriesDictionary interned,
      UUID user,
      List<Sample> given,
      UUID device,
      int origin,
      int storedAt) {
    SampleRows rows = new SampleRows(given.size(), device, origin, storedAt);
    rows.assignIds(tx, interned, user, given);
    rows.sortAndDeduplicate();
    return rows;
  }

  int size() {
    return size;
  }

  Sample sample(int i) {
    return samples[i];
  }

  int series(int i) {
    return series[i];
  }

  /** Returns the time in microseconds since 1970. */
  long micros(int i) {
    return micros[i];
  }

  UUID device(int i) {
    UUID own = samples[i].source().deviceId();
    return own == null ? device : own;
  }

  /** Returns a range of rows as a block. */
  SampleBlock block(int from, int to) {
    SampleBlock out = new SampleBlock(to - from);
    for (int i = from; i < to; i++) {
      Sample s = samples[i];
      SampleExtras extras = s.extras();
      out.add(
          new SampleBlock.Row(
              micros[i],
              readings[i],
              s.end() == null ? SampleBlock.NO_END : EpochMicros.of(s.end()),
              s.value(),
              extras == null || extras.diastolic() == null ? Double.NaN : extras.diastolic(),
              s.offsetSeconds() == null ? SampleBlock.NO_OFFSET : s.offsetSeconds(),
              contexts[i],
              extras == null ? null : PgText.stripNul(extras.text()),
              device(i),
              origin,
              storedAt));
    }
    return out;
  }

  private void assignIds(Tx tx, SeriesDictionary interned, UUID user, List<Sample> given) {
    Set<SeriesDictionary.SeriesKey> wantedSeries = new HashSet<>();
    Set<SeriesDictionary.ContextKey> wantedContexts = new HashSet<>();
    SeriesDictionary.SeriesKey[] ofSample = new SeriesDictionary.SeriesKey[given.size()];
    SeriesDictionary.ContextKey[] contextOf = new SeriesDictionary.ContextKey[given.size()];
    SeriesDictionary.SeriesKey last = null;
    Source lastSource = null;
    Resource lastResource = null;
    SampleExtras lastExtras = null;
    for (int i = 0; i < ofSample.length; i++) {
      Sample s = given.get(i);
      // Adjacent samples usually share their source object, so no key object is created per sample.
      if (s.source() != lastSource || s.resource() != lastResource) {
        last = SeriesDictionary.SeriesKey.of(user, s);
        lastSource = s.source();
        lastResource = s.resource();
        wantedSeries.add(last);
      }
      ofSample[i] = last;
      boolean sameAsBefore =
          i > 0 && s.source() == given.get(i - 1).source() && s.extras() == lastExtras;
      contextOf[i] = sameAsBefore ? contextOf[i - 1] : SeriesDictionary.ContextKey.of(user, s);
      lastExtras = s.extras();
      if (contextOf[i] != null && !sameAsBefore) {
        wantedContexts.add(contextOf[i]);
      }
    }
    Map<SeriesDictionary.SeriesKey, Integer> seriesIds = interned.series(tx, user, wantedSeries);
    Map<SeriesDictionary.ContextKey, Integer> contextIds =
        wantedContexts.isEmpty() ? Map.of() : interned.contexts(tx, user, wantedContexts);
    last = null;
    int id = 0;
    for (int i = 0; i < ofSample.length; i++) {
      if (ofSample[i] != last) {
        last = ofSample[i];
        id = seriesIds.get(last);
      }
      samples[i] = given.get(i);
      micros[i] = EpochMicros.of(samples[i].at());
      series[i] = id;
      contexts[i] = contextOf[i] == null ? 0 : contextIds.get(contextOf[i]);
      readings[i] =
          samples[i].resource().hasTypedIdentity() ? PgText.stripNul(samples[i].key().part()) : "";
    }
    size = ofSample.length;
  }

  private void sortAndDeduplicate() {
    boolean sorted = true;
    for (int i = 1; i < size && sorted; i++) {
      sorted = compare(i - 1, i) < 0;
    }
    if (sorted) {
      return;
    }
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    // The sort is stable: among equal keys the last one given stays last.
    Arrays.sort(order, this::compare);
    SampleRows in = copy();
    int to = 0;
    for (int i = 0; i < order.length; i++) {
      if (i + 1 < order.length && in.compare(order[i], order[i + 1]) == 0) {
        continue;
      }
      samples[to] = in.samples[order[i]];
      micros[to] = in.micros[order[i]];
      series[to] = in.series[order[i]];
      contexts[to] = in.contexts[order[i]];
      readings[to] = in.readings[order[i]];
      to++;
    }
    size = to;
  }

  private int compare(int a, int b) {
    int c = Integer.compare(series[a], series[b]);
    if (c == 0) {
      c = Long.compare(micros[a], micros[b]);
    }
    return c == 0 ? readings[a].compareTo(readings[b]) : c;
  }

  private SampleRows copy() {
    SampleRows out = new SampleRows(size, device, origin, storedAt);
    System.arraycopy(samples, 0, out.samples, 0, size);
    System.arraycopy(micros, 0, out.micros, 0, size);
    System.arraycopy(series, 0, out.series, 0, size);
    System.arraycopy(contexts, 0, out.contexts, 0, size);
    System.arraycopy(readings, 0, out.readings, 0, size);
    return out;
  }
}
