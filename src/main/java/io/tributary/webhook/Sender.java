package io.tributary.webhook;

import io.tributary.config.ServiceConfig;
import io.tributary.outbound.AddressGuard;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all shards of a node send with: one client and its connections, and the node's limit on
 * attempts in flight.
 */
public final class Sender {
  private final Vertx vertx;
  private final HttpClient client;
  private final AddressGuard guard;
  private final ServiceConfig.Webhook settings;
  private final AtomicInteger inFlight = new AtomicInteger();

  public Sender(Vertx vertx, AddressGuard guard, ServiceConfig.Webhook settings) {
    this.vertx = vertx;
    this.guard = guard;
    this.settings = settings;
    // Lanes limit what one endpoint may have in flight; a pool limit below the node's would let
    // endpoints behind one address wait for each other.
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_1_1)
                    .setKeepAlive(true)
                    .setKeepAliveTimeout((int) Math.max(1, settings.keepAlive().toSeconds()))
                    .setPipelining(false)
                    .setConnectTimeout((int) settings.timeout().toMillis()))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(settings.perNode())
                    .setMaxWaitQueueSize(settings.perNode()))
            .build();
  }

  int inFlight() {
    return inFlight.get();
  }

  /** Takes one of the node's slots; false when all are in use. */
  boolean take() {
    if (inFlight.incrementAndGet() <= settings.perNode()) {
      return true;
    }
    inFlight.decrementAndGet();
    return false;
  }

  void release() {
    inFlight.decrementAndGet();
  }

  /** One attempt; the future never fails and completes on the caller's context. */
  Future<Outcome> send(Target target, Delivery delivery) {
    return new Attempt(vertx, client, guard, settings, target, delivery).run();
  }
}
