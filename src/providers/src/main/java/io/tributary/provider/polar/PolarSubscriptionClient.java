package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.document.LenientJson;
import java.util.List;
import java.util.Optional;

/**
 * Webhook of an application; there is one. Its signature key is returned only on creation, so a
 * webhook with a lost key is deleted and created again. Polar deactivates a webhook that has failed
 * for a week, so each check activates it.
 */
final class PolarSubscriptionClient implements SubscriptionClient {
  private static final String PATH = "/v3/webhooks";
  private static final String KIND = "events";

  private final ProviderHttp http;

  PolarSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.APP;
  }

  /** Returns nothing if the team has created the webhook itself and provided its key. */
  @Override
  public List<String> subscriptionNames(AppCredentials app) {
    return LenientJson.of(app.details()).has(PolarNotificationParser.SECRET_SETTING)
        ? List.of()
        : List.of(KIND);
  }

  @Override
  public ProviderSubscription ensure(SubscriptionRequest request) {
    List<LenientJson> all = list(request.app());
    all.forEach(there -> request.requireNotOwnedByOtherApp(there.text("url")));
    all.forEach(there -> delete(request.app(), there.requiredId("id")));
    ObjectNode body = Json.object().put("url", request.callbackUrl());
    body.set("events", Json.tree(PolarNotificationParser.EVENTS));
    LenientJson made =
        LenientJson.of(
                sendChecked(request.app(), ProviderRequest.post(url(request.app(), "")).json(body))
                    .json())
            .child("data");
    String secret = made.text("signature_secret_key");
    if (secret == null || made.id("id") == null) {
      throw new ProviderException.Unavailable(
          "response without the ID or signing key of the webhook");
    }
    return new ProviderSubscription(made.id("id"), Optional.of(secret), Optional.empty());
  }

  @Override
  public boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    Optional<LenientJson> there =
        list(request.app()).stream()
            .filter(d -> made.remoteId().equals(d.id("id")))
            .filter(d -> request.callbackUrl().equals(d.text("url")))
            .findFirst();
    if (there.isEmpty()) {
      return false;
    }
    if (!Boolean.TRUE.equals(there.get().flag("active"))) {
      ProviderResponse answer =
          send(request.app(), ProviderRequest.post(url(request.app(), "/activate")));
      // An active webhook may refuse the activation.
      if (answer.status() == 404) {
        return false;
      }
      if (answer.status() == 401 || answer.status() == 429 || answer.status() >= 500) {
        requireSuccess(answer);
      }
    }
    return true;
  }

  @Override
  public void remove(SubscriptionRequest request, ProviderSubscription made) {
    delete(request.app(), made.remoteId());
  }

  private List<LenientJson> list(AppCredentials app) {
    ProviderResponse answer = send(app, ProviderRequest.get(url(app, "")));
    if (answer.status() == 404 || answer.status() == 204) {
      return List.of();
    }
    LenientJson body = LenientJson.of(requireSuccess(answer).json());
    LenientJson data = body.child("data");
    // With one webhook, some responses contain it instead of a list.
    return data.node().isObject() ? List.of(data) : data.list();
  }

  private void delete(AppCredentials app, String id) {
    ProviderResponse answer = send(app, ProviderRequest.delete(url(app, "/" + id)));
    if (answer.status() != 404) {
      requireSuccess(answer);
    }
  }

  private ProviderResponse sendChecked(AppCredentials app, ProviderRequest call) {
    return requireSuccess(send(app, call));
  }

  private ProviderResponse send(AppCredentials app, ProviderRequest call) {
    return http.send(app, call.basic(app.clientId(), app.clientSecret()));
  }

  private ProviderResponse requireSuccess(ProviderResponse answer) {
    if (answer.isSuccess()) {
      return answer;
    }
    throw switch (answer.status()) {
      case 401, 403 ->
          new ProviderException.AppCredentialsRejected("webhooks: status " + answer.status());
      default ->
          PolarErrorMapping.MAPPING
              .toException(answer, http.limits().defaultRateLimitDelay())
              .orElseThrow();
    };
  }

  private static String url(AppCredentials app, String rest) {
    return app.urls().api() + PATH + rest;
  }
}
