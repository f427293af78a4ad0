package io.tributary.streaming;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.tributary.config.ServiceConfig;
import io.tributary.config.WebhookConfig;
import io.tributary.delivery.DestinationKind;
import io.tributary.delivery.Transport;
import io.tributary.outbound.OutboundTrust;
import io.tributary.outbound.SsrfGuard;
import io.vertx.core.Vertx;
import io.vertx.core.net.TrustOptions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Creates the transports of all kinds of brokers. */
public final class Brokers {
  private Brokers() {}

  public static Map<DestinationKind, Transport> transports(
      Vertx vertx,
      SsrfGuard guard,
      ServiceConfig.Outbound outbound,
      WebhookConfig settings,
      ServiceConfig.Streaming streams) {
    TrustOptions trust = OutboundTrust.load(outbound.caFile());
    Map<DestinationKind, Transport> out = new EnumMap<>(DestinationKind.class);
    for (BrokerClient broker :
        List.of(
            new RabbitMqBroker(vertx, tls(vertx, trust), settings.timeout()),
            new NatsBroker(vertx, trust, settings.timeout()))) {
      out.put(broker.kind(), new BrokerTransport(vertx, guard, broker, settings, streams));
    }
    return out;
  }

  /** Creates a TLS context that verifies the certificate chain and the host name. */
  private static SslContext tls(Vertx vertx, TrustOptions trust) {
    try {
      return SslContextBuilder.forClient()
          .sslProvider(SslProvider.JDK)
          .endpointIdentificationAlgorithm("HTTPS")
          .trustManager(trust.getTrustManagerFactory(vertx))
          .build();
    } catch (Exception e) {
      // The library declares Exception, so failures can't be distinguished.
      throw new IllegalStateException("no TLS", e);
    }
  }
}
