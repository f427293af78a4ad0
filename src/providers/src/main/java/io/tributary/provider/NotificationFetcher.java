package io.tributary.provider;

import io.tributary.provider.Puller.Account;
import io.tributary.provider.Puller.Page;
import java.time.Instant;

/**
 * Reads what pushes tell of, for providers whose pushes name more than days. Blocks its virtual
 * thread; fails with {@link ProviderException}.
 */
public interface NotificationFetcher {
  /**
   * Reads what a push told of.
   *
   * @throws ProviderFault also {@link ProviderException.Rejected} with 404 when it is not there
   */
  Page fetch(Account account, Feed feed, FetchTarget wanted, Instant now);
}
