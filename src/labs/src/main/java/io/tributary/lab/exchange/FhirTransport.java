package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.FhirOrderResponse;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/** Sends each message as one POST, whose response is the answer. */
final class FhirTransport implements LabTransport {
  private static final int KEPT = 64 * 1024;

  /**
   * Error that affects every message of the link, so the link pauses and the message is retried.
   */
  static final class Away extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Away(String why) {
      super(why, null, false, false);
    }
  }

  private final FhirClient client;
  private final Supplier<Future<TargetUrl>> to;
  private final Optional<FhirPoll> poll;
  private volatile boolean good = true;

  /**
   * @param to the laboratory's base URL
   */
  FhirTransport(FhirClient client, Supplier<Future<TargetUrl>> to, Optional<FhirPoll> poll) {
    this.client = client;
    this.to = to;
    this.poll = poll;
  }

  @Override
  public void start() {
    poll.ifPresent(FhirPoll::start);
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return to.get()
        .compose(base -> client.post(base, controlId, message))
        .map(this::heard)
        .onComplete(done -> good = done.succeeded());
  }

  private LabAck heard(FhirClient.Said said) {
    byte[] body = said.body().length > KEPT ? new byte[0] : said.body();
    FhirOrderResponse answer = FhirOrderResponse.read(said.status(), said.body());
    if (answer.everybody()) {
      throw new Away(answer.error());
    }
    return FhirAdapter.heard(said.status(), answer, body, poll.isPresent());
  }

  @Override
  public boolean isConnected() {
    return good;
  }

  @Override
  public Future<Void> close() {
    poll.ifPresent(FhirPoll::stop);
    return client.close();
  }
}
