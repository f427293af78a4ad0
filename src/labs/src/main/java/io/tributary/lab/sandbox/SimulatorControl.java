package io.tributary.lab.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.lab.exchange.SimulatorLocator;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Client of the simulator's control port. Call on virtual threads. */
final class SimulatorControl {
  private static final long TIMEOUT_MILLIS = 5_000;

  private final SimulatorLocator simulator;
  // Created here, because a client created inside a verticle is closed with it.
  private final HttpClient client;

  SimulatorControl(Vertx vertx, SimulatorLocator simulator) {
    this.simulator = simulator;
    this.client = vertx.createHttpClient();
  }

  /**
   * @param order the order's message, for a simulator that does not have it
   */
  void send(String sample, byte[] order, ObjectNode script) {
    String control = controlUrl();
    String path = control + "/orders/" + sample + "/script";
    int status = post(path, Json.bytes(script));
    if (status == 404) {
      requireSuccess(post(control + "/orders", order));
      status = post(path, Json.bytes(script));
    }
    requireSuccess(status);
  }

  private String controlUrl() {
    return simulator.locate().await().controlUrl();
  }

  private static void requireSuccess(int status) {
    if (status / 100 != 2) {
      throw ServiceException.unavailable(
          "the simulator returned status " + status, Duration.ofSeconds(1));
    }
  }

  private int post(String url, byte[] body) {
    try {
      return client
          .request(new RequestOptions().setMethod(HttpMethod.POST).setAbsoluteURI(url))
          .compose(r -> r.send(Buffer.buffer(body)))
          .map(r -> r.statusCode())
          .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
          .await();
    } catch (Exception e) {
      // Any exception: await rethrows checked exceptions of the network.
      throw ServiceException.unavailable("the simulator does not respond", Duration.ofSeconds(1));
    }
  }
}
