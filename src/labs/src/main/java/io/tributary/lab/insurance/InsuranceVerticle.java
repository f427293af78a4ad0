package io.tributary.lab.insurance;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;

/**
 * Loads the payors file, then serves {@code insurance.command} on its node. A virtual-thread
 * verticle; CPU-intensive work runs on worker threads.
 */
final class InsuranceVerticle extends VerticleBase {
  private static final int CONCURRENCY = 8;
  private static final int MAX_DIAGNOSES = 50;

  private final Bus bus;
  private final PayorLoader loader;
  private final InsuranceCommands commands;

  InsuranceVerticle(Bus bus, PayorLoader loader, InsuranceCommands commands) {
    this.bus = bus;
    this.loader = loader;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    loader.load();
    return bus.serve(Address.INSURANCE, InsuranceMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(InsuranceMessages message) {
    return switch (message) {
      case InsuranceMessages.AddInsurance m -> new InsuranceMessages.Shown(commands.add(m));
      case InsuranceMessages.ReadInsurance m -> new InsuranceMessages.Shown(commands.readLatest(m));
      case InsuranceMessages.AddPayor m ->
          new InsuranceMessages.Payors(List.of(commands.addPayor(m)));
      case InsuranceMessages.SearchDiagnoses m ->
          new InsuranceMessages.Diagnoses(
              runBlocking(() -> Icd10.bundled().search(m.query(), MAX_DIAGNOSES)));
      case InsuranceMessages.CheckCodes m ->
          new InsuranceMessages.Checked(
              runBlocking(() -> IcdCheck.check(Icd10.bundled(), m.codes())));
      case InsuranceMessages.Shown s -> throw notACommand();
      case InsuranceMessages.Payors p -> throw notACommand();
      case InsuranceMessages.Diagnoses d -> throw notACommand();
      case InsuranceMessages.Checked c -> throw notACommand();
    };
  }

  private <T> T runBlocking(java.util.concurrent.Callable<T> work) {
    // Ordered execution runs one search at a time, so that searches cannot occupy all processors.
    return vertx.executeBlocking(work, true).await();
  }

  private static IllegalArgumentException notACommand() {
    return new IllegalArgumentException("a reply, not a command");
  }
}
