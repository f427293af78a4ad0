package io.tributary.lab.fhir;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Answers FHIR reads of orders. Stateless; runs on virtual threads. */
final class LabFhirVerticle extends VerticleBase {
  private final Bus bus;
  private final LabReader reader;
  private final int concurrency;

  /**
   * @param concurrency number of pages that this node builds concurrently
   */
  LabFhirVerticle(Bus bus, LabReader reader, int atOnce) {
    this.bus = bus;
    this.reader = reader;
    this.concurrency = atOnce;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.LAB_FHIR, FacadeMessages.class, concurrency, this::handle);
  }

  private BusMessage handle(FacadeMessages message) {
    return new FacadeMessages.Document(
        switch (message) {
          case FacadeMessages.Search m -> reader.search(m.tenant(), m.search());
          case FacadeMessages.Read m -> reader.readOne(m.tenant(), m.type(), m.id());
        });
  }
}
