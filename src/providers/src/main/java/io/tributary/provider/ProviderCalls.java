package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/**
 * Reads of a connection's data under the rules that all cloud providers share: leave before every
 * call, one repeat with a refreshed token after 401, a few tries after 5xx and lost connections,
 * 429 told to the throttle. What remains is a {@link ProviderException}.
 */
public final class ProviderCalls {
  private final ProviderHttp http;
  private final ErrorMapping rules;
  private final boolean counted;

  /** Of a provider whose statuses mean what they usually do. */
  public ProviderCalls(ProviderHttp http) {
    this(http, ErrorMapping.STATUS);
  }

  public ProviderCalls(ProviderHttp http, ErrorMapping rules) {
    this(http, rules, true);
  }

  private ProviderCalls(ProviderHttp http, ErrorMapping rules, boolean counted) {
    this.http = http;
    this.rules = rules;
    this.counted = counted;
  }

  /** Of what the provider does not count against its quotas, such as files: no leave is asked. */
  public static ProviderCalls uncounted(ProviderHttp http, ErrorMapping rules) {
    return new ProviderCalls(http, rules, false);
  }

  /** The JSON behind a path of the application's base URL, asked for with a bearer token. */
  public JsonNode get(Puller.Account account, String path, Map<String, String> query) {
    ProviderRequest request = ProviderRequest.get(account.app().urls().api() + path).query(query);
    return send(account, request::bearer, Answer::json);
  }

  /**
   * What a good answer holds.
   *
   * @param request made anew for each try, with the access token of that moment
   * @param read fails with {@link ProviderException.Unavailable} when the answer cannot be read: it
   *     is asked for again
   */
  public <T> T send(
      Puller.Account account, Function<String, ProviderRequest> request, Function<Answer, T> read) {
    boolean refreshed = false;
    for (int attempt = 1; ; ) {
      if (counted) {
        // Renewed before leave is taken, as that may take its time; and again if leave did.
        account.accessToken();
        account.beforeCall(1);
      }
      String token = account.accessToken();
      try {
        Answer answer = answer(account, request.apply(token));
        Optional<ProviderException> fault = rules.fault(answer, http.limits().window());
        if (fault.isEmpty()) {
          return read.apply(answer);
        }
        if (fault.get() instanceof ProviderException.RateLimited limited) {
          account.backOff(limited.waitFor());
        }
        throw fault.get();
      } catch (ProviderException.Unauthorised e) {
        if (refreshed) {
          throw e;
        }
        refreshed = true;
        account.refused(token);
      } catch (ProviderException.Unavailable | ProviderException.Transport e) {
        if (attempt == http.limits().tries()) {
          throw e;
        }
        http.pause(backOff(attempt++));
      }
    }
  }

  private Answer answer(Puller.Account account, ProviderRequest request) {
    try {
      return http.send(account.app(), request);
    } finally {
      account.afterCall();
    }
  }

  /** Doubles per attempt, with a random half, so that many pulls do not return together. */
  private Duration backOff(int attempt) {
    long full = http.limits().pause().toMillis() << (attempt - 1);
    return Duration.ofMillis(full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1));
  }
}
