package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AnswerRules;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.CallGate;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import java.util.Optional;

/**
 * Reads with a grant that is no connection yet, to learn whose it is. They count as any other call
 * does, so leave is taken for each. Blocks a virtual thread.
 *
 * @param leave of the user who waits
 */
public record FreshGrant(ProviderHttp http, AppCredentials app, AnswerRules rules, CallGate leave) {
  /**
   * A good answer; one of a sick host is asked for again.
   *
   * @throws ProviderFault what the rules make of the last answer
   */
  public JsonNode json(ProviderRequest call) {
    for (int attempt = 1; ; attempt++) {
      leave.take(1);
      try {
        Answer answer = http.send(app, call);
        Optional<ProviderFault> fault = rules.fault(answer, http.limits().window());
        if (fault.isEmpty()) {
          return answer.json();
        }
        if (fault.get() instanceof ProviderFault.RateLimited limited) {
          leave.backOff(limited.waitFor());
        }
        throw fault.get();
      } catch (ProviderFault.Unavailable | ProviderFault.Transport e) {
        if (attempt >= http.limits().tries()) {
          throw e;
        }
        http.pause(http.limits().pause());
      }
    }
  }

  /** The same; empty when this grant may not read it. */
  public Optional<JsonNode> find(ProviderRequest call) {
    try {
      return Optional.of(json(call));
    } catch (ProviderFault.Unauthorised | ProviderFault.ScopeMissing | ProviderFault.Rejected e) {
      return Optional.empty();
    }
  }
}
