package io.tributary;

import io.tributary.config.PortalConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.config.WebhookConfig;
import io.tributary.db.Db;
import io.tributary.delivery.DeliveryMetrics;
import io.tributary.delivery.DeliveryShards;
import io.tributary.delivery.DestinationKind;
import io.tributary.delivery.HttpTransport;
import io.tributary.delivery.ResultBatcher;
import io.tributary.delivery.TransportRegistry;
import io.tributary.delivery.WebhookVerticle;
import io.tributary.eventlog.EventLog;
import io.tributary.lease.LeaseVerticle;
import io.tributary.portal.PortalLinkRoutes;
import io.tributary.portal.PortalRoutes;
import io.tributary.streaming.Brokers;
import io.tributary.streaming.PipelineRoutes;
import io.tributary.streaming.PipelineVerticle;
import io.tributary.team.KeyHeaders;
import io.tributary.telemetry.Tracing;
import io.tributary.webhook.AttemptMetrics;
import io.tributary.webhook.EndpointRoutes;
import io.tributary.webhook.Endpoints;
import io.tributary.webhook.HeaderRoutes;
import io.tributary.webhook.MessageLog;
import io.tributary.webhook.MessageLogRoutes;
import io.tributary.webhook.MetricRoutes;
import io.tributary.webhook.WebhookCommandVerticle;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.List;

/**
 * Wires event delivery to customers: webhooks, message brokers, the event log and the self-service
 * portal.
 */
final class DeliveryWiring {
  private final Platform platform;
  private final Vertx vertx;
  private final ServiceConfig config;
  private final Db db;

  DeliveryWiring(Platform platform) {
    this.platform = platform;
    this.vertx = platform.vertx;
    this.config = platform.config;
    this.db = platform.db;
  }

  void wire() {
    wireStreaming();
    wireWebhooks();
    wireEventLog();
    wirePortal();
  }

  private void wireStreaming() {
    WebhookConfig settings = config.webhook();
    platform.routes.add(
        new PipelineRoutes(
            platform.bus,
            db,
            platform.encryption,
            platform.ssrfGuard.policy(),
            config.node().region()));
    platform.addVerticle(
        1, () -> new PipelineVerticle(platform.bus, db, platform.encryption, settings));
    platform.transports.putAll(
        Brokers.transports(
            vertx, platform.ssrfGuard, config.outbound(), settings, config.streaming()));
  }

  private void wireWebhooks() {
    WebhookConfig settings = config.webhook();
    Endpoints endpoints = new Endpoints(db, platform.encryption);
    platform.routes.add(new EndpointRoutes(platform.bus, endpoints, platform.ssrfGuard.policy()));
    platform.routes.add(new HeaderRoutes(platform.bus, endpoints));
    platform.routes.add(new MetricRoutes(new AttemptMetrics(db), Clock.systemUTC()));
    platform.routes.add(new MessageLogRoutes(platform.bus, new MessageLog(db), Clock.systemUTC()));
    platform.addVerticle(
        1, () -> new WebhookCommandVerticle(platform.bus, db, platform.encryption, settings));
    platform.transports.put(
        DestinationKind.WEBHOOK,
        new HttpTransport(vertx, platform.ssrfGuard, config.outbound(), settings));
    TransportRegistry sender =
        new TransportRegistry(platform.transports, settings, Tracing.on(platform.vertx));
    var shared =
        new WebhookVerticle.Shared(
            db,
            platform.encryption,
            platform.outbox,
            sender,
            new ResultBatcher(vertx, db),
            new DeliveryMetrics(platform.metrics, sender),
            settings);
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            DeliveryShards.leases(settings),
            ThreadingModel.EVENT_LOOP,
            lease -> new WebhookVerticle(shared, lease)));
  }

  private void wireEventLog() {
    EventLog log = new EventLog(vertx, db, config, platform.metrics);
    platform.addVerticle(1, log::repairVerticle);
    platform.routes.add(log.routes());
  }

  /** Must run last: the portal lists the routes that the other features have registered. */
  private void wirePortal() {
    PortalConfig settings = config.portal();
    platform.routes.add(
        new PortalRoutes(
            db,
            settings,
            () -> platform.publicUrl,
            config.webhook().secretOverlap(),
            List.copyOf(platform.routes)));
    platform.routes.add(
        new PortalLinkRoutes(db, settings, KeyHeaders.of(config.auth()), () -> platform.publicUrl));
  }
}
