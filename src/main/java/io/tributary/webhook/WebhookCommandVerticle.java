package io.tributary.webhook;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.bus.Done;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.kernel.Secrets;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.EndpointView;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves webhook.command on its node. A virtual-thread verticle without state. */
public final class WebhookCommandVerticle extends VerticleBase {
  private static final int AT_ONCE = 16;

  private final Bus bus;
  private final EndpointCommands commands;

  public WebhookCommandVerticle(Bus bus, Db db, Secrets secrets, ServiceConfig.Webhook settings) {
    this.bus = bus;
    this.commands = new EndpointCommands(db, new EndpointRepo(db), secrets, settings);
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.WEBHOOK, WebhookMessages.class, AT_ONCE, this::on);
  }

  private BusMessage on(WebhookMessages message) {
    return switch (message) {
      case CreateEndpoint m -> new EndpointView(commands.create(m));
      case PatchEndpoint m -> new EndpointView(commands.patch(m));
      case RemoveEndpoint m -> {
        commands.remove(m);
        yield new Done();
      }
      case RotateSecret m -> {
        commands.rotate(m);
        yield new Done();
      }
      case EndpointView v -> throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
