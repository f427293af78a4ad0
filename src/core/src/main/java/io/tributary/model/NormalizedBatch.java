package io.tributary.model;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Output of a normalizer for provider documents of one connection.
 *
 * <p>Deletions at the provider are not included, because data that the source has dropped is kept.
 *
 * @param streams workout streams; those without points are omitted
 * @param refused one line per rejected document or reading: subject and reason, without values, so
 *     that it may be logged
 */
public record NormalizedBatch(
    List<SourcedSummary> summaries,
    List<Sample> samples,
    List<SourcedStream> streams,
    List<DeviceDescription> devices,
    List<String> refused) {
  private static final NormalizedBatch EMPTY =
      new NormalizedBatch(List.of(), List.of(), List.of(), List.of(), List.of());

  public NormalizedBatch {
    summaries = List.copyOf(summaries);
    samples = List.copyOf(samples);
    streams = streams.stream().filter(s -> !s.stream().isEmpty()).toList();
    devices = List.copyOf(devices);
    refused = List.copyOf(refused);
  }

  public static NormalizedBatch empty() {
    return EMPTY;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Returns the part that belongs to the given resources; devices are kept. */
  public NormalizedBatch retain(Set<Resource> wanted) {
    return new NormalizedBatch(
        summaries.stream().filter(s -> wanted.contains(s.summary().resource())).toList(),
        samples.stream().filter(s -> wanted.contains(s.resource())).toList(),
        wanted.contains(Resource.WORKOUT_STREAM) ? streams : List.of(),
        devices,
        refused);
  }

  /** Returns the days that have data of the resource, which a pull reports as days with data. */
  public Set<LocalDate> days(Resource resource) {
    Set<LocalDate> days = new TreeSet<>();
    for (SourcedSummary s : summaries) {
      if (s.summary().resource() == resource) {
        s.summary().filterDate().ifPresent(days::add);
      }
    }
    for (Sample s : samples) {
      if (s.resource() == resource) {
        days.add(s.day());
      }
    }
    if (resource == Resource.WORKOUT_STREAM) {
      streams.forEach(s -> days.add(s.day()));
    }
    return days;
  }

  /** Returns the days that have data of any resource. */
  public Set<LocalDate> days() {
    Set<LocalDate> days = new TreeSet<>();
    summaries.forEach(s -> s.summary().filterDate().ifPresent(days::add));
    samples.forEach(s -> days.add(s.day()));
    streams.forEach(s -> days.add(s.day()));
    return days;
  }

  /** Returns the approximate amount of data to store: records plus stream points. */
  public int size() {
    int points = streams.stream().mapToInt(s -> s.stream().size()).sum();
    return summaries.size() + samples.size() + points;
  }

  public boolean isEmpty() {
    return summaries.isEmpty() && samples.isEmpty() && streams.isEmpty() && devices.isEmpty();
  }

  /** Builder of a batch. Not thread-safe. */
  public static final class Builder {
    private final List<SourcedSummary> summaries = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<SourcedStream> streams = new ArrayList<>();
    private final List<DeviceDescription> devices = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    private Builder() {}

    public Builder add(Summary summary, Source source) {
      summaries.add(new SourcedSummary(summary, source));
      return this;
    }

    public Builder add(Sample sample) {
      samples.add(sample);
      return this;
    }

    /** Adds the stream of a workout; the workout itself need not be in this batch. */
    public Builder add(SourcedStream stream) {
      streams.add(stream);
      return this;
    }

    public Builder add(DeviceDescription device) {
      devices.add(device);
      return this;
    }

    /** Records a rejected document; the text must not contain values. */
    public Builder reject(String what, String why) {
      refused.add(what + ": " + why);
      return this;
    }

    public NormalizedBatch build() {
      return new NormalizedBatch(summaries, samples, streams, devices, refused);
    }
  }
}
