package io.tributary.streaming;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.config.WebhookConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves pipeline.command on its node. Stateless virtual-thread verticle. */
public final class PipelineVerticle extends VerticleBase {
  private static final int AT_ONCE = 4;

  private final Bus bus;
  private final PipelineCommands commands;

  public PipelineVerticle(Bus bus, Db db, Encryption secrets, WebhookConfig settings) {
    this.bus = bus;
    this.commands = new PipelineCommands(db, new PipelineRepo(db, secrets), settings.shards());
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.PIPELINE, PipelineMessages.class, AT_ONCE, this::on);
  }

  private BusMessage on(PipelineMessages message) {
    return switch (message) {
      case PipelineMessages.Upsert m -> new PipelineMessages.Pipelines(commands.upsert(m));
      case PipelineMessages.Remove m -> new PipelineMessages.Pipelines(commands.remove(m));
      case PipelineMessages.Pipelines p ->
          throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
