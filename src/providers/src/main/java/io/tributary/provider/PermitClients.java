package io.tributary.provider;

import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Where leave to call a provider about something that is new is asked for. Who gets none in time
 * gets a {@link ProviderException.RateLimited}.
 */
@FunctionalInterface
public interface PermitClients {
  /**
   * @param user owner of the connection, for quotas per user; null: no quota of a user counts
   * @param going false once the work must stop
   */
  PermitClient of(String provider, UUID app, UUID user, BooleanSupplier going);
}
