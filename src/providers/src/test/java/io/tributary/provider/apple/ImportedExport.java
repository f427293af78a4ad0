package io.tributary.provider.apple;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleKey;
import io.tributary.model.Source;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Summary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A complete import in memory: samples by key and records in order, joined like the import job
 * joins them.
 */
final class ImportedExport implements ExportReader.ExportSink, RecordJoins.JoinContext {
  private static final UUID USER = new UUID(1, 2);

  final Map<String, Sample> samples = new TreeMap<>();
  final TreeSet<PendingRecord> facts =
      new TreeSet<>(
          Comparator.comparing(PendingRecord::kind)
              .thenComparing(PendingRecord::origin)
              .thenComparing((PendingRecord f) -> f.day())
              .thenComparing(PendingRecord::at)
              .thenComparing(PendingRecord::end)
              .thenComparing(PendingRecord::name)
              .thenComparing(PendingRecord::value));
  final List<SourcedSummary> summaries = new ArrayList<>();
  long records;
  long rejected;
  long ignored;
  long workouts;

  static ImportedExport of(String xml) {
    ImportedExport out = new ImportedExport();
    ExportReader reader =
        new ExportReader(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), 0, out);
    try {
      while (reader.next()) {
        out.records = reader.records();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.records = reader.records();
    out.rejected = reader.rejected();
    out.ignored = reader.ignored();
    out.workouts = reader.workouts();
    out.join();
    return out;
  }

  /** Imports a file with only these elements. */
  static ImportedExport from(String... elements) {
    return of(ExportXml.file(List.of(elements)));
  }

  ImportedExport join() {
    List<PendingRecord> group = new ArrayList<>();
    Instant latest = Instant.MIN;
    for (PendingRecord f : facts) {
      switch (f.kind()) {
        case PERSON, DAY, WRIST, TOUCHED -> {
          continue;
        }
        default -> {
          // joined below
        }
      }
      boolean same =
          !group.isEmpty()
              && group.getFirst().kind() == f.kind()
              && RecordJoins.belongsToGroup(group, latest, f);
      if (!same && !group.isEmpty()) {
        make(group);
        group.clear();
        latest = Instant.MIN;
      }
      group.add(f);
      latest = f.end().isAfter(latest) ? f.end() : latest;
    }
    if (!group.isEmpty()) {
      make(group);
    }
    ActivityAggregator days =
        new ActivityAggregator(LocalDate.of(2000, 1, 1), LocalDate.of(2100, 1, 1));
    samples.values().stream()
        .filter(s -> ActivityAggregator.RESOURCES.contains(s.resource()))
        .sorted(Comparator.comparing(Sample::resource).thenComparing(Sample::at))
        .forEach(days::add);
    summaries.addAll(
        days.summaries(facts.stream().filter(f -> f.kind() == PendingRecord.Kind.DAY).toList()));
    CharacteristicsReader.profile(
            facts.stream().filter(f -> f.kind() == PendingRecord.Kind.PERSON).toList())
        .ifPresent(
            p ->
                summaries.add(
                    new SourcedSummary(
                        p, Source.of(AppleExport.SLUG, io.tributary.model.SourceType.PHONE))));
    return this;
  }

  private void make(List<PendingRecord> group) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    RecordJoins.build(List.copyOf(group), this, batch);
    NormalizedBatch made = batch.build();
    made.samples().forEach(this::sample);
    summaries.addAll(made.summaries());
  }

  @Override
  public Source source(HkSource by) {
    return Source.of(AppleExport.SLUG, by.type());
  }

  @Override
  public void sample(Sample s) {
    SampleKey k = s.key();
    samples.put(k.resource() + " " + k.type() + " " + k.part() + " " + s.at().getEpochSecond(), s);
  }

  @Override
  public void pendingRecord(PendingRecord fact) {
    facts.add(fact);
  }

  @Override
  public List<Sample> samples(Resource resource, Instant start, Instant stop) {
    return of(resource).stream()
        .filter(s -> !s.at().isBefore(start) && !s.at().isAfter(stop))
        .toList();
  }

  @Override
  public Double wristTemperature(Instant start, Instant stop) {
    return facts.stream()
        .filter(f -> f.kind() == PendingRecord.Kind.WRIST)
        .filter(f -> !f.at().isBefore(start) && !f.at().isAfter(stop))
        .map(PendingRecord::value)
        .findFirst()
        .orElse(null);
  }

  @Override
  public LocalDate birthDate() {
    return LocalDate.of(1986, 5, 17);
  }

  @Override
  public java.util.Optional<io.tributary.model.WorkoutStream> route(String path) {
    return java.util.Optional.empty();
  }

  List<Sample> of(Resource resource) {
    return samples.values().stream()
        .filter(s -> s.resource() == resource)
        .sorted(Comparator.comparing(Sample::at))
        .toList();
  }

  Sample only(Resource resource) {
    List<Sample> all = of(resource);
    if (all.size() != 1) {
      throw new AssertionError(resource + ": " + all);
    }
    return all.getFirst();
  }

  <T extends Summary> List<T> all(Class<T> type) {
    return summaries.stream()
        .map(SourcedSummary::summary)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  <T extends Summary> T only(Class<T> type) {
    List<T> all = all(type);
    if (all.size() != 1) {
      throw new AssertionError(type + ": " + all);
    }
    return all.getFirst();
  }

  /** Returns everything that would be stored, as comparable text. */
  String allRecords() {
    List<String> lines = new ArrayList<>();
    samples.values().forEach(s -> lines.add(s.toString()));
    summaries.forEach(s -> lines.add(s.id(USER) + " " + s.content(USER)));
    lines.sort(Comparator.naturalOrder());
    return String.join("\n", lines);
  }
}
