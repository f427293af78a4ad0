package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import java.util.Optional;

/**
 * Reads with a grant that is not a connection yet, to determine its owner. The calls count against
 * quotas, so each acquires a permit. Blocks a virtual thread.
 *
 * @param permits permits of the user who waits
 */
public record FreshGrant(
    ProviderHttp http, AppCredentials app, ErrorMapping rules, PermitClient permits) {
  /**
   * Returns the JSON of a successful response; retries after a failure of the host.
   *
   * @throws ProviderException the error mapping of the last response
   */
  public JsonNode readJson(ProviderRequest call) {
    for (int attempt = 1; ; attempt++) {
      permits.acquire(1);
      try {
        ProviderResponse answer = http.send(app, call);
        Optional<ProviderException> fault =
            rules.toException(answer, http.limits().defaultRateLimitDelay());
        if (fault.isEmpty()) {
          return answer.json();
        }
        if (fault.get() instanceof ProviderException.RateLimited limited) {
          permits.backOff(limited.retryAfter());
        }
        throw fault.get();
      } catch (ProviderException.Unavailable | ProviderException.Transport e) {
        if (attempt >= http.limits().maxAttempts()) {
          throw e;
        }
        http.sleep(http.limits().retryDelay());
      }
    }
  }

  /** Returns the JSON, or empty if this grant may not read it. */
  public Optional<JsonNode> find(ProviderRequest call) {
    try {
      return Optional.of(readJson(call));
    } catch (ProviderException.Unauthorized
        | ProviderException.ScopeMissing
        | ProviderException.Rejected e) {
      return Optional.empty();
    }
  }
}
