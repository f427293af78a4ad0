package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.DestinationKind;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;

/** A kind of broker. */
interface BrokerClient {
  DestinationKind kind();

  /**
   * Connects to an address that was checked; TLS still proves the name of the URI. Fails with a
   * {@link PublishException}, within the time limit of an attempt or soon after it.
   */
  Future<BrokerConnection> open(JsonNode connection, BrokerUri uri, SocketAddress checked);
}
