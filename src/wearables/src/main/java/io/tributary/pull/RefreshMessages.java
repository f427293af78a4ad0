package io.tributary.pull;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Commands of the refresh service on {@code refresh.command}. Local. */
sealed interface RefreshMessages extends BusMessage.Local {
  /**
   * Reads all connections of a user now. Replies with {@link Refreshed}; fails when the user is
   * unknown or has too many refreshes.
   *
   * @param limit maximum wait of the caller; unfinished reads continue afterwards
   */
  record RefreshUser(Tenant tenant, UUID user, Duration limit) implements RefreshMessages {}

  /** State of each {@code <provider>/<resource>} at the time of the reply. */
  record Refreshed(List<String> refreshed, List<String> inProgress, List<String> failed)
      implements BusMessage.Local {
    public Refreshed {
      refreshed = List.copyOf(refreshed);
      inProgress = List.copyOf(inProgress);
      failed = List.copyOf(failed);
    }
  }
}
