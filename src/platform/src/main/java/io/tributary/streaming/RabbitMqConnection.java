package io.tributary.streaming;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import io.tributary.core.Tenant;
import io.tributary.delivery.Delivery;
import io.tributary.delivery.DeliveryError;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * RabbitMQ channel with publisher confirms.
 *
 * <p>Every message is mandatory. A message that the exchange routes to no queue is returned before
 * its confirm and counts as failed.
 */
final class RabbitMqConnection implements BrokerConnection {
  private static final int PERSISTENT = 2;
  private static final int CLOSE_MS = 1000;

  private final Context thread;
  private final Connection connection;
  private final Channel channel;
  private final String exchange;
  private final ConcurrentNavigableMap<Long, Pending> pending = new ConcurrentSkipListMap<>();
  private volatile long lastResponseAt = System.nanoTime();
  private volatile boolean closed;

  /** Message that the broker has not confirmed yet. */
  private static final class Pending {
    final String messageId;
    final Promise<Void> done;
    volatile String returned;

    Pending(String messageId, Promise<Void> done) {
      this.messageId = messageId;
      this.done = done;
    }
  }

  /** Opens the channel; blocks, and runs on the connection's own thread. */
  RabbitMqConnection(Context thread, Connection connection, String exchange) throws IOException {
    this.thread = thread;
    this.connection = connection;
    this.exchange = exchange;
    try {
      this.channel = connection.createChannel();
      channel.addReturnListener(this::onReturn);
      channel.addConfirmListener(
          (tag, multiple) -> onConfirm(tag, multiple, null),
          (tag, multiple) -> onConfirm(tag, multiple, "the broker rejected the message"));
      channel.addShutdownListener(
          cause -> {
            closed = true;
            PublishException fault = RabbitMqBroker.toPublishException(cause);
            pending.values().forEach(p -> p.done.tryFail(fault));
            pending.clear();
            // After the broker has closed the channel, the connection is useless.
            thread.runOnContext(v -> connection.abort(CLOSE_MS));
          });
      channel.confirmSelect();
    } catch (IOException | RuntimeException e) {
      connection.abort(CLOSE_MS);
      throw e;
    }
  }

  @Override
  public Future<Void> publish(Tenant tenant, Delivery delivery) {
    Promise<Void> done = Promise.promise();
    // The client may block if the broker requests it or the socket is full; the caller must not
    // block.
    thread.runOnContext(v -> write(tenant, delivery, done));
    return done.future();
  }

  private void write(Tenant tenant, Delivery delivery, Promise<Void> done) {
    CompressedBody packed = CompressedBody.of(delivery.body());
    Map<String, Object> headers = new HashMap<>();
    headers.put("event-type", delivery.eventType());
    headers.put("team-id", tenant.team().toString());
    if (delivery.userId() != null) {
      headers.put("user-id", delivery.userId().toString());
    }
    headers.put("idempotency-key", delivery.messageId());
    AMQP.BasicProperties properties =
        new AMQP.BasicProperties.Builder()
            .contentType("application/json")
            .contentEncoding(packed.encoding())
            .deliveryMode(PERSISTENT)
            .messageId(delivery.messageId())
            .headers(headers)
            .build();
    long tag = channel.getNextPublishSeqNo();
    pending.put(tag, new Pending(delivery.messageId(), done));
    try {
      channel.basicPublish(exchange, delivery.eventType(), true, false, properties, packed.bytes());
    } catch (IOException | RuntimeException e) {
      pending.remove(tag);
      done.tryFail(RabbitMqBroker.toPublishException(e));
    }
  }

  private void onReturn(Return back) {
    String id = back.getProperties().getMessageId();
    String text =
        back.getReplyCode() + " " + back.getReplyText() + ": the exchange routes to no queue";
    for (Pending p : pending.values()) {
      if (p.messageId.equals(id)) {
        p.returned = text;
      }
    }
  }

  private void onConfirm(long tag, boolean multiple, String refusal) {
    lastResponseAt = System.nanoTime();
    var told = multiple ? pending.headMap(tag, true) : pending.subMap(tag, true, tag, true);
    for (Map.Entry<Long, Pending> e : told.entrySet()) {
      pending.remove(e.getKey());
      Pending p = e.getValue();
      String why = p.returned == null ? refusal : p.returned;
      if (why == null) {
        p.done.tryComplete();
      } else {
        p.done.tryFail(new PublishException(DeliveryError.PROTOCOL_ERROR, why));
      }
    }
  }

  @Override
  public boolean isOpen() {
    return !closed && channel.isOpen();
  }

  @Override
  public long lastResponseAt() {
    return lastResponseAt;
  }

  @Override
  public void close() {
    closed = true;
    // Not on the connection's thread, where a publish may block until the connection is closed.
    Thread.ofVirtual().name("rabbitmq-close").start(() -> connection.abort(CLOSE_MS));
  }
}
