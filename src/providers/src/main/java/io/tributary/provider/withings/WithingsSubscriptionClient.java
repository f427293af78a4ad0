package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
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
  public List<String> subscriptionNames(AppCredentials app) {
    return APPLIS;
  }

  @Override
  public ProviderSubscription ensure(SubscriptionRequest request) {
    if (!exists(request)) {
      send(request, "subscribe", Map.of("callbackurl", request.callbackUrl(), "comment", COMMENT));
    }
    return new ProviderSubscription(request.name(), Optional.empty(), Optional.empty());
  }

  @Override
  public boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    return exists(request);
  }

  @Override
  public void remove(SubscriptionRequest request, ProviderSubscription made) {
    try {
      send(request, "revoke", Map.of("callbackurl", request.callbackUrl()));
    } catch (ProviderException.Rejected gone) {
      // The subscription does not exist any more, which was the goal.
    }
  }

  private boolean exists(SubscriptionRequest request) {
    return LenientJson.of(send(request, "list", Map.of())).list("profiles").stream()
        .anyMatch(
            d ->
                request.callbackUrl().equals(d.text("callbackurl"))
                    && (!d.has("appli") || request.name().equals(d.id("appli"))));
  }

  private JsonNode send(SubscriptionRequest request, String action, Map<String, String> more) {
    OAuth.Session session =
        request
            .session()
            .orElseThrow(
                () -> new ProviderException.Rejected("the subscription has no user session"));
    Map<String, String> form = new LinkedHashMap<>(more);
    form.put("action", action);
    form.put("appli", request.name());
    ProviderResponse answer =
        http.send(
            request.app(),
            ProviderRequest.post(request.app().urls().api() + "/notify")
                .form(form)
                .bearer(session.tokens().access()));
    Optional<ProviderException> fault =
        WithingsErrorMapping.MAPPING.toException(answer, http.limits().defaultRateLimitDelay());
    if (fault.isPresent()) {
      throw fault.get();
    }
    return answer.json().path("body");
  }
}
