package io.tributary.pull;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** What the refresh service is asked; address {@code refresh.command}, local. */
sealed interface RefreshMessages extends BusMessage.Local {
  /**
   * Reads all connections of a user now. Reply {@link Refreshed}; refusals: unknown user, too many.
   *
   * @param limit how long the caller waits; what has not ended by then goes on
   */
  record RefreshUser(Tenant tenant, UUID user, Duration limit) implements RefreshMessages {}

  /** What became of each {@code <provider>/<resource>} by the time of the reply. */
  record Refreshed(List<String> refreshed, List<String> inProgress, List<String> failed)
      implements BusMessage.Local {
    public Refreshed {
      refreshed = List.copyOf(refreshed);
      inProgress = List.copyOf(inProgress);
      failed = List.copyOf(failed);
    }
  }
}
