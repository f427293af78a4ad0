package io.tributary.ingest;

import io.micrometer.core.instrument.Counter;
import io.tributary.db.Tx;
import io.tributary.device.Devices;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.metrics.Meters;
import io.tributary.model.Batch;
import io.tributary.model.DeviceFacts;
import io.tributary.model.LegacySource;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Stores batches: one row per identity, the latest content wins, identical content changes nothing
 * (wearables-data.md §5). What is new or changed becomes events in the same transaction. Shared by
 * all threads.
 */
public final class Ingest {
  private static final int EVENTS_AT_ONCE = 32;
  private static final long DAY = 86_400;

  /** Held until commit, so that an erasure of the user comes before or after, never between. */
  private static final String HOLD_USER =
      "select 1 from app_user where id = $1 and deleted_at is null for key share";

  private final Outbox outbox;
  private final DataEvents events;
  private final Devices devices;
  private final Interned interned = new Interned();
  private final Count samples;
  private final Count summaries;

  /**
   * @param legacyEventFields whether sources in events carry the deprecated name, slug and logo
   * @param sources those three by provider slug; must answer for any slug
   */
  public Ingest(
      Outbox outbox,
      boolean legacyEventFields,
      Function<String, LegacySource> sources,
      Devices devices,
      Meters meters) {
    this.outbox = outbox;
    this.events = new DataEvents(legacyEventFields, sources);
    this.devices = devices;
    this.samples = Count.of(meters, "tributary_ingest_samples");
    this.summaries = Count.of(meters, "tributary_ingest_summaries");
  }

  /** Outcomes of records. */
  private record Count(Counter created, Counter updated, Counter unchanged, Counter outside) {
    static Count of(Meters meters, String name) {
      return new Count(
          meters.counter(name, "outcome", "created"),
          meters.counter(name, "outcome", "updated"),
          meters.counter(name, "outcome", "unchanged"),
          meters.counter(name, "outcome", "outside"));
    }

    void add(int given, int taken, int created, int updated) {
      this.created.increment(created);
      this.updated.increment(updated);
      unchanged.increment(taken - created - updated);
      outside.increment(given - taken);
    }
  }

  /**
   * Stores a batch in the caller's transaction; records outside the user's bounds are dropped. A
   * user who is deleted gets nothing stored.
   *
   * @param history a backfill: stored the same, but without daily events
   */
  public Stored store(Tx tx, IngestTarget target, Batch batch, boolean history) {
    if (batch.isEmpty() || tx.first(HOLD_USER, target.userId()).isEmpty()) {
      return Stored.nothing();
    }
    for (DeviceFacts facts : batch.devices()) {
      devices.observe(tx, target.tenant(), target.userId(), target.clientUserId(), facts);
    }
    Tally tally = new Tally();
    List<SourcedSummary> takenSummaries = summaries(target, batch.summaries(), tally);
    List<Sample> takenSamples = samples(target, batch.samples(), tally);
    List<SourcedStream> takenStreams = WorkoutStreams.taken(target, batch.streams(), tally);
    if (takenSummaries.isEmpty() && takenSamples.isEmpty() && takenStreams.isEmpty()) {
      return Stored.nothing();
    }
    UUID device = devices.sole(tx, target.userId(), target.provider()).orElse(null);
    List<Event> news = new ArrayList<>();
    for (SummaryStore.Changed c : SummaryStore.store(tx, target.userId(), takenSummaries, device)) {
      tally.add(c.summary().resource(), c.created(), 1);
      if (!history) {
        news.add(events.of(target, c));
      }
    }
    for (WorkoutStreams.Changed c : WorkoutStreams.store(tx, target, takenStreams, device, tally)) {
      if (!history) {
        news.add(events.of(target, c));
      }
    }
    if (!takenSamples.isEmpty()) {
      SampleRows rows = SampleRows.of(tx, interned, target.userId(), takenSamples);
      if (history) {
        SampleStore.storeCounted(tx, rows, device, tally);
      } else {
        news.addAll(events.of(target, rows, SampleStore.store(tx, rows, device, tally), device));
      }
    }
    Attempts.stored(tx, target.userId(), target.provider(), tally, !history);
    for (int from = 0; from < news.size(); from += EVENTS_AT_ONCE) {
      outbox.add(tx, news.subList(from, Math.min(news.size(), from + EVENTS_AT_ONCE)));
    }
    tx.afterCommit(
        () ->
            count(batch, takenSummaries.size() + takenStreams.size(), takenSamples.size(), tally));
    return tally.stored();
  }

  /** Notes for introspection that a read of these resources worked, or did not, without data. */
  public void attempted(
      Tx tx, UUID userId, String provider, Set<Resource> resources, boolean success) {
    Attempts.tried(tx, userId, provider, resources, success);
  }

  private void count(Batch batch, int takenSummaries, int takenSamples, Tally tally) {
    summaries.add(
        batch.summaries().size() + batch.streams().size(),
        takenSummaries,
        tally.createdOf(false),
        tally.updatedOf(false));
    samples.add(batch.samples().size(), takenSamples, tally.createdOf(true), tally.updatedOf(true));
  }

  private static List<SourcedSummary> summaries(
      IngestTarget target, List<SourcedSummary> given, Tally tally) {
    List<SourcedSummary> out = new ArrayList<>(given.size());
    for (SourcedSummary s : given) {
      Resource resource = s.summary().resource();
      Optional<LocalDate> day = s.summary().filterDate();
      // A profile is of no day, hence of no bound.
      if (day.isEmpty() || target.takes(day.get())) {
        out.add(s);
        tally.seen(resource);
        day.ifPresent(d -> tally.day(resource, d));
        s.summary().filterAt().ifPresent(at -> tally.at(resource, at));
      }
    }
    return out;
  }

  private static List<Sample> samples(IngestTarget target, List<Sample> given, Tally tally) {
    List<Sample> out = target.bounded() ? new ArrayList<>(given.size()) : given;
    long lastDay = Long.MIN_VALUE;
    Resource lastResource = null;
    boolean taken = true;
    for (Sample s : given) {
      int offset = s.offsetSeconds() == null ? 0 : s.offsetSeconds();
      long day = Math.floorDiv(s.at().getEpochSecond() + offset, DAY);
      if (day != lastDay || s.resource() != lastResource) {
        LocalDate date = LocalDate.ofEpochDay(day);
        taken = target.takes(date);
        lastDay = day;
        lastResource = s.resource();
        if (taken) {
          tally.day(lastResource, date);
        }
      }
      if (taken) {
        tally.at(lastResource, s.at());
        if (out != given) {
          out.add(s);
        }
      }
    }
    return out;
  }
}
