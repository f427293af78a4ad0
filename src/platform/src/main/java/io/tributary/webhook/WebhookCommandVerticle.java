package io.tributary.webhook;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.WebhookConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.webhook.WebhookMessages.Count;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.EndpointView;
import io.tributary.webhook.WebhookMessages.Expunge;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.ReplaceHeaders;
import io.tributary.webhook.WebhookMessages.Resend;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.tributary.webhook.WebhookMessages.SendExample;
import io.tributary.webhook.WebhookMessages.Sent;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves webhook.command and webhook.batch on its node. Stateless virtual-thread verticle. */
public final class WebhookCommandVerticle extends VerticleBase {
  private static final int AT_ONCE = 16;

  /** Long commands have their own address, so that they never delay short ones. */
  private static final int BATCHES_AT_ONCE = 4;

  private final Bus bus;
  private final EndpointCommands commands;
  private final MessageCommands messages;

  public WebhookCommandVerticle(Bus bus, Db db, Encryption secrets, WebhookConfig settings) {
    this.bus = bus;
    EndpointRepo endpoints = new EndpointRepo(db);
    this.commands = new EndpointCommands(db, endpoints, secrets, settings);
    this.messages = new MessageCommands(db, endpoints);
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.WEBHOOK, WebhookMessages.class, AT_ONCE, this::on)
        .compose(
            served ->
                bus.serve(
                    Address.WEBHOOK_BATCH,
                    WebhookMessages.Batch.class,
                    BATCHES_AT_ONCE,
                    m -> new Count(messages.addAttempts(m))));
  }

  private BusMessage on(WebhookMessages message) {
    return switch (message) {
      case CreateEndpoint m -> new EndpointView(commands.create(m));
      case PatchEndpoint m -> new EndpointView(commands.patch(m));
      case RemoveEndpoint m -> {
        commands.remove(m);
        yield new Ack();
      }
      case RotateSecret m -> {
        commands.rotate(m);
        yield new Ack();
      }
      case ReplaceHeaders m -> {
        commands.replaceHeaders(m);
        yield new Ack();
      }
      case Resend m -> new Sent(messages.resend(m));
      case SendExample m -> new Sent(messages.example(m));
      case Expunge m -> {
        messages.expunge(m);
        yield new Ack();
      }
      case WebhookMessages.Batch m -> throw new IllegalArgumentException("not at this address");
      case EndpointView v -> throw new IllegalArgumentException("a reply, not a command");
      case Sent s -> throw new IllegalArgumentException("a reply, not a command");
      case Count c -> throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
