package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ServiceConfig;
import io.tributary.config.WebhookConfig;
import io.tributary.delivery.AttemptOutcome;
import io.tributary.delivery.Delivery;
import io.tributary.delivery.DeliveryError;
import io.tributary.delivery.EndpointSnapshot;
import io.tributary.delivery.Transport;
import io.tributary.outbound.SsrfGuard;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Delivers messages to brokers of one kind.
 *
 * <p>Each destination has one connection. It is opened by the first message and closed after an
 * idle period. A destination whose configuration has changed gets a new connection. If an attempt
 * times out and the broker has not responded to anything since the attempt began, the connection is
 * dropped.
 */
final class BrokerTransport implements Transport {
  private static final byte[] NO_BODY = new byte[0];

  private final Vertx vertx;
  private final SsrfGuard guard;
  private final BrokerClient broker;
  private final Duration timeout;
  private final Duration idle;
  private final Map<String, DestinationChannel> channels = new ConcurrentHashMap<>();
  private final long sweeper;

  BrokerTransport(
      Vertx vertx,
      SsrfGuard guard,
      BrokerClient broker,
      WebhookConfig settings,
      ServiceConfig.Streaming streams) {
    this.vertx = vertx;
    this.guard = guard;
    this.broker = broker;
    this.timeout = settings.timeout();
    this.idle = streams.idleTimeout();
    this.sweeper = vertx.setPeriodic(Math.max(10, idle.toMillis() / 2), id -> sweep());
  }

  /** Connection of one destination; the connection may not exist yet. */
  private final class DestinationChannel {
    private final JsonNode config;
    private Future<BrokerConnection> brokerConnection;
    private long openedAt;
    private long usedAt = System.nanoTime();
    private int inFlight;

    DestinationChannel(JsonNode connection) {
      this.config = connection;
    }

    /** Returns the connection that is open or opening, otherwise a new one. */
    synchronized Future<BrokerConnection> acquire(EndpointSnapshot target) {
      inFlight++;
      usedAt = System.nanoTime();
      if (brokerConnection == null
          || brokerConnection.failed()
          || brokerConnection.succeeded() && !brokerConnection.result().isOpen()) {
        openedAt = System.nanoTime();
        brokerConnection = connect(target);
      }
      return brokerConnection;
    }

    private Future<BrokerConnection> connect(EndpointSnapshot target) {
      BrokerUri uri;
      try {
        uri = BrokerConfigJson.uri(broker.kind(), config);
      } catch (BrokerUri.InvalidBrokerUriException e) {
        return Future.failedFuture(
            new PublishException(DeliveryError.BLOCKED_ADDRESS, e.getMessage()));
      }
      return guard
          .resolve(uri.destination(), target.tenant().sandbox())
          .recover(t -> Future.failedFuture(new PublishException(DeliveryError.ofLookup(t), "")))
          .compose(address -> broker.open(config, uri, address));
    }

    synchronized void release() {
      inFlight--;
      usedAt = System.nanoTime();
    }

    /** Drops the connection if the broker has not responded since the given time. */
    void closeIfSilent(long since) {
      Future<BrokerConnection> gone;
      synchronized (this) {
        boolean quiet =
            brokerConnection != null
                && openedAt <= since
                && (!brokerConnection.succeeded()
                    || brokerConnection.result().lastResponseAt() <= since);
        if (!quiet) {
          return;
        }
        gone = brokerConnection;
        brokerConnection = null;
      }
      gone.onSuccess(BrokerConnection::close);
    }

    synchronized boolean isUnusedSince(long then) {
      return inFlight == 0 && usedAt - then <= 0;
    }

    synchronized void close() {
      if (brokerConnection != null) {
        brokerConnection.onSuccess(BrokerConnection::close);
        brokerConnection = null;
      }
    }
  }

  @Override
  public Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery) {
    Promise<AttemptOutcome> done = ((VertxInternal) vertx).getOrCreateContext().promise();
    Instant startedAt = Instant.now();
    long began = System.nanoTime();
    DestinationChannel channel = channel(target);
    long timer =
        vertx.setTimer(
            timeout.toMillis(),
            id -> {
              if (done.tryComplete(
                  outcome(startedAt, began, Optional.of(DeliveryError.TIMEOUT), ""))) {
                channel.closeIfSilent(began);
              }
            });
    channel
        .acquire(target)
        .compose(link -> link.publish(target.tenant(), delivery))
        .onComplete(
            r -> {
              channel.release();
              vertx.cancelTimer(timer);
              done.tryComplete(
                  r.succeeded()
                      ? outcome(startedAt, began, Optional.empty(), "")
                      : failed(startedAt, began, r.cause()));
            });
    return done.future();
  }

  private DestinationChannel channel(EndpointSnapshot target) {
    List<DestinationChannel> replaced = new ArrayList<>(1);
    DestinationChannel now =
        channels.compute(
            target.id(),
            (id, known) -> {
              if (known != null && known.config.equals(target.connection())) {
                return known;
              }
              if (known != null) {
                replaced.add(known);
              }
              return new DestinationChannel(target.connection());
            });
    replaced.forEach(DestinationChannel::close);
    return now;
  }

  private static AttemptOutcome failed(Instant startedAt, long began, Throwable t) {
    return t instanceof PublishException fault
        ? outcome(startedAt, began, Optional.of(fault.error()), fault.getMessage())
        : outcome(startedAt, began, Optional.of(DeliveryError.of(t)), "");
  }

  private static AttemptOutcome outcome(
      Instant startedAt, long began, Optional<DeliveryError> error, String message) {
    return new AttemptOutcome(
        startedAt,
        Duration.ofNanos(System.nanoTime() - began),
        0,
        error,
        Optional.empty(),
        message.isEmpty() ? NO_BODY : message.getBytes(StandardCharsets.UTF_8));
  }

  private void sweep() {
    long then = System.nanoTime() - idle.toNanos();
    channels.forEach(
        (id, channel) -> {
          // Only unused channels are removed, so nothing uses a channel while it is closed.
          channels.computeIfPresent(id, (i, c) -> c.isUnusedSince(then) ? closed(c) : c);
        });
  }

  private static DestinationChannel closed(DestinationChannel channel) {
    channel.close();
    return null;
  }

  @Override
  public Future<Void> close() {
    vertx.cancelTimer(sweeper);
    channels.keySet().forEach(id -> channels.computeIfPresent(id, (i, c) -> closed(c)));
    return Future.succeededFuture();
  }
}
