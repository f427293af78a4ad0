package io.tributary.provider;

import io.tributary.bus.BusMessage;
import java.util.UUID;

/**
 * What the owner of a provider's throttle is told and asked; address {@code
 * throttle.<slug>.<epoch>}.
 */
public sealed interface ThrottleMessages {
  /**
   * Asks for leave to make provider calls. Reply {@link CallsGranted}; nobody there: wait and ask
   * again, make no call.
   *
   * @param app credentials whose quota is used
   * @param user owner of the connection, for quotas per user; null: of nobody in particular
   * @param backfill history, which leaves a part of each quota to what is new
   * @param tells whether {@link CallsEnded} follows; false from a node that does not tell it yet
   */
  record AskCalls(UUID app, UUID user, int calls, boolean backfill, boolean tells)
      implements ThrottleMessages, BusMessage.Remote {
    public AskCalls {
      if (calls < 1 || calls > 100) {
        throw new IllegalArgumentException("calls 1..100: " + calls);
      }
    }
  }

  /**
   * {@code granted} true: go. False: ask again after the wait.
   *
   * @param onlyUser whether only this user has to wait, not the others of the application
   * @param leave what {@link CallsEnded} names; 0 where the end need not be told
   */
  record CallsGranted(boolean granted, long retryAfterMs, boolean onlyUser, long leave)
      implements BusMessage.Remote {}

  /**
   * The calls of a leave have been answered or given up. Until then they count, however long ago
   * leave was given: nobody knows when they reach the provider.
   */
  record CallsEnded(long leave) implements ThrottleMessages, BusMessage.Remote {}

  /**
   * The provider answered 429: nobody of this app calls until the pause is over, or only this user
   * does not, where quotas are per user.
   *
   * @param user null from a node that does not tell it yet: the whole app
   */
  record BackOff(UUID app, long pauseMs, UUID user)
      implements ThrottleMessages, BusMessage.Remote {}

  /**
   * A triggered pull has ended: a place of a provider with a limit on unfinished pulls may be free.
   */
  record PullFinished(UUID app, UUID trigger) implements ThrottleMessages, BusMessage.Remote {}

  /** The actor's own timer. */
  record Tick() implements ThrottleMessages, BusMessage.Local {}
}
