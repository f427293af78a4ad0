package io.tributary.provider.oauth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Ids;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that calls with a grant that has no connection yet count against the quota. */
class UnlinkedGrantQuotaTest {
  private static final Deque<Integer> STATUSES = new ArrayDeque<>();
  private static final List<String> WENT = new ArrayList<>();
  private static Vertx vertx;
  private static HttpServer server;

  private static final PermitClient PERMITS =
      new PermitClient() {
        @Override
        public void acquire(int calls) {
          WENT.add("leave " + calls);
        }

        @Override
        public void backOff(Duration pause) {
          WENT.add("pause " + pause.toSeconds());
        }
      };

  @BeforeAll
  static void serve() {
    vertx = Vertx.vertx();
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                r -> {
                  WENT.add("call");
                  r.response()
                      .setStatusCode(STATUSES.removeFirst())
                      .putHeader("Retry-After", "7")
                      .end("{\"id\":1}");
                })
            .listen(0, "127.0.0.1")
            .await();
  }

  @AfterAll
  static void end() {
    vertx.close().await();
  }

  @BeforeEach
  void forget() {
    STATUSES.clear();
    WENT.clear();
  }

  private static void ask(Integer... statuses) {
    STATUSES.addAll(List.of(statuses));
    String base = "http://127.0.0.1:" + server.actualPort();
    ProviderHttp http =
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(60),
                3,
                Duration.ofMillis(1),
                99,
                Duration.ofSeconds(1),
                Duration.ofSeconds(60)));
    AppCredentials app =
        new AppCredentials(
            Ids.DEFAULT_APP, "oura", "id", "secret", new AppCredentials.Urls(base, base), base);
    assertEquals(
        1,
        new FreshGrant(http, app, ErrorMapping.STATUS, PERMITS)
            .readJson(ProviderRequest.get(base + "/me"))
            .get("id")
            .asInt());
  }

  @Test
  void leaveIsTakenForEachTry() {
    ask(503, 502, 200);
    assertEquals(List.of("leave 1", "call", "leave 1", "call", "leave 1", "call"), WENT);
  }

  @Test
  void aRefusalForTheNumberOfCallsIsToldToAll() {
    assertThrows(ProviderException.RateLimited.class, () -> ask(429));
    assertEquals(List.of("leave 1", "call", "pause 7"), WENT);
  }
}
