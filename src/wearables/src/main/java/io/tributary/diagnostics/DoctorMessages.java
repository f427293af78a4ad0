package io.tributary.diagnostics;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;

/** What the doctor is asked; address {@code doctor.query}, local. */
sealed interface DoctorMessages extends BusMessage.Local {
  /**
   * Looks at one provider. Reply: {@link Report}.
   *
   * @param tenant whose application; empty = the installation's
   * @param flow whether the way against the simulator is tried too
   */
  record Examine(String provider, Optional<Tenant> tenant, boolean flow)
      implements DoctorMessages {}

  /** Everything that was looked at, in the order of a link. */
  record Report(List<DiagnosticResult> checks) implements BusMessage.Local {
    public Report {
      checks = List.copyOf(checks);
    }
  }
}
