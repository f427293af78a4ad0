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

  final IngestRequest entry;
  final IngestCounts tally = new IngestCounts();
  final List<SourcedSummary> summaries;
  final List<Sample> samples;
  final List<SourcedStream> streams;
  final List<Event> news = new ArrayList<>();

  /** Indicates that changes become events, because the team has a consumer. */
  boolean events;

  /** Transaction time in seconds since 1970. */
  int now;

  /** Device assigned to sources without one; may be null. */
  UUID device;

  IngestUnit(IngestRequest entry) {
    this.entry = entry;
    this.summaries = summaries(entry.target(), entry.batch().summaries(), tally);
    this.samples = samples(entry.target(), entry.batch().samples(), tally);
    this.streams = WorkoutStreams.taken(entry.target(), entry.batch().streams(), tally);
  }

  IngestTarget target() {
    return entry.target();
  }

  /** Returns the audience of the events. */
  Event.Audience audience() {
    return entry.history() ? Event.Audience.STREAMS : Event.Audience.ALL;
  }

  boolean empty() {
    return summaries.isEmpty() && samples.isEmpty() && streams.isEmpty();
  }

  int outside() {
    return entry.batch().summaries().size()
        + entry.batch().samples().size()
        + entry.batch().streams().size()
        - taken();
  }

  private int taken() {
    return summaries.size() + samples.size() + streams.size();
  }

  IngestResult stored() {
    int accepted =
        tally.createdOf(true)
            + tally.createdOf(false)
            + tally.updatedOf(true)
            + tally.updatedOf(false);
    return tally.stored(taken() - accepted, outside());
  }

  private static List<SourcedSummary> summaries(
      IngestTarget target, List<SourcedSummary> given, IngestCounts tally) {
    List<SourcedSummary> out = new ArrayList<>(given.size());
    for (SourcedSummary s : given) {
      Resource resource = s.summary().resource();
      Optional<LocalDate> day = s.summary().filterDate();
      // A profile has no day and is never out of bounds.
      if (day.isEmpty() || target.takes(day.get())) {
        out.add(s);
        tally.seen(resource);
        day.ifPresent(d -> tally.day(resource, d));
        s.summary().filterAt().ifPresent(at -> tally.at(resource, at));
      }
    }
    return out;
  }

  private static List<Sample> samples(IngestTarget target, List<Sample> given, IngestCounts tally) {
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
