package io.tributary.workout;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands on {@code workout_file.command}. */
sealed interface WorkoutFileMessages extends BusMessage.Local {
  /** Stores the workouts of a file; reply {@link Stored}. Refused with 422 when there are none. */
  record Store(Tenant tenant, UUID user, Optional<ZoneId> zone, byte[] file)
      implements WorkoutFileMessages {}

  /**
   * What became of a file.
   *
   * @param workouts ids of those that are stored now, in the order of the file
   * @param created workouts that were not there before
   * @param updated workouts of which anything changed, their stream and samples included
   * @param unchanged workouts that were there just so
   * @param outside workouts outside of the user's ingestion bounds, dropped
   */
  record Stored(List<UUID> workouts, int created, int updated, int unchanged, int outside)
      implements BusMessage.Local {
    public Stored {
      workouts = List.copyOf(workouts);
    }
  }
}
