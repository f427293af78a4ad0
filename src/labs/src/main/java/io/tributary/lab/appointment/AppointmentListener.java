package io.tributary.lab.appointment;

import io.tributary.db.Tx;
import io.tributary.lab.state.AppointmentStep;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Callback for each step of an appointment, in the transaction that makes the step. */
public interface AppointmentListener {
  /**
   * @param visit true for a home visit, false for an appointment at a site
   * @param start empty while no time is set
   */
  void onMoved(Tx tx, UUID order, boolean visit, AppointmentStep step, Optional<Instant> start);
}
