package io.tributary.simulators.lab;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Sends results as FHIR over HTTP. Responses are discarded at the configured drop rate. */
final class FhirResultTransport implements ResultTransport {
  private static final long TIMEOUT_MILLIS = 5_000;

  private final HttpClient client;
  private final String to;
  private final String login;
  private final Supplier<LabFaultRates> faults;

  /**
   * @param login value of the Authorization header; empty if none
   */
  FhirResultTransport(Vertx vertx, String to, String login, Supplier<LabFaultRates> faults) {
    this.client = vertx.createHttpClient();
    this.to = to;
    this.login = login;
    this.faults = faults;
  }

  @Override
  public Future<ResultAck> deliver(String controlId, byte[] message) {
    RequestOptions where =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(to)
            .putHeader("content-type", "application/fhir+json");
    if (!login.isEmpty()) {
      where.putHeader("authorization", login);
    }
    return client
        .request(where)
        .compose(r -> r.send(Buffer.buffer(message)))
        .compose(r -> r.body().map(b -> r.statusCode()))
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .compose(
            status ->
                LabFaultRates.occurs(faults.get().drop())
                    ? Future.failedFuture("simulated fault: the acknowledgment is lost")
                    : Future.succeededFuture(toAck(status)));
  }

  private static ResultAck toAck(int status) {
    if (status / 100 == 2) {
      return ResultAck.TAKEN;
    }
    boolean wrong = status == 400 || status == 413 || status == 422;
    return wrong ? ResultAck.WRONG : ResultAck.LATER;
  }

  @Override
  public Future<Void> close() {
    return client.close();
  }
}
