package io.tributary.simulators.lab;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** FHIR over HTTP; at the rate of broken connections an answer is lost on its way. */
final class FhirCarrier implements ResultTransport {
  private static final long LIMIT_MILLIS = 5_000;

  private final HttpClient client;
  private final String to;
  private final String login;
  private final Supplier<Faults> faults;

  /**
   * @param login header Authorization; empty = none
   */
  FhirCarrier(Vertx vertx, String to, String login, Supplier<Faults> faults) {
    this.client = vertx.createHttpClient();
    this.to = to;
    this.login = login;
    this.faults = faults;
  }

  @Override
  public Future<Said> bring(String controlId, byte[] message) {
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
        .timeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
        .compose(
            status ->
                Faults.happens(faults.get().drop())
                    ? Future.failedFuture("the answer is lost")
                    : Future.succeededFuture(said(status)));
  }

  private static Said said(int status) {
    if (status / 100 == 2) {
      return Said.TAKEN;
    }
    boolean wrong = status == 400 || status == 413 || status == 422;
    return wrong ? Said.WRONG : Said.LATER;
  }

  @Override
  public Future<Void> close() {
    return client.close();
  }
}
