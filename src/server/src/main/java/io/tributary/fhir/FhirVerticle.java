package io.tributary.fhir;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.db.Db;
import io.tributary.read.StoredSamples;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.function.Supplier;

/** Serves FHIR queries on virtual threads. Stateless. */
public final class FhirVerticle extends VerticleBase {
  private final Bus bus;
  private final FhirReadService reader;
  private final int concurrency;

  /**
   * @param more observations of another feature, returned after those of samples and summaries
   * @param publicUrl public base URL of the service, without trailing slash
   * @param concurrency maximum number of pages rendered concurrently on this node
   */
  public FhirVerticle(
      Bus bus,
      Db db,
      StoredSamples samples,
      ObservationSource more,
      Supplier<String> publicUrl,
      int atOnce) {
    this.bus = bus;
    this.reader =
        new FhirReadService(db, samples, more, () -> new FhirBaseUrl(publicUrl.get() + "/fhir"));
    this.concurrency = atOnce;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.FHIR, FhirMessages.class, concurrency, this::handle);
  }

  private BusMessage handle(FhirMessages message) {
    return new FhirMessages.FhirDocument(
        switch (message) {
          case FhirMessages.SearchObservations m -> reader.search(m.tenant(), m.search());
          case FhirMessages.ReadObservation m -> reader.observation(m.tenant(), m.id());
          case FhirMessages.ReadPatient m -> reader.patient(m.tenant(), m.user());
        });
  }
}
