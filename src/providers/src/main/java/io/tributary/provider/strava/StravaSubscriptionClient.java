package io.tributary.provider.strava;

import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.document.LenientJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Subscription of an application; there is one. A subscription with another URL is deleted, one
 * with ours is reused.
 */
final class StravaSubscriptionClient implements SubscriptionClient {
  private static final String PATH = "/push_subscriptions";
  private static final String KIND = "activities";

  private final ProviderHttp http;
  private final StravaErrorMapping answers;

  StravaSubscriptionClient(ProviderHttp http, StravaErrorMapping answers) {
    this.http = http;
    this.answers = answers;
  }

  @Override
  public Level level() {
    return Level.APP;
  }

  @Override
  public List<String> subscriptionNames(AppCredentials app) {
    return List.of(KIND);
  }

  @Override
  public ProviderSubscription ensure(SubscriptionRequest request) {
    List<LenientJson> all = list(request.app());
    for (LenientJson there : all) {
      if (request.callbackUrl().equals(there.text("callback_url"))) {
        return made(there.requiredId("id"));
      }
    }
    all.forEach(there -> request.requireNotOwnedByOtherApp(there.text("callback_url")));
    all.forEach(there -> delete(request.app(), there.requiredId("id")));
    ProviderRequest create =
        ProviderRequest.post(url(request.app()))
            .form(
                Map.of(
                    "client_id", request.app().clientId(),
                    "client_secret", request.app().clientSecret(),
                    "callback_url", request.callbackUrl(),
                    "verify_token", request.urlSecret()));
    return made(LenientJson.of(sendChecked(request.app(), create).json()).requiredId("id"));
  }

  @Override
  public boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    return list(request.app()).stream().anyMatch(d -> made.remoteId().equals(d.id("id")));
  }

  @Override
  public void remove(SubscriptionRequest request, ProviderSubscription made) {
    delete(request.app(), made.remoteId());
  }

  /** Stores the ID as secret: notifications repeat it, and they have no signature. */
  private static ProviderSubscription made(String id) {
    return new ProviderSubscription(id, Optional.of(id), Optional.empty());
  }

  private List<LenientJson> list(AppCredentials app) {
    return LenientJson.of(sendChecked(app, ProviderRequest.get(url(app)).query(client(app))).json())
        .list();
  }

  private void delete(AppCredentials app, String id) {
    ProviderResponse answer =
        http.send(app, ProviderRequest.delete(url(app) + "/" + id).query(client(app)));
    if (answer.status() != 404) {
      requireSuccess(answer);
    }
  }

  private ProviderResponse sendChecked(AppCredentials app, ProviderRequest call) {
    return requireSuccess(http.send(app, call));
  }

  private ProviderResponse requireSuccess(ProviderResponse answer) {
    if (answer.isSuccess()) {
      return answer;
    }
    throw switch (answer.status()) {
      case 401, 403 ->
          new ProviderException.AppCredentialsRejected("subscription: status " + answer.status());
      default -> answers.toException(answer, http.limits().defaultRateLimitDelay()).orElseThrow();
    };
  }

  private static String url(AppCredentials app) {
    return app.urls().api() + PATH;
  }

  private static Map<String, String> client(AppCredentials app) {
    return Map.of("client_id", app.clientId(), "client_secret", app.clientSecret());
  }
}
