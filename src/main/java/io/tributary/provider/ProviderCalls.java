package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ProviderHttp.Answer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Reads of a connection's data under the rules that all cloud providers share: leave before every
 * call, one repeat with a refreshed token after 401, a few tries after 5xx and lost connections,
 * 429 told to the throttle. What remains is a {@link ProviderFault}.
 */
public final class ProviderCalls {
  private final ProviderHttp http;

  public ProviderCalls(ProviderHttp http) {
    this.http = http;
  }

  /** The JSON behind a path of the application's base URL. */
  public JsonNode get(Puller.Account account, String path, Map<String, String> query) {
    boolean refreshed = false;
    for (int attempt = 1; ; ) {
      account.beforeCall(1);
      String token = account.accessToken();
      try {
        Answer answer = http.get(account.app(), path, query, token);
        if (answer.status() == 401 && !refreshed) {
          refreshed = true;
          account.refused(token);
          continue;
        }
        return read(account, answer);
      } catch (ProviderFault.Unavailable | ProviderFault.Transport e) {
        if (attempt == http.limits().tries()) {
          throw e;
        }
        http.pause(backOff(attempt++));
      }
    }
  }

  private JsonNode read(Puller.Account account, Answer answer) {
    if (answer.ok()) {
      return answer.json();
    }
    throw switch (answer.status()) {
      case 401 -> new ProviderFault.Unauthorised();
      case 403 -> new ProviderFault.ScopeMissing();
      case 429 -> {
        Duration wait = answer.retryAfter().orElse(http.limits().window());
        account.backOff(wait);
        yield new ProviderFault.RateLimited(wait);
      }
      default ->
          answer.status() >= 500
              ? new ProviderFault.Unavailable("status " + answer.status())
              : new ProviderFault.Rejected("status " + answer.status());
    };
  }

  /** Doubles per attempt, with a random half, so that many pulls do not return together. */
  private Duration backOff(int attempt) {
    long full = http.limits().pause().toMillis() << (attempt - 1);
    return Duration.ofMillis(full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1));
  }
}
