package io.tributary.provider.apple;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourcedStream;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Groups pending records and converts each group to records of the model. */
public final class RecordJoins {
  /** Size at which a group is cut, so that a malformed file cannot exhaust the memory. */
  private static final int MAX_GROUP_SIZE = 20_000;

  /** Additional data that joins require. */
  public interface JoinContext {
    Source source(HkSource by);

    /**
     * Returns stored samples of the user from this provider between start and stop, in time order.
     */
    List<Sample> samples(Resource resource, Instant start, Instant stop);

    /** Returns the mean wrist temperature in this period in °C; null if there is none. */
    Double wristTemperature(Instant start, Instant stop);

    /** Returns null if unknown. */
    LocalDate birthDate();

    /**
     * Returns the points of a route file beside the XML; empty if the file is missing or unusable.
     */
    Optional<WorkoutStream> route(String path);
  }

  private RecordJoins() {}

  /**
   * Returns whether the next record belongs to the group. Records arrive ordered by origin, day,
   * start, end, name and value.
   *
   * @param group a group that is not empty
   * @param latest latest end in the group
   */
  public static boolean belongsToGroup(
      List<PendingRecord> group, Instant latest, PendingRecord next) {
    PendingRecord first = group.getFirst();
    if (!first.origin().equals(next.origin()) || group.size() >= MAX_GROUP_SIZE) {
      return false;
    }
    return switch (first.kind()) {
      case SLEEP ->
          next.at().isBefore(latest.plus(SleepJoin.MAX_GAP))
              && !next.end().isAfter(first.at().plus(SleepJoin.MAX_LENGTH));
      case PRESSURE, BODY -> first.at().equals(next.at());
      case MEAL -> first.day().equals(next.day());
      case CYCLE -> true;
      case WORKOUT, WRIST, DAY, PERSON, TOUCHED -> false;
    };
  }

  /**
   * Adds the records that a group produces.
   *
   * @throws IllegalArgumentException for impossible values
   */
  public static void build(
      List<PendingRecord> group, JoinContext context, NormalizedBatch.Builder out) {
    PendingRecord first = group.getFirst();
    switch (first.kind()) {
      case SLEEP -> SleepJoin.build(group, context, out);
      case PRESSURE -> PressureJoin.build(group, context, out);
      case BODY -> BodyJoin.build(group, out);
      case MEAL -> MealJoin.build(group, out);
      case CYCLE -> CycleJoin.build(group, out);
      case WORKOUT -> {
        List<Sample> heart = context.samples(Resource.HEARTRATE, first.at(), first.end());
        WorkoutDraft draft = WorkoutDraft.of(first);
        WorkoutSummary workout = draft.summary(first, heart, context.birthDate());
        Source source = context.source(HkSource.of(first.origin()));
        out.add(workout, source);
        if (draft.route() != null) {
          context
              .route(draft.route())
              .ifPresent(stream -> out.add(SourcedStream.of(workout, source, stream)));
        }
      }
      case WRIST, DAY, PERSON, TOUCHED ->
          throw new IllegalArgumentException("records of this kind are not joined individually");
    }
  }
}
