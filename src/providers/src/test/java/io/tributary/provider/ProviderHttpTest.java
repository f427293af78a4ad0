package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Allowed targets of provider calls, and the circuit breaker of a host. */
class ProviderHttpTest {
  private static final int FAILURES = 3;

  private final AtomicInteger calls = new AtomicInteger();
  private volatile int status = 200;
  private volatile String accepted;
  private Vertx vertx;
  private ProviderHttp http;
  private HttpServer one;
  private HttpServer other;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    one = server();
    other = server();
    http =
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(20),
                1,
                Duration.ofMillis(5),
                FAILURES,
                Duration.ofHours(1),
                Duration.ofSeconds(1)));
  }

  private HttpServer server() {
    return vertx
        .createHttpServer()
        .requestHandler(
            r -> {
              calls.incrementAndGet();
              accepted = r.getHeader("Accept");
              r.response()
                  .setStatusCode(r.path().equals("/well") ? 200 : status)
                  .end("{\"detail\":1}");
            })
        .listen(0, "127.0.0.1")
        .await();
  }

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private static AppCredentials app(UUID id, HttpServer at) {
    return new AppCredentials(
        id, "any", "", "", new AppCredentials.Urls("http://127.0.0.1:" + at.actualPort(), ""), "");
  }

  private int ask(UUID app, HttpServer at, String path) {
    AppCredentials a = app(app, at);
    return http.send(a, ProviderRequest.get(a.urls().api() + path)).status();
  }

  @Test
  void jsonIsAskedForWhereAProviderHasOthersToo() {
    ask(Ids.uuid(), one, "/data");
    assertEquals("application/json, */*;q=0.5", accepted);
  }

  @Test
  void aHostThatFailsIsLeftAloneByAllApplicationsAndOtherHostsAreNot() {
    status = 500;
    UUID mine = Ids.uuid();
    for (int i = 0; i < FAILURES; i++) {
      assertEquals(500, ask(mine, one, "/"));
    }
    int before = calls.get();
    assertThrows(ProviderException.Unavailable.class, () -> ask(mine, one, "/"));
    assertThrows(ProviderException.Unavailable.class, () -> ask(Ids.uuid(), one, "/well"));
    assertEquals(before, calls.get());
    assertEquals(500, ask(mine, other, "/"));
  }

  @Test
  void whatFailsForOneUserOnlyDoesNotCloseTheHost() {
    status = 503;
    for (int i = 0; i < 2 * FAILURES; i++) {
      assertEquals(503, ask(Ids.DEFAULT_APP, one, "/"));
      assertEquals(200, ask(Ids.DEFAULT_APP, one, "/well"));
    }
  }

  @Test
  void aRefusalIsNoFailure() {
    status = 429;
    for (int i = 0; i < 2 * FAILURES; i++) {
      assertEquals(429, ask(Ids.DEFAULT_APP, one, "/"));
    }
  }

  @Test
  void anAddressOfAnotherHostIsNotCalled() {
    AppCredentials a = app(Ids.DEFAULT_APP, one);
    for (String url :
        new String[] {
          "http://127.0.0.1:" + other.actualPort() + "/", "http://[bad", "file:///etc/passwd"
        }) {
      assertThrows(ProviderException.Rejected.class, () -> http.send(a, ProviderRequest.get(url)));
    }
    assertEquals(0, calls.get());
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.vendor.example/v1/x?y=1, true",
    "https://API.vendor.example:443/, true",
    "https://login.vendor.example/token, true",
    "http://api.vendor.example/, false",
    "https://api.vendor.example:8443/, false",
    "https://api.vendor.example.evil.example/, false",
    "https://api.vendor.example@evil.example/, false",
    "https://user@api.vendor.example/, false",
    "https://evil.example/?https://api.vendor.example/, false",
    "/relative, false",
  })
  void onlyConfiguredOriginsAreTheProviders(String address, boolean allowed) {
    AppCredentials.Urls urls =
        new AppCredentials.Urls(
            "https://api.vendor.example/v1", "", Optional.of("https://login.vendor.example/token"));
    assertEquals(allowed, urls.isAllowed(URI.create(address)));
  }
}
