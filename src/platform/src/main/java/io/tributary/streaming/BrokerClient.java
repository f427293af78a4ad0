package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.DestinationKind;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;

/** Client for one kind of message broker. */
interface BrokerClient {
  DestinationKind kind();

  /**
   * Connects to an address that the SSRF guard has checked. TLS still verifies the host name of the
   * URI. Fails with a {@link PublishException}, within the time limit of an attempt or shortly
   * after it.
   */
  Future<BrokerConnection> open(JsonNode connection, BrokerUri uri, SocketAddress checked);
}
