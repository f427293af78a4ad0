package io.tributary.ingest;

import io.tributary.event.Event;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourcedStream;
import io.tributary.model.SourcedSummary;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * State of one request within a transaction: its records inside the user's bounds, and their
 * results.
 */
final class IngestUnit {
  private static final long DAY = 86_400;

  final IngestRequest request;
  final IngestCounts counts = new IngestCounts();
  final List<SourcedSummary> summaries;
  final List<Sample> samples;
  final List<SourcedStream> streams;
  final List<Event> newEvents = new ArrayList<>();

  /** Indicates that changes become events, because the team has a consumer. */
  boolean emitsEvents;

  /** Transaction time in seconds since 1970. */
  int transactionTime;

  /** Device assigned to sources without one; may be null. */
  UUID device;

  IngestUnit(IngestRequest entry) {
    this.request = entry;
    this.summaries = summaries(entry.target(), entry.batch().summaries(), counts);
    this.samples = samples(entry.target(), entry.batch().samples(), counts);
    this.streams = WorkoutStreams.acceptedStreams(entry.target(), entry.batch().streams(), counts);
  }

  IngestTarget target() {
    return request.target();
  }

  /** Returns the audience of the events. */
  Event.Audience audience() {
    return request.history() ? Event.Audience.STREAMS : Event.Audience.ALL;
  }

  boolean isEmpty() {
    return summaries.isEmpty() && samples.isEmpty() && streams.isEmpty();
  }

  int outsideCount() {
    return request.batch().summaries().size()
        + request.batch().samples().size()
        + request.batch().streams().size()
        - acceptedCount();
  }

  private int acceptedCount() {
    return summaries.size() + samples.size() + streams.size();
  }

  IngestResult result() {
    int accepted =
        counts.createdOf(true)
            + counts.createdOf(false)
            + counts.updatedOf(true)
            + counts.updatedOf(false);
    return counts.toResult(acceptedCount() - accepted, outsideCount());
  }

  private static List<SourcedSummary> summaries(
      IngestTarget target, List<SourcedSummary> given, IngestCounts tally) {
    List<SourcedSummary> out = new ArrayList<>(given.size());
    for (SourcedSummary s : given) {
      Resource resource = s.summary().resource();
      Optional<LocalDate> day = s.summary().filterDate();
      // A profile has no day and is never out of bounds.
      if (day.isEmpty() || target.accepts(day.get())) {
        out.add(s);
        tally.recordUndated(resource);
        day.ifPresent(d -> tally.recordDay(resource, d));
        s.summary().filterAt().ifPresent(at -> tally.recordTime(resource, at));
      }
    }
    return out;
  }

  private static List<Sample> samples(IngestTarget target, List<Sample> given, IngestCounts tally) {
    List<Sample> out = target.isBounded() ? new ArrayList<>(given.size()) : given;
    long lastDay = Long.MIN_VALUE;
    Resource lastResource = null;
    boolean taken = true;
    for (Sample s : given) {
      int offset = s.offsetSeconds() == null ? 0 : s.offsetSeconds();
      long day = Math.floorDiv(s.at().getEpochSecond() + offset, DAY);
      if (day != lastDay || s.resource() != lastResource) {
        LocalDate date = LocalDate.ofEpochDay(day);
        taken = target.accepts(date);
        lastDay = day;
        lastResource = s.resource();
        if (taken) {
          tally.recordDay(lastResource, date);
        }
      }
      if (taken) {
        tally.recordTime(lastResource, s.at());
        if (out != given) {
          out.add(s);
        }
      }
    }
    return out;
  }
}
