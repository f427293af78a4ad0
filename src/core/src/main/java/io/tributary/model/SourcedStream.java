package io.tributary.model;

import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;

/**
 * The stream of a workout. It may come before, with or after the workout itself: its id is known
 * either way.
 *
 * @param workoutKey {@link WorkoutSummary#providerKey()} of the workout
 * @param sport of the workout
 * @param day calendar date of the workout: what ingestion bounds look at
 * @param source of the workout
 */
public record SourcedStream(
    String workoutKey, Sport sport, LocalDate day, Source source, WorkoutStream stream) {
  public SourcedStream {
    Objects.requireNonNull(workoutKey, "workoutKey");
    Objects.requireNonNull(sport, "sport");
    Objects.requireNonNull(day, "day");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(stream, "stream");
  }

  /** The stream of this workout. */
  public static SourcedStream of(WorkoutSummary workout, Source source, WorkoutStream stream) {
    return new SourcedStream(
        workout.providerKey(), workout.sport(), workout.calendarDate(), source, stream);
  }

  /** The same stream of another source. */
  public SourcedStream from(Source other) {
    return new SourcedStream(workoutKey, sport, day, other, stream);
  }

  /** Our id of its workout for that user. */
  public UUID workoutId(UUID user) {
    return SummaryId.of(
        user, source.provider(), Resource.WORKOUTS, source.type(), source.appId(), workoutKey);
  }
}
