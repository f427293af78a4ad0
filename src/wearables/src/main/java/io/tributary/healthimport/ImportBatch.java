package io.tributary.healthimport;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.apple.ExportReader;
import io.tributary.provider.apple.HkSource;
import io.tributary.provider.apple.InvalidExportException;
import io.tributary.provider.apple.PendingRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Records that have been read but not stored. Not thread-safe. */
final class ImportBatch implements ExportReader.ExportSink {
  /** Limit per XML element; a file that exceeds it is not an export. */
  private static final int MAX_RECORDS = 200_000;

  /** Number of stream points that count as one record. */
  private static final int POINTS_PER_RECORD = 50;

  private final Function<HkSource, Source> sources;
  private final List<Sample> samples = new ArrayList<>();
  private final List<PendingRecord> pendingRecords = new ArrayList<>();
  private NormalizedBatch.Builder joinedBuilder = NormalizedBatch.builder();
  private final Set<Resource> resources = EnumSet.noneOf(Resource.class);
  private int summaries;
  private int points;
  private long rejected;
  private Instant from;
  private Instant to;

  ImportBatch(Function<HkSource, Source> sources) {
    this.sources = sources;
  }

  @Override
  public Source source(HkSource by) {
    return sources.apply(by);
  }

  @Override
  public void sample(Sample sample) {
    if (samples.size() >= MAX_RECORDS) {
      throw new InvalidExportException("an element of the file contains too many records");
    }
    samples.add(sample);
    resources.add(sample.resource());
    extendRange(sample.at());
  }

  @Override
  public void pendingRecord(PendingRecord fact) {
    if (pendingRecords.size() >= MAX_RECORDS) {
      throw new InvalidExportException("an element of the file contains too many records");
    }
    pendingRecords.add(fact);
    if (fact.kind() != PendingRecord.Kind.PERSON) {
      extendRange(fact.at());
    }
  }

  /** Adds the result of joining records. */
  void add(NormalizedBatch batch) {
    batch.samples().forEach(this::sample);
    for (SourcedSummary s : batch.summaries()) {
      summary(s);
    }
    batch.streams().forEach(this::stream);
    rejected += batch.refused().size();
  }

  private void stream(SourcedStream s) {
    joinedBuilder.add(s);
    points += s.stream().size();
    resources.add(Resource.WORKOUT_STREAM);
  }

  void summary(SourcedSummary s) {
    joinedBuilder.add(s.summary(), s.source());
    summaries++;
    resources.add(s.summary().resource());
  }

  void addRejected(long records) {
    rejected += records;
  }

  private void extendRange(Instant at) {
    from = from == null || at.isBefore(from) ? at : from;
    to = to == null || at.isAfter(to) ? at : to;
  }

  int size() {
    return samples.size() + pendingRecords.size() + summaries + points / POINTS_PER_RECORD;
  }

  long rejected() {
    return rejected;
  }

  /** Returns samples, summaries and streams. */
  NormalizedBatch build() {
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    samples.forEach(out::add);
    NormalizedBatch joined = joinedBuilder.build();
    joined.summaries().forEach(s -> out.add(s.summary(), s.source()));
    joined.streams().forEach(out::add);
    return out.build();
  }

  List<PendingRecord> facts() {
    return List.copyOf(pendingRecords);
  }

  Set<Resource> resources() {
    return Set.copyOf(resources);
  }

  Instant from() {
    return from;
  }

  Instant to() {
    return to;
  }

  /** Clears the batch after it is stored. */
  void clear() {
    samples.clear();
    pendingRecords.clear();
    joinedBuilder = NormalizedBatch.builder();
    resources.clear();
    summaries = 0;
    points = 0;
    rejected = 0;
    from = null;
    to = null;
  }
}
