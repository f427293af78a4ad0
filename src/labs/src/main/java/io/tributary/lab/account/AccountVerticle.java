package io.tributary.lab.account;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Loads the installation's own accounts, then serves {@code lab_account.command} on its node. A
 * stateless virtual-thread verticle.
 */
final class AccountVerticle extends VerticleBase {
  private static final int CONCURRENCY = 4;

  private final Bus bus;
  private final AccountLoader loader;
  private final AccountCommands commands;

  AccountVerticle(Bus bus, AccountLoader loader, AccountCommands commands) {
    this.bus = bus;
    this.loader = loader;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    loader.load();
    return bus.serve(Address.LAB_ACCOUNT, AccountMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(AccountMessages message) {
    return switch (message) {
      case AccountMessages.CreateAccount m -> new AccountMessages.Account(commands.create(m));
      case AccountMessages.PatchAccount m -> new AccountMessages.Account(commands.patch(m));
      case AccountMessages.Account a ->
          throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
