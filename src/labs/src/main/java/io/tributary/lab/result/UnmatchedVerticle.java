package io.tributary.lab.result;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves {@code lab_result.command} on its node. A stateless virtual-thread verticle. */
final class UnmatchedVerticle extends VerticleBase {
  private static final int CONCURRENCY = 8;

  private final Bus bus;
  private final UnmatchedCommands commands;

  UnmatchedVerticle(Bus bus, UnmatchedCommands commands) {
    this.bus = bus;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.LAB_RESULT, UnmatchedMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(UnmatchedMessages message) {
    return switch (message) {
      case UnmatchedMessages.Accept m -> new UnmatchedMessages.Accepted(commands.accept(m));
      case UnmatchedMessages.Resolve m -> new UnmatchedMessages.Resolved(commands.resolve(m));
      case UnmatchedMessages.Accepted m -> throw notACommand();
      case UnmatchedMessages.Resolved m -> throw notACommand();
    };
  }

  private static IllegalArgumentException notACommand() {
    return new IllegalArgumentException("a reply, not a command");
  }
}
