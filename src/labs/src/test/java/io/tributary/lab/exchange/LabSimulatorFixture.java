package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.simulators.lab.LabOptions;
import io.tributary.simulators.lab.LabSimulator;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** The laboratory simulator in this process, on its own ports. */
public final class LabSimulatorFixture {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Vertx vertx;
  private final LabSimulator lab;

  private LabSimulatorFixture(Vertx vertx, LabSimulator lab) {
    this.vertx = vertx;
    this.lab = lab;
  }

  public static LabSimulatorFixture start() throws Exception {
    return start(LabOptions.defaults().withAddress("127.0.0.1", 0, 0));
  }

  public static LabSimulatorFixture start(LabOptions options) throws Exception {
    Vertx vertx = Vertx.vertx();
    return new LabSimulatorFixture(
        vertx,
        LabSimulator.start(vertx, options)
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS));
  }

  public String control() {
    return lab.controlUrl();
  }

  public int mllpPort() {
    return lab.mllpPort();
  }

  public JsonNode about() {
    return call("GET", "/", null, 200);
  }

  public JsonNode order(String sample) {
    return call("GET", "/orders/" + sample, null, 200);
  }

  public JsonNode script(String sample, String body) {
    return call("POST", "/orders/" + sample + "/script", body, 202);
  }

  public void faults(String rates) {
    call("POST", "/faults", rates, 200);
  }

  public JsonNode call(String method, String path, String body, int status) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(lab.controlUrl() + path))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<byte[]> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != status) {
        throw new AssertionError(answer.statusCode() + " " + new String(answer.body()));
      }
      return Json.parse(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public void close() throws Exception {
    lab.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}
