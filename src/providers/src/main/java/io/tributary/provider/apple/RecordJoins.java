package io.tributary.provider.apple;

import io.tributary.model.NormalisedBatch;
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

/** Joins facts to records: which of them belong together, and what they make. */
public final class RecordJoins {
  /** A group is cut here, whatever belongs to it, so that a strange file cannot fill the memory. */
  private static final int MOST = 20_000;

  /** What a join asks for besides its facts. */
  public interface Context {
    Source source(HkSource by);

    /** Stored samples of the user through this provider from start to stop, in time order. */
    List<Sample> samples(Resource resource, Instant start, Instant stop);

    /** Mean wrist temperature between them in °C; null when there is none. */
    Double wrist(Instant start, Instant stop);

    /** Null when unknown. */
    LocalDate birthDate();

    /** The points of a route beside the XML; empty when it is not there or cannot be used. */
    Optional<WorkoutStream> route(String path);
  }

  private RecordJoins() {}

  /**
   * Whether the next fact belongs to the group. Facts come in the order of origin, day, begin, end,
   * name and value.
   *
   * @param group not empty
   * @param latest the latest end in the group
   */
  public static boolean together(List<PendingRecord> group, Instant latest, PendingRecord next) {
    PendingRecord first = group.getFirst();
    if (!first.origin().equals(next.origin()) || group.size() >= MOST) {
      return false;
    }
    return switch (first.kind()) {
      case SLEEP ->
          next.at().isBefore(latest.plus(SleepJoin.PAUSE))
              && !next.until().isAfter(first.at().plus(SleepJoin.LONGEST));
      case PRESSURE, BODY -> first.at().equals(next.at());
      case MEAL -> first.day().equals(next.day());
      case CYCLE -> true;
      case WORKOUT, WRIST, DAY, PERSON, TOUCHED -> false;
    };
  }

  /**
   * Adds what a group makes.
   *
   * @throws IllegalArgumentException for what nobody can have
   */
  public static void make(List<PendingRecord> group, Context context, NormalisedBatch.Builder out) {
    PendingRecord first = group.getFirst();
    switch (first.kind()) {
      case SLEEP -> SleepJoin.make(group, context, out);
      case PRESSURE -> PressureJoin.make(group, context, out);
      case BODY -> BodyJoin.make(group, out);
      case MEAL -> MealJoin.make(group, out);
      case CYCLE -> CycleJoin.make(group, out);
      case WORKOUT -> {
        List<Sample> heart = context.samples(Resource.HEARTRATE, first.at(), first.until());
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
          throw new IllegalArgumentException("not a fact that is joined by itself");
    }
  }
}
