package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * One summary as a normaliser makes it: exactly the content fields of the data contract, section 2.
 * These records have the shape of the wire, so an unknown optional field is null in them, and is
 * written as an explicit null. Id, user, source and the two times of storage are not content:
 * {@link SummaryRenderer} adds them.
 *
 * <p>A starred field of the contract that is missing, and a value that nobody can have, is refused
 * with an {@link IllegalArgumentException} that names the field but not the value.
 */
public sealed interface Summary
    permits ActivitySummary,
        BodySummary,
        ElectrocardiogramSummary,
        MealSummary,
        MenstrualCycleSummary,
        ProfileSummary,
        SleepCycleSummary,
        SleepSummary,
        WorkoutSummary {

  Resource resource();

  /** The date that reads by bare dates filter on; empty for a profile, which has no range. */
  Optional<LocalDate> filterDate();

  /** The instant that reads by date-times filter on; empty for a profile. */
  Optional<Instant> filterAt();

  /** What makes the summary one real object within user, provider, source type and app. */
  String providerKey();

  /** Begin of a session; empty for summaries of a day, an instant or a person. */
  default Optional<Instant> start() {
    return Optional.empty();
  }

  /** End of a session; empty likewise. */
  default Optional<Instant> end() {
    return Optional.empty();
  }
}
