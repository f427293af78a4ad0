package io.tributary.workout;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code workout_file.command}. */
sealed interface WorkoutFileMessages extends BusMessage.Local {
  /**
   * Stores the workouts of a file. Replies with {@link Stored}; fails with 422 if there are none.
   */
  record Store(Tenant tenant, UUID user, Optional<ZoneId> zone, byte[] file)
      implements WorkoutFileMessages {}

  /**
   * Result of storing a file.
   *
   * @param workouts IDs of the stored workouts, in file order
   * @param created workouts that did not exist before
   * @param updated workouts with any change, including their stream and samples
   * @param unchanged workouts that already existed without any difference
   * @param outside workouts dropped because they are outside the user's ingestion bounds
   */
  record Stored(List<UUID> workouts, int created, int updated, int unchanged, int outside)
      implements BusMessage.Local {
    public Stored {
      workouts = List.copyOf(workouts);
    }
  }
}
