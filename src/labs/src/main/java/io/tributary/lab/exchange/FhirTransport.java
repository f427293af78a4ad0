package io.tributary.lab.exchange;

import io.tributary.lab.protocol.fhir.FhirOrderResponse;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/** Sends each message as one POST, whose response is the answer. */
final class FhirTransport implements LabTransport {
  private static final int MAX_STORED_BODY = 64 * 1024;

  /**
   * Error that affects every message of the link, so the link pauses and the message is retried.
   */
  static final class FhirLinkFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FhirLinkFailure(String why) {
      super(why, null, false, false);
    }
  }

  private final FhirClient client;
  private final Supplier<Future<TargetUrl>> targetUrl;
  private final Optional<FhirPoll> poll;
  private volatile boolean connected = true;

  /**
   * @param targetUrl the laboratory's base URL
   */
  FhirTransport(FhirClient client, Supplier<Future<TargetUrl>> to, Optional<FhirPoll> poll) {
    this.client = client;
    this.targetUrl = to;
    this.poll = poll;
  }

  @Override
  public void start() {
    poll.ifPresent(FhirPoll::start);
  }

  @Override
  public Future<LabAck> send(String controlId, byte[] message) {
    return targetUrl
        .get()
        .compose(base -> client.post(base, controlId, message))
        .map(this::toAck)
        .onComplete(done -> connected = done.succeeded());
  }

  private LabAck toAck(FhirClient.FhirResponse said) {
    byte[] body = said.body().length > MAX_STORED_BODY ? new byte[0] : said.body();
    FhirOrderResponse answer = FhirOrderResponse.read(said.status(), said.body());
    if (answer.affectsAllOrders()) {
      throw new FhirLinkFailure(answer.error());
    }
    return FhirAdapter.toAck(said.status(), answer, body, poll.isPresent());
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public Future<Void> close() {
    poll.ifPresent(FhirPoll::stop);
    return client.close();
  }
}
