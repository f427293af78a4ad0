package io.tributary.model;

import java.time.LocalDate;
import java.util.Objects;
import java.util.UUID;

/**
 * Stream of a workout, with its source. It may arrive before, with or after the workout itself,
 * because the workout's ID is known in each case.
 *
 * @param workoutKey {@link WorkoutSummary#providerKey()} of the workout
 * @param sport sport of the workout
 * @param day calendar date of the workout, to which ingestion bounds apply
 * @param source source of the workout
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

  /** Creates the stream of a workout. */
  public static SourcedStream of(WorkoutSummary workout, Source source, WorkoutStream stream) {
    return new SourcedStream(
        workout.providerKey(), workout.sport(), workout.calendarDate(), source, stream);
  }

  /** Returns the same stream with another source. */
  public SourcedStream from(Source other) {
    return new SourcedStream(workoutKey, sport, day, other, stream);
  }

  /** Returns the ID of the stream's workout for a user. */
  public UUID workoutId(UUID user) {
    return SummaryId.of(
        user, source.provider(), Resource.WORKOUTS, source.type(), source.appId(), workoutKey);
  }
}
