package io.tributary.delivery;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.tributary.config.ServiceConfig;
import io.tributary.config.WebhookConfig;
import io.tributary.outbound.OutboundTrust;
import io.tributary.outbound.SsrfGuard;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.TrustOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Sends messages to webhooks over HTTP.
 *
 * <p>Each event loop has its own clients, so that an exchange never changes threads and a
 * connection serves the shards of one loop.
 */
public final class HttpTransport implements Transport {
  private static final int HEAD_BYTES = 32 * 1024;
  private static final int LINE_BYTES = 4 * 1024;
  private static final int MAX_STREAMS = 100;
  private static final int POOL_CLEANER_MS = 500;

  /**
   * HTTP clients without and with TLS. HTTP/2 is negotiated only in TLS (ALPN) and never attempted
   * in cleartext.
   */
  record Clients(HttpClient plain, HttpClient tls) {
    HttpClient of(boolean tls) {
      return tls ? this.tls : plain;
    }
  }

  private final Vertx vertx;
  private final SsrfGuard guard;
  private final WebhookConfig settings;
  private final Duration connectionLifetime;
  private final Map<EventExecutor, Clients> clients = new HashMap<>();

  /**
   * @throws IllegalArgumentException if the operator's CA certificates cannot be read
   */
  public HttpTransport(
      Vertx vertx, SsrfGuard guard, ServiceConfig.Outbound outbound, WebhookConfig settings) {
    this.vertx = vertx;
    this.guard = guard;
    this.settings = settings;
    this.connectionLifetime = outbound.connectionMaxAge();
    TrustOptions trust = OutboundTrust.load(outbound.caFile());
    // All clients are created here, outside of any verticle: a client created by a verticle would
    // be closed with it.
    for (EventExecutor loop : ((VertxInternal) vertx).nettyEventLoopGroup()) {
      clients.put(loop, new Clients(client(plain()), client(tls(trust))));
    }
  }

  private HttpClient client(HttpClientOptions options) {
    // Endpoint queues limit concurrency per endpoint. A pool limit below the node's would make
    // endpoints behind one address wait for each other.
    return vertx
        .httpClientBuilder()
        .with(options)
        .with(
            new PoolOptions()
                .setHttp1MaxSize(settings.maxInFlight())
                .setHttp2MaxSize(settings.maxInFlight())
                .setMaxWaitQueueSize(settings.maxInFlight())
                .setCleanerPeriod(POOL_CLEANER_MS)
                .setMaxLifetime((int) connectionLifetime.toMillis())
                .setMaxLifetimeUnit(TimeUnit.MILLISECONDS))
        .withConnectHandler(
            c -> ConnectionCleanup.prepare(vertx, c, connectionLifetime, settings.timeout()))
        .build();
  }

  private HttpClientOptions plain() {
    int idle = (int) Math.max(1, settings.keepAliveTimeout().toSeconds());
    return new HttpClientOptions()
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setKeepAlive(true)
        // Each delivery has its own span, which does not reveal the destination.
        .setTracingPolicy(TracingPolicy.IGNORE)
        .setKeepAliveTimeout(idle)
        .setHttp2KeepAliveTimeout(idle)
        .setPipelining(false)
        .setMaxHeaderSize(HEAD_BYTES)
        .setMaxInitialLineLength(LINE_BYTES)
        .setConnectTimeout((int) settings.timeout().toMillis());
  }

  private HttpClientOptions tls(TrustOptions trust) {
    return plain()
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setUseAlpn(true)
        .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
        .setHttp2ClearTextUpgrade(false)
        .setHttp2MultiplexingLimit(MAX_STREAMS)
        .setInitialSettings(
            new Http2Settings().setPushEnabled(false).setMaxHeaderListSize(HEAD_BYTES))
        .setSsl(true)
        .setVerifyHost(true)
        // The JDK sends SNI by itself, and omits it for IP addresses.
        .setForceSni(false)
        .setEnabledSecureTransportProtocols(Set.of("TLSv1.2", "TLSv1.3"))
        .setSslHandshakeTimeout(settings.timeout().toMillis())
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setTrustOptions(trust);
  }

  @Override
  public Future<AttemptOutcome> send(EndpointSnapshot target, Delivery delivery) {
    EventLoop loop = ((ContextInternal) vertx.getOrCreateContext()).nettyEventLoop();
    return new Attempt(vertx, clients.get(loop), guard, settings, target, delivery).run();
  }

  @Override
  public Future<Void> close() {
    List<Future<Void>> all = new ArrayList<>();
    clients.values().forEach(c -> all.add(c.plain().close()));
    clients.values().forEach(c -> all.add(c.tls().close()));
    return Future.join(all).mapEmpty();
  }
}
