package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.DeliveryError;
import io.tributary.delivery.DestinationKind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.time.Duration;

/**
 * NATS client with JetStream on the caller's event loop. A message counts as delivered when a
 * stream acknowledges it.
 */
final class NatsBroker implements BrokerClient {
  private final Vertx vertx;
  private final Duration timeout;
  private final NetClient client;
  private final ClientSSLOptions tls;

  NatsBroker(Vertx vertx, TrustOptions trust, Duration timeout) {
    this.vertx = vertx;
    this.timeout = timeout;
    this.client =
        vertx.createNetClient(
            new NetClientOptions()
                .setConnectTimeout((int) timeout.toMillis())
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true));
    this.tls =
        new ClientSSLOptions().setTrustOptions(trust).setHostnameVerificationAlgorithm("HTTPS");
  }

  @Override
  public DestinationKind kind() {
    return DestinationKind.NATS;
  }

  @Override
  public Future<BrokerConnection> open(JsonNode connection, BrokerUri uri, SocketAddress checked) {
    return client
        .connect(new ConnectOptions().setRemoteAddress(checked))
        .recover(t -> Future.failedFuture(new PublishException(DeliveryError.of(t), "")))
        .compose(
            socket ->
                new NatsConnection(
                        vertx, socket, uri, tls, connection.path("subject_prefix").asText())
                    .start(timeout));
  }
}
