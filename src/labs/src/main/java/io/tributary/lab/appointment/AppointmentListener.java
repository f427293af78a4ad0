package io.tributary.lab.appointment;

import io.tributary.db.Tx;
import io.tributary.lab.state.AppointmentStep;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Is told of each step of appointments, in the transaction that makes it. */
public interface AppointmentListener {
  /**
   * @param visit at home, otherwise at a site
   * @param start empty while nobody has said when
   */
  void moved(Tx tx, UUID order, boolean visit, AppointmentStep step, Optional<Instant> start);
}
