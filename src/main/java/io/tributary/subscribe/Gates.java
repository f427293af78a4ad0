package io.tributary.subscribe;

import io.tributary.provider.CallGate;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Where leave to call a provider is asked for. Who gets none in time gets a {@link
 * io.tributary.provider.ProviderFault.RateLimited}.
 */
@FunctionalInterface
public interface Gates {
  CallGate of(String provider, UUID app, UUID user, BooleanSupplier going);
}
