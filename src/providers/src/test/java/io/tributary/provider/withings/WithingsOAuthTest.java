package io.tributary.provider.withings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.SubscriptionClient;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.withings.WithingsVendor;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants and subscriptions against the simulated cloud, which enforces the vendor's rules. */
class WithingsOAuthTest {
  private static final String BACK = "http://127.0.0.1:9/v2/link/connect/withings";
  private static final List<String> ASKED = List.of("user.info", "user.metrics", "user.activity");

  private final Vertx vertx = Vertx.vertx();
  private Sim sim;
  private ProviderHttp http;
  private OAuth oauth;

  @BeforeEach
  void start() {
    sim = Sim.start(vertx, new WithingsVendor(), SimOptions.defaults().withPort(0)).await();
    Duration second = Duration.ofSeconds(20);
    http =
        new ProviderHttp(
            vertx, new ProviderHttp.Limits(second, 1, Duration.ofMillis(1), 100, second, second));
    oauth = new WithingsOAuth(http);
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private AppCredentials app(String secret) {
    return new AppCredentials(
        Ids.DEFAULT_APP,
        "withings",
        "tributary-sandbox",
        secret,
        new AppCredentials.Urls(sim.baseUrl(), sim.baseUrl() + "/oauth2_user/authorize2"),
        BACK);
  }

  private AppCredentials app() {
    return app("tributary-sandbox-secret");
  }

  private String code() {
    String url = oauth.authorizeUrl(app(), new OAuth.Start("state", ASKED, "v".repeat(64)));
    assertTrue(url.contains("scope=user.info%2Cuser.metrics%2Cuser.activity"), url);
    WebClient web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    String to =
        web.getAbs(url + "&sim_decision=grant&sim_user=ann").send().await().getHeader("Location");
    return URI.create(to).getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
  }

  private OAuth.Granted exchange(AppCredentials app, String code) {
    return oauth.exchange(app, new OAuth.Callback(code, "v".repeat(64), ASKED, Optional.empty()));
  }

  private static OAuth.Session session(OAuth.Granted granted) {
    return new OAuth.Session(granted.tokens(), granted.externalUserId());
  }

  @Test
  void aGrantTellsItsUserAndScopesAndACodeIsGoodOnce() {
    String code = code();
    OAuth.Granted granted = exchange(app(), code);
    assertTrue(granted.externalUserId().orElseThrow().matches("\\d+"));
    assertEquals(3, granted.scopes().orElseThrow().size());
    assertThrows(ProviderException.TokenRejected.class, () -> exchange(app(), code));
  }

  @Test
  void aWrongSecretIsTheApplicationsFault() {
    String code = code();
    assertThrows(
        ProviderException.AppCredentialsRejected.class, () -> exchange(app("wrong"), code));
  }

  @Test
  void aGrantIsEndedBySignatureAndEndingItTwiceIsNoFault() {
    OAuth.Session session = session(exchange(app(), code()));
    assertThrows(
        ProviderException.AppCredentialsRejected.class, () -> oauth.revoke(app("wrong"), session));
    oauth.refresh(app(), session);
    oauth.revoke(app(), session);
    assertThrows(ProviderException.TokenRejected.class, () -> oauth.refresh(app(), session));
    oauth.revoke(app(), session);
  }

  @Test
  void aSubscriptionIsFoundOrMadeAndEndingItTwiceIsNoFault() {
    var server =
        vertx
            .createHttpServer()
            .requestHandler(r -> r.response().end())
            .listen(0, "127.0.0.1")
            .await();
    OAuth.Session session = session(exchange(app(), code()));
    var subscriber = new WithingsSubscriptionClient(http);
    var request =
        new SubscriptionClient.SubscriptionRequest(
            app(),
            Optional.of(session),
            "16",
            "http://127.0.0.1:" + server.actualPort() + "/push/word",
            "word");
    SubscriptionClient.ProviderSubscription made = subscriber.ensure(request);
    assertEquals(made, subscriber.ensure(request));
    assertTrue(subscriber.exists(request, made));
    subscriber.remove(request, made);
    assertFalse(subscriber.exists(request, made));
    subscriber.remove(request, made);
  }
}
