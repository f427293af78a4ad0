package io.tributary.healthimport;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.WorkoutStream;
import io.tributary.provider.apple.ActivityAggregator;
import io.tributary.provider.apple.AppleExport;
import io.tributary.provider.apple.CharacteristicsReader;
import io.tributary.provider.apple.HkSource;
import io.tributary.provider.apple.InvalidExportException;
import io.tributary.provider.apple.PendingRecord;
import io.tributary.provider.apple.RecordJoins;
import io.tributary.read.StoredSamples;
import io.tributary.workoutfile.GpxTrack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** Joins pending records into summaries after the whole file has been read. */
final class RecordAssembler implements RecordJoins.JoinContext {
  private static final int PAGE = 2000;

  /** Summaries per transaction. */
  private static final int SUMMARIES_PER_COMMIT = 200;

  private static final int WINDOW_DAYS = 7;
  private static final int DAYS = 350;

  /** Maximum offset by which a local day starts before or ends after the same day in UTC. */
  private static final int MAX_OFFSET_HOURS = 18;

  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 1, 1);

  private final StoredSamples samples;
  private final ImportWriter writer;
  private final UUID user;
  private final ImportBatch batch;
  private final ExportFile file;
  private NavigableMap<Instant, Double> wrist;
  private LocalDate birthDate;
  private boolean birthDateRead;

  RecordAssembler(StoredSamples samples, ImportWriter store, UUID user, ExportFile file) {
    this.file = file;
    this.samples = samples;
    this.writer = store;
    this.user = user;
    this.batch = new ImportBatch(store::source);
  }

  /** Runs a joining phase to its end, starting at the position. */
  void run(ImportPhase phase, String position) {
    switch (phase) {
      case PRESSURE, BODY, MEAL, CYCLE, SLEEP, WORKOUT ->
          joinGroups(phase, phase.kind().orElseThrow(), position);
      case PROFILE -> {
        addProfile();
        finishPhase(phase);
      }
      case ACTIVITY -> addActivities(position);
      case READ, ECG, FINISH ->
          throw new IllegalArgumentException("not a phase that assembles records");
    }
  }

  private void finishPhase(ImportPhase phase) {
    writer.commit(batch, phase.next(), "", ImportWriter.Counts.NONE);
  }

  private void joinGroups(ImportPhase phase, PendingRecord.Kind kind, String position) {
    PendingRecordRepo.Key after = position.isEmpty() ? null : PendingRecordRepo.Key.read(position);
    List<PendingRecord> group = new ArrayList<>();
    Instant latest = Instant.MIN;
    List<PendingRecord> page = writer.facts().page(kind, after, PAGE);
    while (!page.isEmpty()) {
      for (PendingRecord f : page) {
        if (!group.isEmpty() && !RecordJoins.belongsToGroup(group, latest, f)) {
          joinGroup(group);
          if (batch.size() >= SUMMARIES_PER_COMMIT) {
            PendingRecordRepo.Key done = PendingRecordRepo.Key.of(group.getLast());
            writer.commit(batch, phase, done.text(), ImportWriter.Counts.NONE);
          }
          group.clear();
          latest = Instant.MIN;
        }
        group.add(f);
        latest = f.end().isAfter(latest) ? f.end() : latest;
      }
      page = writer.facts().page(kind, PendingRecordRepo.Key.of(page.getLast()), PAGE);
    }
    if (!group.isEmpty()) {
      joinGroup(group);
    }
    finishPhase(phase);
  }

  private void joinGroup(List<PendingRecord> group) {
    NormalizedBatch.Builder out = NormalizedBatch.builder();
    try {
      RecordJoins.build(group, this, out);
      batch.add(out.build());
    } catch (IllegalArgumentException impossible) {
      batch.addRejected(group.size());
    }
  }

  private void addProfile() {
    CharacteristicsReader.profile(writer.facts().ofDays(PendingRecord.Kind.PERSON, FIRST, LAST))
        .ifPresent(
            p ->
                batch.summary(
                    new SourcedSummary(p, Source.of(AppleExport.SLUG, SourceType.PHONE))));
  }

  private void addActivities(String position) {
    LocalDate after = position.isEmpty() ? FIRST.minusDays(1) : LocalDate.parse(position);
    List<LocalDate> days = writer.facts().days(after, DAYS);
    while (!days.isEmpty()) {
      int i = 0;
      while (i < days.size()) {
        LocalDate first = days.get(i);
        LocalDate last = first;
        List<LocalDate> wanted = new ArrayList<>();
        while (i < days.size() && days.get(i).isBefore(first.plusDays(WINDOW_DAYS))) {
          last = days.get(i++);
          wanted.add(last);
        }
        addActivityWindow(first, last, wanted);
      }
      after = days.getLast();
      writer.commit(batch, ImportPhase.ACTIVITY, after.toString(), ImportWriter.Counts.NONE);
      days = writer.facts().days(after, DAYS);
    }
    finishPhase(ImportPhase.ACTIVITY);
  }

  private void addActivityWindow(LocalDate first, LocalDate last, List<LocalDate> wanted) {
    ActivityAggregator activity = new ActivityAggregator(first, last);
    Instant from =
        first
            .atStartOfDay(ZoneOffset.ofHours(MAX_OFFSET_HOURS))
            .toInstant()
            .minusSeconds(ActivityAggregator.MAX_SPREAD_SECONDS);
    Instant to = last.plusDays(1).atStartOfDay(ZoneOffset.ofHours(-MAX_OFFSET_HOURS)).toInstant();
    for (Resource r : ActivityAggregator.RESOURCES) {
      samples.forEach(user, r, AppleExport.SLUG, from, to, s -> activity.add(s.sample()));
    }
    List<PendingRecord> told =
        writer.facts().ofDays(PendingRecord.Kind.DAY, first, last).stream()
            .filter(f -> wanted.contains(f.day()))
            .toList();
    for (SourcedSummary s : activity.summaries(told)) {
      // The file has no new data for the days in between.
      if (s.summary().filterDate().filter(wanted::contains).isPresent()) {
        batch.summary(s);
      }
    }
    batch.addRejected(activity.refused());
  }

  @Override
  public Source source(HkSource by) {
    return writer.source(by);
  }

  @Override
  public List<Sample> samples(Resource resource, Instant start, Instant stop) {
    List<Sample> out = new ArrayList<>();
    samples.forEach(user, resource, AppleExport.SLUG, start, stop, s -> out.add(s.sample()));
    return out;
  }

  @Override
  public Optional<WorkoutStream> route(String path) {
    try {
      return file.route(path).map(GpxTrack::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException | InvalidExportException unusable) {
      batch.addRejected(1);
      return Optional.empty();
    }
  }

  @Override
  public Double wristTemperature(Instant start, Instant stop) {
    if (wrist == null) {
      wrist = new TreeMap<>();
      for (PendingRecord f : writer.facts().ofDays(PendingRecord.Kind.WRIST, FIRST, LAST)) {
        wrist.merge(f.at(), f.value(), Math::max);
      }
    }
    var nights = wrist.subMap(start, true, stop, true).values();
    return nights.isEmpty()
        ? null
        : Double.valueOf(nights.stream().mapToDouble(d -> d).average().orElseThrow());
  }

  @Override
  public LocalDate birthDate() {
    if (!birthDateRead) {
      birthDate =
          CharacteristicsReader.profile(
                  writer.facts().ofDays(PendingRecord.Kind.PERSON, FIRST, LAST))
              .map(ProfileSummary::birthDate)
              .orElseGet(writer::fallbackBirthDate);
      birthDateRead = true;
    }
    return birthDate;
  }
}
