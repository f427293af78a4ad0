package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Reads account data with the retry rules that all cloud providers share.
 *
 * <p>The class acquires a permit before every call and repeats a call once with a refreshed token
 * after a 401. It retries a few times after 5xx responses and lost connections, and reports 429
 * responses to the throttle. All other failures surface as a {@link ProviderException}.
 */
public final class ProviderCalls {
  private final ProviderHttp http;
  private final ErrorMapping rules;
  private final boolean usesPermits;

  /** Creates a client with the default error mapping. */
  public ProviderCalls(ProviderHttp http) {
    this(http, ErrorMapping.STATUS);
  }

  public ProviderCalls(ProviderHttp http, ErrorMapping rules) {
    this(http, rules, true);
  }

  private ProviderCalls(ProviderHttp http, ErrorMapping rules, boolean counted) {
    this.http = http;
    this.rules = rules;
    this.usesPermits = counted;
  }

  /**
   * Creates a client for requests that the provider does not count against its quotas, such as
   * files; acquires no permits.
   */
  public static ProviderCalls withoutPermits(ProviderHttp http, ErrorMapping rules) {
    return new ProviderCalls(http, rules, false);
  }

  /** Reads JSON from a path of the application's base URL, with a bearer token. */
  public JsonNode get(Puller.Account account, String path, Map<String, String> query) {
    ProviderRequest request = ProviderRequest.get(account.app().urls().api() + path).query(query);
    return send(account, request::bearer, ProviderResponse::json);
  }

  /**
   * Sends a request and reads the successful response.
   *
   * @param request builds the request for each attempt with the current access token
   * @param read fails with {@link ProviderException.Unavailable} if the response cannot be read,
   *     which causes a retry
   */
  public <T> T send(
      Puller.Account account,
      Function<String, ProviderRequest> request,
      Function<ProviderResponse, T> read) {
    boolean refreshed = false;
    for (int attempt = 1; ; ) {
      if (usesPermits) {
        // The token is refreshed before the permit is acquired, because a refresh may take long. It
        // is checked again afterwards, because it may expire while waiting for the permit.
        account.accessToken();
        account.acquirePermits(1);
      }
      String token = account.accessToken();
      try {
        ProviderResponse answer = sendOnce(account, request.apply(token));
        Optional<ProviderException> fault =
            rules.toException(answer, http.limits().defaultRateLimitDelay());
        if (fault.isEmpty()) {
          return read.apply(answer);
        }
        if (fault.get() instanceof ProviderException.RateLimited limited) {
          account.backOff(limited.retryAfter());
        }
        throw fault.get();
      } catch (ProviderException.Unauthorized e) {
        if (refreshed) {
          throw e;
        }
        refreshed = true;
        account.tokenRejected(token);
      } catch (ProviderException.Unavailable | ProviderException.Transport e) {
        if (attempt == http.limits().maxAttempts()) {
          throw e;
        }
        http.sleep(retryDelay(attempt++));
      }
    }
  }

  private ProviderResponse sendOnce(Puller.Account account, ProviderRequest request) {
    try {
      return http.send(account.app(), request);
    } finally {
      account.releasePermits();
    }
  }

  /**
   * Returns the retry delay: doubles per attempt, half of it random, so that parallel pulls do not
   * retry simultaneously.
   */
  private Duration retryDelay(int attempt) {
    long full = http.limits().retryDelay().toMillis() << (attempt - 1);
    return Duration.ofMillis(full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1));
  }
}
