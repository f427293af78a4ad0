package io.tributary.provider.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AnswerRules;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import java.util.Optional;

/**
 * Reads with a grant that is no connection yet, to learn whose it is: nobody is asked for leave,
 * and a user waits. Blocks a virtual thread.
 */
public final class FreshGrant {
  private FreshGrant() {}

  /**
   * A good answer; one of a sick host is asked for again.
   *
   * @throws ProviderFault what the rules make of the last answer
   */
  public static JsonNode json(
      ProviderHttp http, AppCredentials app, AnswerRules rules, ProviderRequest call) {
    for (int attempt = 1; ; attempt++) {
      try {
        Answer answer = http.send(app, call);
        Optional<ProviderFault> fault = rules.fault(answer, http.limits().window());
        if (fault.isEmpty()) {
          return answer.json();
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
  public static Optional<JsonNode> find(
      ProviderHttp http, AppCredentials app, AnswerRules rules, ProviderRequest call) {
    try {
      return Optional.of(json(http, app, rules, call));
    } catch (ProviderFault.Unauthorised | ProviderFault.ScopeMissing | ProviderFault.Rejected e) {
      return Optional.empty();
    }
  }
}
