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
  private final Platform parts;
  private final Vertx vertx;
  private final ServiceConfig config;
  private final Db db;

  DeliveryWiring(Platform parts) {
    this.parts = parts;
    this.vertx = parts.vertx;
    this.config = parts.config;
    this.db = parts.db;
  }

  void wire() {
    streams();
    webhooks();
    eventLog();
    portal();
  }

  private void streams() {
    WebhookConfig settings = config.webhook();
    parts.routes.add(
        new PipelineRoutes(
            parts.bus, db, parts.secrets, parts.guard.rules(), config.node().region()));
    parts.virtual(1, () -> new PipelineVerticle(parts.bus, db, parts.secrets, settings));
    parts.transports.putAll(
        Brokers.transports(vertx, parts.guard, config.outbound(), settings, config.stream()));
  }

  private void webhooks() {
    WebhookConfig settings = config.webhook();
    Endpoints endpoints = new Endpoints(db, parts.secrets);
    parts.routes.add(new EndpointRoutes(parts.bus, endpoints, parts.guard.rules()));
    parts.routes.add(new HeaderRoutes(parts.bus, endpoints));
    parts.routes.add(new MetricRoutes(new AttemptMetrics(db), Clock.systemUTC()));
    parts.routes.add(new MessageLogRoutes(parts.bus, new MessageLog(db), Clock.systemUTC()));
    parts.virtual(1, () -> new WebhookCommandVerticle(parts.bus, db, parts.secrets, settings));
    parts.transports.put(
        DestinationKind.WEBHOOK,
        new HttpTransport(vertx, parts.guard, config.outbound(), settings));
    TransportRegistry sender =
        new TransportRegistry(parts.transports, settings, Tracing.on(parts.vertx));
    var shared =
        new WebhookVerticle.Shared(
            db,
            parts.secrets,
            parts.outbox,
            sender,
            new ResultBatcher(vertx, db),
            new DeliveryMetrics(parts.meters, sender),
            settings);
    parts.owned.add(
        new LeaseVerticle.Kind(
            DeliveryShards.leases(settings),
            ThreadingModel.EVENT_LOOP,
            lease -> new WebhookVerticle(shared, lease)));
  }

  private void eventLog() {
    EventLog log = new EventLog(vertx, db, config, parts.meters);
    parts.virtual(1, log::keeper);
    parts.routes.add(log.routes());
  }

  /** Must run last: the portal lists the routes that the other features have registered. */
  private void portal() {
    PortalConfig settings = config.portal();
    parts.routes.add(
        new PortalRoutes(
            db,
            settings,
            () -> parts.publicUrl,
            config.webhook().oldKeyLife(),
            List.copyOf(parts.routes)));
    parts.routes.add(
        new PortalLinkRoutes(db, settings, KeyHeaders.of(config.auth()), () -> parts.publicUrl));
  }
}
