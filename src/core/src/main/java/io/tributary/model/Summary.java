package io.tributary.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Summary as produced by a normalizer, with exactly the content fields of the API.
 *
 * <p>An unknown optional field is null and is written as an explicit null. ID, user, source and the
 * two storage times are not part of the content; {@link SummaryRenderer} adds them.
 *
 * <p>If a required field is missing or a value is impossible, the constructor throws an {@link
 * IllegalArgumentException} that names the field but not the value.
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

  /** Returns the date that reads by date filter on; empty for a profile, which has no range. */
  Optional<LocalDate> filterDate();

  /** Returns the instant that reads by date-time filter on; empty for a profile. */
  Optional<Instant> filterAt();

  /** Returns the key that identifies the real object within user, provider, source type and app. */
  String providerKey();

  /** Returns the start of a session; empty for summaries of a day, an instant or a person. */
  default Optional<Instant> start() {
    return Optional.empty();
  }

  /** Returns the end of a session; empty for summaries of a day, an instant or a person. */
  default Optional<Instant> end() {
    return Optional.empty();
  }
}
