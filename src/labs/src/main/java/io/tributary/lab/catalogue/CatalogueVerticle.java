package io.tributary.lab.catalogue;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Loads the catalogue files, then serves {@code lab_test.command} on its node. A stateless
 * virtual-thread verticle.
 */
final class CatalogueVerticle extends VerticleBase {
  private static final int CONCURRENCY = 8;

  private final Bus bus;
  private final CatalogueLoader loader;
  private final LabTestCommands commands;

  CatalogueVerticle(Bus bus, CatalogueLoader loader, LabTestCommands commands) {
    this.bus = bus;
    this.loader = loader;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    loader.load();
    return bus.serve(Address.LAB_TEST, LabMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(LabMessages message) {
    return switch (message) {
      case LabMessages.CreateLabTest m -> new LabMessages.Saved(commands.create(m));
      case LabMessages.PatchLabTest m -> new LabMessages.Saved(commands.patch(m));
      case LabMessages.ApproveLabTest m -> new LabMessages.Saved(commands.approve(m));
      case LabMessages.Saved s -> throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
