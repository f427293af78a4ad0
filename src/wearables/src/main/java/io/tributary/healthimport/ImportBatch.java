package io.tributary.healthimport;

import io.tributary.model.NormalisedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.apple.ExportFault;
import io.tributary.provider.apple.ExportReader;
import io.tributary.provider.apple.HkSource;
import io.tributary.provider.apple.PendingRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Records that have been read but not stored. Not thread-safe. */
final class ImportBatch implements ExportReader.Out {
  /** Limit per XML element; a file that exceeds it is not an export. */
  private static final int MOST = 200_000;

  /** Number of stream points that count as one record. */
  private static final int POINTS = 50;

  private final Function<HkSource, Source> sources;
  private final List<Sample> samples = new ArrayList<>();
  private final List<PendingRecord> facts = new ArrayList<>();
  private NormalisedBatch.Builder more = NormalisedBatch.builder();
  private final Set<Resource> resources = EnumSet.noneOf(Resource.class);
  private int summaries;
  private int points;
  private long refused;
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
    if (samples.size() >= MOST) {
      throw new ExportFault("an element of the file holds too many records");
    }
    samples.add(sample);
    resources.add(sample.resource());
    reach(sample.at());
  }

  @Override
  public void fact(PendingRecord fact) {
    if (facts.size() >= MOST) {
      throw new ExportFault("an element of the file holds too many records");
    }
    facts.add(fact);
    if (fact.kind() != PendingRecord.Kind.PERSON) {
      reach(fact.at());
    }
  }

  /** Adds the result of joining records. */
  void add(NormalisedBatch batch) {
    batch.samples().forEach(this::sample);
    for (SourcedSummary s : batch.summaries()) {
      summary(s);
    }
    batch.streams().forEach(this::stream);
    refused += batch.refused().size();
  }

  private void stream(SourcedStream s) {
    more.add(s);
    points += s.stream().size();
    resources.add(Resource.WORKOUT_STREAM);
  }

  void summary(SourcedSummary s) {
    more.add(s.summary(), s.source());
    summaries++;
    resources.add(s.summary().resource());
  }

  void refuse(long records) {
    refused += records;
  }

  private void reach(Instant at) {
    from = from == null || at.isBefore(from) ? at : from;
    to = to == null || at.isAfter(to) ? at : to;
  }

  int size() {
    return samples.size() + facts.size() + summaries + points / POINTS;
  }

  long refused() {
    return refused;
  }

  /** Returns samples, summaries and streams. */
  NormalisedBatch batch() {
    NormalisedBatch.Builder out = NormalisedBatch.builder();
    samples.forEach(out::add);
    NormalisedBatch joined = more.build();
    joined.summaries().forEach(s -> out.add(s.summary(), s.source()));
    joined.streams().forEach(out::add);
    return out.build();
  }

  List<PendingRecord> facts() {
    return List.copyOf(facts);
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
    facts.clear();
    more = NormalisedBatch.builder();
    resources.clear();
    summaries = 0;
    points = 0;
    refused = 0;
    from = null;
    to = null;
  }
}
