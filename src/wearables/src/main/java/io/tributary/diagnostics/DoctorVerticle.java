package io.tributary.diagnostics;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Runs diagnostics with limited concurrency on virtual threads. Stateless. */
final class DoctorVerticle extends VerticleBase {
  private static final int AT_ONCE = 4;

  private final Bus bus;
  private final Diagnostics doctor;

  DoctorVerticle(Bus bus, Diagnostics doctor) {
    this.bus = bus;
    this.doctor = doctor;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.DOCTOR,
        DoctorMessages.class,
        AT_ONCE,
        m ->
            switch (m) {
              case DoctorMessages.Examine e -> new DoctorMessages.Report(doctor.examine(e));
            });
  }
}
