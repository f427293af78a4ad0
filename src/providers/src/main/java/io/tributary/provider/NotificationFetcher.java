package io.tributary.provider;

import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Page;
import java.time.Instant;

/**
 * Fetches data that a notification names, for providers whose notifications name more than days.
 * Blocks its virtual thread; fails with {@link ProviderException}.
 */
public interface NotificationFetcher {
  /**
   * Fetches the target of a notification.
   *
   * @throws ProviderException also {@link ProviderException.Rejected} for a 404
   */
  Page fetch(Account account, Feed feed, FetchTarget wanted, Instant now);
}
