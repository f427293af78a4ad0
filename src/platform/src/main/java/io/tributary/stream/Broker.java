package io.tributary.stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.delivery.Kind;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;

/** A kind of broker. */
interface Broker {
  Kind kind();

  /**
   * Connects to an address that was checked; TLS still proves the name of the URI. Fails with a
   * {@link PublishFault}, within the time limit of an attempt or soon after it.
   */
  Future<Link> open(JsonNode connection, BrokerUri uri, SocketAddress checked);
}
