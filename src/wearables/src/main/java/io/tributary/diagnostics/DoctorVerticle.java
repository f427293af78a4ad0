package io.tributary.diagnostics;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Runs diagnostics with limited concurrency on virtual threads. Stateless. */
final class DoctorVerticle extends VerticleBase {
  private static final int CONCURRENCY = 4;

  private final Bus bus;
  private final Diagnostics diagnostics;

  DoctorVerticle(Bus bus, Diagnostics doctor) {
    this.bus = bus;
    this.diagnostics = doctor;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.DOCTOR,
        DoctorMessages.class,
        CONCURRENCY,
        m ->
            switch (m) {
              case DoctorMessages.Examine e -> new DoctorMessages.Report(diagnostics.check(e));
            });
  }
}
