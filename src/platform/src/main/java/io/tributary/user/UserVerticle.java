package io.tributary.user;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves {@code user.command}. */
public final class UserVerticle extends VerticleBase {
  private static final int CONCURRENCY = 64;

  private final Bus bus;
  private final UserCommands commands;

  public UserVerticle(Bus bus, UserCommands commands) {
    this.bus = bus;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.USER, UserMessages.class, CONCURRENCY, this::on);
  }

  private BusMessage on(UserMessages message) {
    return switch (message) {
      case UserMessages.CreateUser m -> commands.create(m);
      case UserMessages.PatchUser m -> commands.patch(m);
      case UserMessages.DeleteUser m -> {
        commands.delete(m);
        yield new Ack();
      }
      case UserMessages.UndoDelete m -> {
        commands.undoDelete(m);
        yield new Ack();
      }
      case UserMessages.MakeSignInToken m -> commands.signIn(m);
      case UserMessages.SaveInfo m -> {
        commands.saveInfo(m);
        yield new Ack();
      }
    };
  }
}
