package io.tributary.lab.appointment;

import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;

/**
 * Time-driven steps of appointments: late confirmations, expiry, start and end. Each step runs in
 * its own transaction and re-checks its condition under the lock on the order's row, so nodes may
 * run the tasks concurrently.
 */
final class AppointmentTasks {
  private static final System.Logger LOG = System.getLogger(AppointmentTasks.class.getName());
  private static final Duration REQUISITION_DEADLINE = Duration.ofHours(2);
  private static final Duration REQUISITION_TIMEOUT = Duration.ofHours(8);
  private static final LocalTime VISIT_START = LocalTime.of(9, 0);
  private static final int BATCH_SIZE = 100;

  private static final String WITHOUT_REQUISITION_CONDITION =
      """
       a.status in ('pending', 'reserved') and o.status = 'ordered'
         and (a.starts_at < $1::timestamptz + make_interval(secs => $2)
              or o.activate_at is null and o.created_at < $1::timestamptz - make_interval(secs => $3))
      """;
  private static final String DUE_CONFIRMATIONS =
      """
      select id, order_id from appointment
       where confirm_at <= $1 and status in ('pending', 'reserved') and environment = 'sandbox'
         and (confirmation_expires_at is null or confirm_at <= confirmation_expires_at)
       order by confirm_at, id limit $2
      """;
  private static final String EXPIRED_CONFIRMATIONS =
      """
      select id, order_id from appointment
       where confirmation_expires_at <= $1 and (confirm_at is null or confirm_at > confirmation_expires_at)
         and status in ('pending', 'reserved')
       order by confirmation_expires_at, id limit $2
      """;
  private static final String WITHOUT_REQUISITION =
      "select a.id, a.order_id from appointment a join lab_order o on o.id = a.order_id where"
          + WITHOUT_REQUISITION_CONDITION
          + " order by a.id limit $4";
  private static final String STILL_WITHOUT_REQUISITION =
      "select 1 from appointment a join lab_order o on o.id = a.order_id where a.id = $4 and"
          + WITHOUT_REQUISITION_CONDITION;
  private static final String UNDER_WAY =
      """
      select id, order_id from appointment
       where environment = 'sandbox' and starts_at <= $1
         and (status in ('scheduled', 'in_progress') and ends_at <= $1
              or status = 'scheduled' and type = 'phlebotomy')
       order by starts_at, id limit $2
      """;

  private static final String DELETE_OLD_SLOTS =
      "delete from appointment_slot where starts_at < $1";
  private static final String DELETE_OLD_AVAILABILITY =
      "delete from site_availability where read_at < $1";
  private static final Duration CLEANUP_INTERVAL = Duration.ofHours(1);
  private static final Duration RETENTION = Duration.ofDays(1);

  private final Db db;
  private final OrderLifecycle orders;
  private final AppointmentLifecycle lifecycle;
  private Instant lastCleanup = Instant.EPOCH;

  AppointmentTasks(Db db, OrderLifecycle orders, AppointmentLifecycle diary) {
    this.db = db;
    this.orders = orders;
    this.lifecycle = diary;
  }

  private record Due(UUID id, UUID order) {}

  private interface Task {
    void run(Tx tx, OrderRow order, Appointment a);
  }

  /** Runs all tasks that are due. Call on a virtual or plain thread; runs must not overlap. */
  void run() {
    Instant now = lifecycle.now();
    if (lastCleanup.plus(CLEANUP_INTERVAL).isBefore(now)) {
      db.query(DELETE_OLD_SLOTS, AppointmentRepo.toOffsetDateTime(now.minus(RETENTION)));
      db.query(DELETE_OLD_AVAILABILITY, AppointmentRepo.toOffsetDateTime(now.minus(RETENTION)));
      lastCleanup = now;
    }
    runEach(
        due(
            WITHOUT_REQUISITION,
            AppointmentRepo.toOffsetDateTime(now),
            (double) REQUISITION_DEADLINE.toSeconds(),
            requisitionTimeoutSeconds(),
            BATCH_SIZE),
        (tx, order, a) -> cancelWithoutRequisition(tx, a, now));
    runEach(
        due(DUE_CONFIRMATIONS, AppointmentRepo.toOffsetDateTime(now), BATCH_SIZE),
        (tx, order, a) -> confirmDue(tx, order, a));
    runEach(
        due(EXPIRED_CONFIRMATIONS, AppointmentRepo.toOffsetDateTime(now), BATCH_SIZE),
        (tx, order, a) -> cancelUnconfirmed(tx, order, a));
    runEach(
        due(UNDER_WAY, AppointmentRepo.toOffsetDateTime(now), BATCH_SIZE),
        (tx, order, a) -> advanceStarted(tx, order, a, now));
  }

  private static double requisitionTimeoutSeconds() {
    return REQUISITION_TIMEOUT.toSeconds();
  }

  private List<Due> due(String sql, Object... args) {
    return RowMapping.list(
        db.query(sql, args), r -> new Due(r.getUUID("id"), r.getUUID("order_id")));
  }

  private void runEach(List<Due> all, Task work) {
    for (Due d : all) {
      try {
        db.tx(
            tx -> {
              orders
                  .lock(tx, d.order())
                  .ifPresent(
                      order -> {
                        Appointment a = AppointmentRepo.byId(tx, d.id());
                        if (a.isActive()) {
                          work.run(tx, order, a);
                        }
                      });
              return null;
            });
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "appointment=" + d.id() + " not processed, will be retried", e);
      }
    }
  }

  /**
   * Cancels an appointment that starts soon while the order still has no requisition: the sample
   * could not be taken. The order does not change.
   */
  private void cancelWithoutRequisition(Tx tx, Appointment a, Instant now) {
    boolean still =
        tx.first(
                STILL_WITHOUT_REQUISITION,
                AppointmentRepo.toOffsetDateTime(now),
                (double) REQUISITION_DEADLINE.toSeconds(),
                requisitionTimeoutSeconds(),
                a.id())
            .isPresent();
    if (still) {
      lifecycle.cancel(tx, a, null, null, true);
    }
  }

  /**
   * Confirms an appointment whose provider confirms asynchronously; in the sandbox the provider
   * always does. A request without a time gets the next morning.
   */
  private void confirmDue(Tx tx, OrderRow order, Appointment a) {
    if (a.step() != AppointmentStep.PENDING && a.step() != AppointmentStep.RESERVED) {
      return;
    }
    if (a.slot().isEmpty()) {
      ZoneId zone = ZoneId.of(a.zone().orElseThrow());
      ZonedDateTime start =
          lifecycle.now().atZone(zone).toLocalDate().plusDays(1).atTime(VISIT_START).atZone(zone);
      Slot slot = new Slot(start.toInstant(), start.plusHours(2).toInstant());
      AppointmentRepo.setTime(
          tx, a.id(), slot, null, java.util.Optional.empty(), "SBX-" + Ids.randomHex(4));
    }
    lifecycle.confirm(tx, order, a);
  }

  /** Cancels an appointment that was not confirmed before the caller's timeout. */
  private void cancelUnconfirmed(Tx tx, OrderRow order, Appointment a) {
    if (a.step() == AppointmentStep.PENDING || a.step() == AppointmentStep.RESERVED) {
      lifecycle.cancel(tx, a, null, null, true);
      if (AppointmentLifecycle.hasRequisition(order)) {
        lifecycle.moveOrder(tx, order, LowStatus.APPOINTMENT_CANCELLED);
      }
    }
  }

  private void advanceStarted(Tx tx, OrderRow order, Appointment a, Instant now) {
    if (a.slot().filter(s -> !s.end().isAfter(now)).isPresent()) {
      if (AppointmentStep.transitions().allows(a.step(), AppointmentStep.COMPLETED)) {
        lifecycle.moveTo(tx, a, AppointmentStep.COMPLETED, null);
        if (order.modality() == Modality.PHLEBOTOMY) {
          lifecycle.moveOrder(tx, order, LowStatus.DRAW_COMPLETED);
        }
      }
    } else if (a.step() == AppointmentStep.SCHEDULED) {
      lifecycle.moveTo(tx, a, AppointmentStep.IN_PROGRESS, null);
    }
  }
}
