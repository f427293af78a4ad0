package io.tributary.delivery;

import io.tributary.config.ServiceConfig;
import io.tributary.outbound.AddressGuard;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;

/** Messages to webhooks: one client and its connections for all shards of a node. */
public final class HttpTransport implements Transport {
  private final Vertx vertx;
  private final HttpClient client;
  private final AddressGuard guard;
  private final ServiceConfig.Webhook settings;

  public HttpTransport(Vertx vertx, AddressGuard guard, ServiceConfig.Webhook settings) {
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

  @Override
  public Future<Outcome> send(Target target, Delivery delivery) {
    return new Attempt(vertx, client, guard, settings, target, delivery).run();
  }

  @Override
  public Future<Void> close() {
    return client.close();
  }
}
