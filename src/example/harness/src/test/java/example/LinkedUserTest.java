package example;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.polar.PolarVendor;
import io.tributary.testkit.BusProbe;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links a user to a simulated provider and checks the connection on the node. */
class LinkedUserTest {
  @Test
  void aUserOfTheSimulatorIsLinked() throws Exception {
    Vertx vertx = Vertx.vertx();
    Sim sim =
        Sim.start(vertx, new PolarVendor(), SimOptions.defaults().withPort(0).withDays(3)).await();
    try (TestNode node = TestNode.start(settings(sim));
        BusProbe bus = BusProbe.on(node.vertx())) {
      String user =
          node.post("/v2/user", "{\"client_user_id\":\"ann\"}")
              .expect(200)
              .json()
              .get("user_id")
              .asText();

      link(node, user);

      BusProbe.RecordedMessage finished = bus.await("link.command", "FinishOAuth");
      assertEquals(false, finished.published());
      eventually(
          Duration.ofSeconds(30),
          () ->
              assertEquals(
                  "connected",
                  node.get("/v2/user/providers/" + user)
                      .expect(200)
                      .json()
                      .at("/providers/0/status")
                      .asText()));
    } finally {
      sim.close().await();
      vertx.close().await();
    }
  }

  private static String[] settings(Sim sim) {
    return Stream.concat(
            sim.settings().entrySet().stream(),
            Map.of(
                "TRIBUTARY_PROVIDERS_POLAR_ENABLED", "true",
                "TRIBUTARY_PROVIDERS_POLAR_ACCEPT_NEW_CONNECTIONS", "true")
                .entrySet()
                .stream())
        .flatMap(e -> Stream.of(e.getKey(), e.getValue()))
        .toArray(String[]::new);
  }

  /**
   * Follows the pages that the user's browser opens: the provider's consent page and our callback.
   */
  private static void link(TestNode node, String user) throws Exception {
    String token =
        node.post("/v2/link/token", "{\"user_id\":\"" + user + "\"}")
            .expect(200)
            .json()
            .get("link_token")
            .asText();
    String page =
        node.send(
                "GET", "/v2/link/provider/oauth/polar", null, Map.of("x-service-link-token", token))
            .expect(200)
            .json()
            .get("oauth_url")
            .asText();
    HttpResponse<Void> agreed =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(page + "&sim_decision=grant&sim_user=Ann"))
                    .build(),
                HttpResponse.BodyHandlers.discarding());
    URI back = URI.create(agreed.headers().firstValue("location").orElseThrow());
    int status =
        node.send("GET", back.getRawPath() + "?" + back.getRawQuery(), null, Map.of()).status();
    assertEquals(true, status >= 200 && status < 400, () -> "the link ended with " + status);
  }
}
