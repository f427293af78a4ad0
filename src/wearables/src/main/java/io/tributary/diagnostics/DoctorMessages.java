package io.tributary.diagnostics;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;

/** Messages of {@code doctor.query}; local to the node. */
sealed interface DoctorMessages extends BusMessage.Local {
  /**
   * Request to check one provider. Replies with {@link Report}.
   *
   * @param tenant tenant whose application is checked; empty for the installation's
   * @param flow whether to run the link flow against the simulator
   */
  record Examine(String provider, Optional<Tenant> tenant, boolean flow)
      implements DoctorMessages {}

  /** Results of all checks, in the order of the link flow. */
  record Report(List<DiagnosticResult> checks) implements BusMessage.Local {
    public Report {
      checks = List.copyOf(checks);
    }
  }
}
