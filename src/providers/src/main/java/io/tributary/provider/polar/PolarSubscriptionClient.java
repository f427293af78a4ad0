package io.tributary.provider.polar;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
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
  public List<String> wanted(AppCredentials app) {
    return LenientJson.of(app.details()).has(PolarNotificationParser.OWN_SECRET)
        ? List.of()
        : List.of(KIND);
  }

  @Override
  public Made ensure(Request request) {
    List<LenientJson> all = all(request.app());
    all.forEach(there -> request.leaves(there.text("url")));
    all.forEach(there -> end(request.app(), there.requiredId("id")));
    ObjectNode body = Json.object().put("url", request.callbackUrl());
    body.set("events", Json.tree(PolarNotificationParser.EVENTS));
    LenientJson made =
        LenientJson.of(
                good(request.app(), ProviderRequest.post(url(request.app(), "")).json(body)).json())
            .child("data");
    String secret = made.text("signature_secret_key");
    if (secret == null || made.id("id") == null) {
      throw new ProviderException.Unavailable("a webhook without its key");
    }
    return new Made(made.id("id"), Optional.of(secret), Optional.empty());
  }

  @Override
  public boolean lives(Request request, Made made) {
    Optional<LenientJson> there =
        all(request.app()).stream()
            .filter(d -> made.remoteId().equals(d.id("id")))
            .filter(d -> request.callbackUrl().equals(d.text("url")))
            .findFirst();
    if (there.isEmpty()) {
      return false;
    }
    if (!Boolean.TRUE.equals(there.get().flag("active"))) {
      Answer answer = send(request.app(), ProviderRequest.post(url(request.app(), "/activate")));
      // An active webhook may refuse the activation.
      if (answer.status() == 404) {
        return false;
      }
      if (answer.status() == 401 || answer.status() == 429 || answer.status() >= 500) {
        held(answer);
      }
    }
    return true;
  }

  @Override
  public void remove(Request request, Made made) {
    end(request.app(), made.remoteId());
  }

  private List<LenientJson> all(AppCredentials app) {
    Answer answer = send(app, ProviderRequest.get(url(app, "")));
    if (answer.status() == 404 || answer.status() == 204) {
      return List.of();
    }
    LenientJson body = LenientJson.of(held(answer).json());
    LenientJson data = body.child("data");
    // With one webhook, some responses contain it instead of a list.
    return data.node().isObject() ? List.of(data) : data.list();
  }

  private void end(AppCredentials app, String id) {
    Answer answer = send(app, ProviderRequest.delete(url(app, "/" + id)));
    if (answer.status() != 404) {
      held(answer);
    }
  }

  private Answer good(AppCredentials app, ProviderRequest call) {
    return held(send(app, call));
  }

  private Answer send(AppCredentials app, ProviderRequest call) {
    return http.send(app, call.basic(app.clientId(), app.clientSecret()));
  }

  private Answer held(Answer answer) {
    if (answer.ok()) {
      return answer;
    }
    throw switch (answer.status()) {
      case 401, 403 -> new ProviderException.AppRefused("webhooks: status " + answer.status());
      default -> PolarErrorMapping.RULES.fault(answer, http.limits().window()).orElseThrow();
    };
  }

  private static String url(AppCredentials app, String rest) {
    return app.urls().api() + PATH + rest;
  }
}
