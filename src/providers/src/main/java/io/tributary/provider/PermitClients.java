package io.tributary.provider;

import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Factory of permit clients for provider calls about new data. If no permit is granted in time, the
 * call fails with {@link ProviderException.RateLimited}.
 */
@FunctionalInterface
public interface PermitClients {
  /**
   * @param user owner of the connection, for per-user quotas; null skips per-user quotas
   * @param running returns false once the work must stop
   */
  PermitClient of(String provider, UUID app, UUID user, BooleanSupplier running);
}
