package io.tributary.provider.sdk;

import io.tributary.model.HeartRateReadings;
import io.tributary.model.Sample;
import io.tributary.model.WorkoutStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Heart rates that accompany a record, limited to its session. */
final class HeartRateSeries {
  private HeartRateSeries() {}

  /** Returns the heart rates of the stream, or otherwise those of the record's samples. */
  static HeartRateReadings of(
      WorkoutStream stream, List<Sample> samples, Instant start, Instant end) {
    return stream.has(WorkoutStream.Channel.HEARTRATE)
        ? of(stream.times(), stream.values(WorkoutStream.Channel.HEARTRATE), start, end)
        : of(samples, start, end);
  }

  static HeartRateReadings of(List<Sample> samples, Instant start, Instant end) {
    return of(
        samples.stream().mapToLong(s -> s.at().getEpochSecond()).toArray(),
        samples.stream().mapToDouble(Sample::value).toArray(),
        start,
        end);
  }

  private static HeartRateReadings of(long[] times, double[] bpms, Instant start, Instant end) {
    for (int i = 0; i < times.length; i++) {
      if (times[i] < start.getEpochSecond() || times[i] > end.getEpochSecond()) {
        bpms[i] = Double.NaN;
      }
    }
    return HeartRateReadings.of(
        times, bpms, end.getEpochSecond(), HeartRateReadings.MAX_READING_DURATION);
  }

  /** Returns whether the samples span at least this duration. */
  static boolean spans(List<Sample> samples, Duration atLeast) {
    Instant first = Instant.MAX;
    Instant last = Instant.MIN;
    for (Sample s : samples) {
      first = s.at().isBefore(first) ? s.at() : first;
      last = s.at().isAfter(last) ? s.at() : last;
    }
    return last.isAfter(first) && Duration.between(first, last).compareTo(atLeast) >= 0;
  }
}
