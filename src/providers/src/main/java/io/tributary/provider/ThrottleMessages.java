package io.tributary.provider;

import io.tributary.bus.BusMessage;
import java.util.UUID;

/** Messages to the owner of a provider's throttle; address {@code throttle.<slug>.<epoch>}. */
public sealed interface ThrottleMessages {
  /**
   * Requests permits for provider calls. The reply is {@link PermitsGranted}. If there is no
   * handler, wait and request again without making a call.
   *
   * @param app credentials whose quota is used
   * @param user owner of the connection, for per-user quotas; null for calls of no particular user
   * @param backfill whether the calls fetch history, which leaves a share of each quota to new data
   * @param willRelease whether {@link PermitReleased} will follow; false from an older node that
   *     does not send it yet
   */
  record PermitRequest(UUID app, UUID user, int calls, boolean backfill, boolean willRelease)
      implements ThrottleMessages, BusMessage.Remote {
    public PermitRequest {
      if (calls < 1 || calls > 100) {
        throw new IllegalArgumentException("calls 1..100: " + calls);
      }
    }
  }

  /**
   * Reply to a request for permits. If {@code granted} is false, request again after the wait.
   *
   * @param onlyUser whether only this user must wait, not the application's other users
   * @param permit permit ID for {@link PermitReleased}; 0 if no release is expected
   */
  record PermitsGranted(boolean granted, long retryAfterMs, boolean onlyUser, long permit)
      implements BusMessage.Remote {}

  /**
   * Releases a permit after its calls have been answered or abandoned. Until then the calls count
   * against the quota regardless of their age, because it is unknown when they reach the provider.
   */
  record PermitReleased(long permit) implements ThrottleMessages, BusMessage.Remote {}

  /**
   * Reports a 429: calls of the whole application pause, or only those of one user if quotas are
   * per user.
   *
   * @param user null from an older node that does not send it yet; pauses the whole application
   */
  record ProviderRateLimited(UUID app, long pauseMs, UUID user)
      implements ThrottleMessages, BusMessage.Remote {}

  /**
   * Reports the end of a triggered pull, which may free a slot of a provider that limits unfinished
   * pulls.
   */
  record PullFinished(UUID app, UUID trigger) implements ThrottleMessages, BusMessage.Remote {}

  record Tick() implements ThrottleMessages, BusMessage.Local {}
}
