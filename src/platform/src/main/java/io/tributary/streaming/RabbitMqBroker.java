package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.tributary.delivery.DeliveryError;
import io.tributary.delivery.DestinationKind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * RabbitMQ client, using the official Java client on the event loops of Vert.x. Its blocking calls
 * run on a virtual thread per connection; it uses no other threads.
 */
final class RabbitMqBroker implements BrokerClient {
  /**
   * Minimum handshake timeout. The client waits half of the handshake timeout for each of two
   * replies.
   */
  private static final int MIN_HANDSHAKE_MS = 1000;

  private static final int HEARTBEAT_SECONDS = 30;
  private static final int FRAME_BYTES = 128 * 1024;

  /** Limit for returned unroutable messages, including the body. */
  private static final int MAX_INBOUND_BYTES = 4 << 20;

  /**
   * Exceeds the maximum amount in flight, because the delivery lane applies backpressure, not the
   * socket.
   */
  private static final WriteBufferWaterMark WRITE_WATER_MARK =
      new WriteBufferWaterMark(32 << 20, 64 << 20);

  private final VertxInternal vertx;
  private final SslContext tls;
  private final int timeoutMs;

  RabbitMqBroker(Vertx vertx, SslContext tls, Duration timeout) {
    this.vertx = (VertxInternal) vertx;
    this.tls = tls;
    this.timeoutMs = (int) timeout.toMillis();
  }

  @Override
  public DestinationKind kind() {
    return DestinationKind.RABBITMQ;
  }

  @Override
  public Future<BrokerConnection> open(JsonNode connection, BrokerUri uri, SocketAddress checked) {
    Promise<BrokerConnection> opened = Promise.promise();
    Context thread = vertx.createVirtualThreadContext();
    thread.runOnContext(
        v -> {
          try {
            Connection c = connect(uri, checked, opened);
            RabbitMqConnection link =
                new RabbitMqConnection(thread, c, connection.get("exchange").asText());
            if (!opened.tryComplete(link)) {
              link.close();
            }
          } catch (Exception e) {
            opened.tryFail(toPublishException(e));
          }
        });
    return opened.future();
  }

  private Connection connect(BrokerUri uri, SocketAddress checked, Promise<BrokerConnection> opened)
      throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUsername(uri.user());
    factory.setPassword(uri.password());
    factory.setVirtualHost(uri.path().filter(p -> !p.isEmpty()).orElse("/"));
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
    factory.setRequestedFrameMax(FRAME_BYTES);
    factory.setMaxInboundMessageBodySize(MAX_INBOUND_BYTES);
    factory.setHandshakeTimeout(Math.max(MIN_HANDSHAKE_MS, timeoutMs));
    factory.setChannelRpcTimeout(timeoutMs);
    factory.setThreadFactory(Thread.ofVirtual().name("rabbitmq-", 0).factory());
    factory.setExceptionHandler(new RabbitMqExceptionLogger());
    // The default properties announce the client's capabilities. Without them a broker reports no
    // error.
    Map<String, Object> properties = new HashMap<>(factory.getClientProperties());
    properties.put("product", "Tributary");
    factory.setClientProperties(properties);
    factory
        .netty()
        .bootstrapCustomizer(
            b ->
                b.group(vertx.nettyEventLoopGroup())
                    .channelFactory(vertx.transport().channelFactory(false))
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMs)
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_WATER_MARK))
        .channelCustomizer(
            ch -> {
              if (uri.destination().tls()) {
                addTls(ch, uri, opened);
              }
            });
    String ip = checked.hostAddress();
    return factory.newConnection(
        List.of(new com.rabbitmq.client.Address(ip, checked.port())), "tributary");
  }

  /** Adds TLS. The certificate must match the host name of the URI, not the address. */
  private void addTls(Channel channel, BrokerUri uri, Promise<BrokerConnection> opened) {
    SslHandler handler =
        tls.newHandler(channel.alloc(), uri.destination().host(), uri.destination().port());
    handler.setHandshakeTimeoutMillis(timeoutMs);
    handler
        .handshakeFuture()
        .addListener(
            f -> {
              if (!f.isSuccess()) {
                // The client itself would only notice a timeout.
                opened.tryFail(toPublishException(f.cause()));
                channel.close();
              }
            });
    channel.pipeline().addFirst("ssl", handler);
  }

  /** Maps a failure of the client to a delivery error. Only the broker's own messages are kept. */
  static PublishException toPublishException(Throwable t) {
    for (Throwable at = t; at != null && at != at.getCause(); at = at.getCause()) {
      if (at instanceof AuthenticationFailureException refused) {
        return new PublishException(DeliveryError.PROTOCOL_ERROR, refused.getMessage());
      }
      if (at instanceof ShutdownSignalException ended) {
        Optional<String> said = closeMessage(ended);
        if (said.isPresent()) {
          return new PublishException(DeliveryError.PROTOCOL_ERROR, said.get());
        }
      }
    }
    DeliveryError error = DeliveryError.of(t);
    boolean lost = error == DeliveryError.PROTOCOL_ERROR && t instanceof ShutdownSignalException;
    return new PublishException(lost ? DeliveryError.CONNECT_ERROR : error, "");
  }

  /** Returns the message with which the broker closed a connection or channel. */
  private static Optional<String> closeMessage(ShutdownSignalException ended) {
    return switch (ended.getReason()) {
      case com.rabbitmq.client.AMQP.Connection.Close c when !ended.isInitiatedByApplication() ->
          Optional.of(c.getReplyCode() + " " + c.getReplyText());
      case com.rabbitmq.client.AMQP.Channel.Close c when !ended.isInitiatedByApplication() ->
          Optional.of(c.getReplyCode() + " " + c.getReplyText());
      case null, default -> Optional.empty();
    };
  }
}
