package io.tributary.lab.appointment;

import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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
  private static final Duration BEFORE = Duration.ofHours(2);
  private static final Duration WAITED = Duration.ofHours(8);
  private static final LocalTime VISIT = LocalTime.of(9, 0);
  private static final int AT_ONCE = 100;

  private static final String TOO_LATE =
      """
       a.status in ('pending', 'reserved') and o.status = 'ordered'
         and (a.starts_at < $1::timestamptz + make_interval(secs => $2)
              or o.activate_at is null and o.created_at < $1::timestamptz - make_interval(secs => $3))
      """;
  private static final String UNCONFIRMED =
      """
      select id, order_id from appointment
       where confirm_at <= $1 and status in ('pending', 'reserved') and environment = 'sandbox'
         and (give_up_at is null or confirm_at <= give_up_at)
       order by confirm_at, id limit $2
      """;
  private static final String GIVEN_UP =
      """
      select id, order_id from appointment
       where give_up_at <= $1 and (confirm_at is null or confirm_at > give_up_at)
         and status in ('pending', 'reserved')
       order by give_up_at, id limit $2
      """;
  private static final String UNTIMELY =
      "select a.id, a.order_id from appointment a join lab_order o on o.id = a.order_id where"
          + TOO_LATE
          + " order by a.id limit $4";
  private static final String STILL_UNTIMELY =
      "select 1 from appointment a join lab_order o on o.id = a.order_id where a.id = $4 and"
          + TOO_LATE;
  private static final String UNDER_WAY =
      """
      select id, order_id from appointment
       where environment = 'sandbox' and starts_at <= $1
         and (status in ('scheduled', 'in_progress') and ends_at <= $1
              or status = 'scheduled' and type = 'phlebotomy')
       order by starts_at, id limit $2
      """;

  private static final String SWEEP = "delete from appointment_slot where starts_at < $1";
  private static final String FORGET = "delete from site_availability where read_at < $1";
  private static final Duration SWEPT_EVERY = Duration.ofHours(1);
  private static final Duration KEPT = Duration.ofDays(1);

  private final Db db;
  private final OrderLifecycle orders;
  private final AppointmentLifecycle diary;
  private Instant swept = Instant.EPOCH;

  AppointmentTasks(Db db, OrderLifecycle orders, AppointmentLifecycle diary) {
    this.db = db;
    this.orders = orders;
    this.diary = diary;
  }

  private record Due(UUID id, UUID order) {}

  private interface Work {
    void run(Tx tx, OrderRow order, Appointment a);
  }

  /** Runs all tasks that are due. Call on a virtual or plain thread; runs must not overlap. */
  void run() {
    Instant now = diary.now();
    if (swept.plus(SWEPT_EVERY).isBefore(now)) {
      db.query(SWEEP, AppointmentRepo.at(now.minus(KEPT)));
      db.query(FORGET, AppointmentRepo.at(now.minus(KEPT)));
      swept = now;
    }
    each(
        due(UNTIMELY, AppointmentRepo.at(now), (double) BEFORE.toSeconds(), seconds(), AT_ONCE),
        (tx, order, a) -> untimely(tx, a, now));
    each(
        due(UNCONFIRMED, AppointmentRepo.at(now), AT_ONCE),
        (tx, order, a) -> confirmed(tx, order, a));
    each(due(GIVEN_UP, AppointmentRepo.at(now), AT_ONCE), (tx, order, a) -> givenUp(tx, order, a));
    each(
        due(UNDER_WAY, AppointmentRepo.at(now), AT_ONCE),
        (tx, order, a) -> underWay(tx, order, a, now));
  }

  private static double seconds() {
    return WAITED.toSeconds();
  }

  private List<Due> due(String sql, Object... args) {
    return Rows.list(db.query(sql, args), r -> new Due(r.getUUID("id"), r.getUUID("order_id")));
  }

  private void each(List<Due> all, Work work) {
    for (Due d : all) {
      try {
        db.tx(
            tx -> {
              orders
                  .lock(tx, d.order())
                  .ifPresent(
                      order -> {
                        Appointment a = AppointmentRepo.one(tx, d.id());
                        if (a.active()) {
                          work.run(tx, order, a);
                        }
                      });
              return null;
            });
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "appointment=" + d.id() + " not moved on, tried again", e);
      }
    }
  }

  /**
   * Cancels an appointment that starts soon while the order still has no requisition: the sample
   * could not be taken. The order does not change.
   */
  private void untimely(Tx tx, Appointment a, Instant now) {
    boolean still =
        tx.first(
                STILL_UNTIMELY,
                AppointmentRepo.at(now),
                (double) BEFORE.toSeconds(),
                seconds(),
                a.id())
            .isPresent();
    if (still) {
      diary.cancel(tx, a, null, null, true);
    }
  }

  /**
   * Confirms an appointment whose provider confirms asynchronously; in the sandbox the provider
   * always does. A request without a time gets the next morning.
   */
  private void confirmed(Tx tx, OrderRow order, Appointment a) {
    if (a.step() != AppointmentStep.PENDING && a.step() != AppointmentStep.RESERVED) {
      return;
    }
    if (a.slot().isEmpty()) {
      ZoneId zone = ZoneId.of(a.zone().orElseThrow());
      ZonedDateTime start =
          diary.now().atZone(zone).toLocalDate().plusDays(1).atTime(VISIT).atZone(zone);
      Slot slot = new Slot(start.toInstant(), start.plusHours(2).toInstant());
      AppointmentRepo.time(tx, a.id(), slot, null, java.util.Optional.empty(), "SBX-" + Ids.hex(4));
    }
    diary.confirm(tx, order, a);
  }

  /** Cancels an appointment that was not confirmed before the caller's timeout. */
  private void givenUp(Tx tx, OrderRow order, Appointment a) {
    if (a.step() == AppointmentStep.PENDING || a.step() == AppointmentStep.RESERVED) {
      diary.cancel(tx, a, null, null, true);
      if (AppointmentLifecycle.hasRequisition(order)) {
        diary.follow(tx, order, LowStatus.APPOINTMENT_CANCELLED);
      }
    }
  }

  private void underWay(Tx tx, OrderRow order, Appointment a, Instant now) {
    if (a.slot().filter(s -> !s.end().isAfter(now)).isPresent()) {
      if (AppointmentStep.moves().allows(a.step(), AppointmentStep.COMPLETED)) {
        diary.step(tx, a, AppointmentStep.COMPLETED, null);
        if (order.modality() == Modality.PHLEBOTOMY) {
          diary.follow(tx, order, LowStatus.DRAW_COMPLETED);
        }
      }
    } else if (a.step() == AppointmentStep.SCHEDULED) {
      diary.step(tx, a, AppointmentStep.IN_PROGRESS, null);
    }
  }
}
