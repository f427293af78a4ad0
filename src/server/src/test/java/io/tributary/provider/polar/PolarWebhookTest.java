package io.tributary.provider.polar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.provider.AdapterHarness;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The single webhook of an application. */
class PolarWebhookTest {
  private static PolarHarness polar;

  @BeforeAll
  static void start() {
    polar = new PolarHarness(AdapterHarness.options());
  }

  @AfterAll
  static void stop() {
    polar.close();
  }

  @AfterEach
  void noFaults() {
    polar.noFaults();
  }

  private static SubscriptionClient.SubscriptionRequest request(AppCredentials app, String url) {
    return new SubscriptionClient.SubscriptionRequest(app, Optional.empty(), "events", url, "word");
  }

  @Test
  void thereIsOneWebhookWhichIsWokenDailyAndMadeAnewWhereItsKeyIsNotKnown() {
    HttpServer hook =
        polar
            .vertx
            .createHttpServer()
            .requestHandler(r -> r.response().end())
            .listen(0, "127.0.0.1")
            .await();
    SubscriptionClient subscriber = polar.adapter.subscriber().orElseThrow();
    var request =
        request(polar.app(), "http://127.0.0.1:" + hook.actualPort() + "/v2/provider/polar/push/w");
    assertEquals(List.of("events"), subscriber.subscriptionNames(polar.app()));
    SubscriptionClient.ProviderSubscription first = subscriber.ensure(request);
    SubscriptionClient.ProviderSubscription made = subscriber.ensure(request);
    assertFalse(first.secret().equals(made.secret()), "the key is told once");
    assertFalse(subscriber.exists(request, first));
    assertTrue(subscriber.exists(request, made));
    var inactive =
        polar.http.send(
            polar.app(),
            ProviderRequest.post(polar.sim.baseUrl() + "/v3/webhooks/deactivate")
                .basic(polar.app().clientId(), polar.app().clientSecret()));
    assertEquals(200, inactive.status());
    assertTrue(subscriber.exists(request, made));
    assertEquals(
        Boolean.TRUE,
        polar
            .http
            .send(
                polar.app(),
                ProviderRequest.get(polar.sim.baseUrl() + "/v3/webhooks")
                    .basic(polar.app().clientId(), polar.app().clientSecret()))
            .json()
            .at("/data/0/active")
            .booleanValue());
    // The webhook belongs to another application and is neither deleted nor moved.
    var other =
        new SubscriptionClient.SubscriptionRequest(
            polar.app(), Optional.empty(), "events", request.callbackUrl() + "2", "w2", u -> true);
    assertThrows(ProviderException.Rejected.class, () -> subscriber.ensure(other));
    subscriber.remove(request, made);
    assertFalse(subscriber.exists(request, made));
    subscriber.remove(request, made);
    hook.close().await();
  }

  @Test
  void theWebhookOfATeamsOwnApplicationIsTheTeams() {
    AppCredentials app = polar.app();
    AppCredentials own =
        new AppCredentials(
            app.id(),
            "polar",
            app.clientId(),
            app.clientSecret(),
            app.urls(),
            app.redirectUri(),
            Json.object().put("webhook_secret", "theirs"));
    assertEquals(List.of(), polar.adapter.subscriber().orElseThrow().subscriptionNames(own));
  }
}
