package io.tributary.healthimport;

import io.tributary.model.NormalisedBatch;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.WorkoutStream;
import io.tributary.provider.apple.ActivityDay;
import io.tributary.provider.apple.AppleExport;
import io.tributary.provider.apple.CharacteristicsReader;
import io.tributary.provider.apple.ExportFault;
import io.tributary.provider.apple.HkSource;
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
final class RecordAssembler implements RecordJoins.Context {
  private static final int PAGE = 2000;

  /** Summaries per transaction. */
  private static final int SUMMARIES = 200;

  private static final int WINDOW_DAYS = 7;
  private static final int DAYS = 350;

  /** Maximum offset by which a local day starts before or ends after the same day in UTC. */
  private static final int EAST_HOURS = 18;

  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 1, 1);

  private final StoredSamples samples;
  private final ImportWriter store;
  private final UUID user;
  private final ImportBatch portion;
  private final ExportFile file;
  private NavigableMap<Instant, Double> wrist;
  private LocalDate birthDate;
  private boolean birthDateRead;

  RecordAssembler(StoredSamples samples, ImportWriter store, UUID user, ExportFile file) {
    this.file = file;
    this.samples = samples;
    this.store = store;
    this.user = user;
    this.portion = new ImportBatch(store::source);
  }

  /** Runs a joining phase to its end, starting at the position. */
  void run(ImportPhase phase, String position) {
    switch (phase) {
      case PRESSURE, BODY, MEAL, CYCLE, SLEEP, WORKOUT ->
          groups(phase, phase.kind().orElseThrow(), position);
      case PROFILE -> {
        profile();
        next(phase);
      }
      case ACTIVITY -> activities(position);
      case READ, ECG, FINISH -> throw new IllegalArgumentException("no phase of joining");
    }
  }

  private void next(ImportPhase phase) {
    store.commit(portion, phase.next(), "", ImportWriter.Counts.NONE);
  }

  private void groups(ImportPhase phase, PendingRecord.Kind kind, String position) {
    PendingRecordRepo.Key after = position.isEmpty() ? null : PendingRecordRepo.Key.read(position);
    List<PendingRecord> group = new ArrayList<>();
    Instant latest = Instant.MIN;
    List<PendingRecord> page = store.facts().page(kind, after, PAGE);
    while (!page.isEmpty()) {
      for (PendingRecord f : page) {
        if (!group.isEmpty() && !RecordJoins.together(group, latest, f)) {
          make(group);
          if (portion.size() >= SUMMARIES) {
            PendingRecordRepo.Key done = PendingRecordRepo.Key.of(group.getLast());
            store.commit(portion, phase, done.text(), ImportWriter.Counts.NONE);
          }
          group.clear();
          latest = Instant.MIN;
        }
        group.add(f);
        latest = f.until().isAfter(latest) ? f.until() : latest;
      }
      page = store.facts().page(kind, PendingRecordRepo.Key.of(page.getLast()), PAGE);
    }
    if (!group.isEmpty()) {
      make(group);
    }
    next(phase);
  }

  private void make(List<PendingRecord> group) {
    NormalisedBatch.Builder out = NormalisedBatch.builder();
    try {
      RecordJoins.make(group, this, out);
      portion.add(out.build());
    } catch (IllegalArgumentException impossible) {
      portion.refuse(group.size());
    }
  }

  private void profile() {
    CharacteristicsReader.profile(store.facts().ofDays(PendingRecord.Kind.PERSON, FIRST, LAST))
        .ifPresent(
            p ->
                portion.summary(
                    new SourcedSummary(p, Source.of(AppleExport.SLUG, SourceType.PHONE))));
  }

  private void activities(String position) {
    LocalDate after = position.isEmpty() ? FIRST.minusDays(1) : LocalDate.parse(position);
    List<LocalDate> days = store.facts().days(after, DAYS);
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
        window(first, last, wanted);
      }
      after = days.getLast();
      store.commit(portion, ImportPhase.ACTIVITY, after.toString(), ImportWriter.Counts.NONE);
      days = store.facts().days(after, DAYS);
    }
    next(ImportPhase.ACTIVITY);
  }

  private void window(LocalDate first, LocalDate last, List<LocalDate> wanted) {
    ActivityDay activity = new ActivityDay(first, last);
    Instant from =
        first
            .atStartOfDay(ZoneOffset.ofHours(EAST_HOURS))
            .toInstant()
            .minusSeconds(ActivityDay.LONGEST_SECONDS);
    Instant to = last.plusDays(1).atStartOfDay(ZoneOffset.ofHours(-EAST_HOURS)).toInstant();
    for (Resource r : ActivityDay.RESOURCES) {
      samples.each(user, r, AppleExport.SLUG, from, to, s -> activity.add(s.sample()));
    }
    List<PendingRecord> told =
        store.facts().ofDays(PendingRecord.Kind.DAY, first, last).stream()
            .filter(f -> wanted.contains(f.day()))
            .toList();
    for (SourcedSummary s : activity.summaries(told)) {
      // The file has no new data for the days in between.
      if (s.summary().filterDate().filter(wanted::contains).isPresent()) {
        portion.summary(s);
      }
    }
    portion.refuse(activity.refused());
  }

  @Override
  public Source source(HkSource by) {
    return store.source(by);
  }

  @Override
  public List<Sample> samples(Resource resource, Instant start, Instant stop) {
    List<Sample> out = new ArrayList<>();
    samples.each(user, resource, AppleExport.SLUG, start, stop, s -> out.add(s.sample()));
    return out;
  }

  @Override
  public Optional<WorkoutStream> route(String path) {
    try {
      return file.route(path).map(GpxTrack::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException | ExportFault unusable) {
      portion.refuse(1);
      return Optional.empty();
    }
  }

  @Override
  public Double wrist(Instant start, Instant stop) {
    if (wrist == null) {
      wrist = new TreeMap<>();
      for (PendingRecord f : store.facts().ofDays(PendingRecord.Kind.WRIST, FIRST, LAST)) {
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
                  store.facts().ofDays(PendingRecord.Kind.PERSON, FIRST, LAST))
              .map(ProfileSummary::birthDate)
              .orElseGet(store::fallbackBirthDate);
      birthDateRead = true;
    }
    return birthDate;
  }
}
