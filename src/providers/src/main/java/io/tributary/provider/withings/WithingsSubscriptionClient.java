package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.document.LenientJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Subscriptions, one per user and kind; kinds are Withings' {@code appli} numbers. */
final class WithingsSubscriptionClient implements SubscriptionClient {
  private static final List<String> APPLIS = List.of("1", "2", "4", "16", "44", "46", "54");
  private static final String COMMENT = "tributary";

  private final ProviderHttp http;

  WithingsSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.CONNECTION;
  }

  @Override
  public List<String> wanted(AppCredentials app) {
    return APPLIS;
  }

  @Override
  public Made ensure(Request request) {
    if (!there(request)) {
      send(request, "subscribe", Map.of("callbackurl", request.callbackUrl(), "comment", COMMENT));
    }
    return new Made(request.kind(), Optional.empty(), Optional.empty());
  }

  @Override
  public boolean lives(Request request, Made made) {
    return there(request);
  }

  @Override
  public void remove(Request request, Made made) {
    try {
      send(request, "revoke", Map.of("callbackurl", request.callbackUrl()));
    } catch (ProviderException.Rejected gone) {
      // The subscription does not exist any more, which was the goal.
    }
  }

  private boolean there(Request request) {
    return LenientJson.of(send(request, "list", Map.of())).list("profiles").stream()
        .anyMatch(
            d ->
                request.callbackUrl().equals(d.text("callbackurl"))
                    && (!d.has("appli") || request.kind().equals(d.id("appli"))));
  }

  private JsonNode send(Request request, String action, Map<String, String> more) {
    OAuth.Session session =
        request
            .session()
            .orElseThrow(() -> new ProviderException.Rejected("a subscription without its user"));
    Map<String, String> form = new LinkedHashMap<>(more);
    form.put("action", action);
    form.put("appli", request.kind());
    Answer answer =
        http.send(
            request.app(),
            ProviderRequest.post(request.app().urls().api() + "/notify")
                .form(form)
                .bearer(session.tokens().access()));
    Optional<ProviderException> fault =
        WithingsErrorMapping.RULES.fault(answer, http.limits().window());
    if (fault.isPresent()) {
      throw fault.get();
    }
    return answer.json().path("body");
  }
}
