package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.tributary.lab.order.IdempotencyKey;
import io.tributary.lab.order.IdempotencyStore;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.AppointmentStep;
import io.tributary.lab.state.LowStatus;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/** Books, reschedules and cancels appointments. Call on a virtual thread. */
final class Appointments {
  /** Cancellations closer to the start than this are not refunded. */
  static final Duration REFUND_DEADLINE = Duration.ofHours(24);

  private static final String SLOT_GONE_MESSAGE =
      "This appointment slot is no longer available. Please select a new time.";
  private static final String ALREADY_BOOKED_MESSAGE =
      "the order or the patient already has an active appointment";

  private final Db db;
  private final OrderLifecycle orders;
  private final SchedulingProvider scheduling;
  private final AppointmentLifecycle lifecycle;
  private final Encryption secrets;
  private final Duration confirmationDelay;
  private final IdempotencyStore idempotency;

  /**
   * @param confirmationDelay confirmation delay of asynchronous providers in the sandbox
   * @param idempotency idempotency store, so that a repeated call books once
   */
  Appointments(
      Db db,
      OrderLifecycle orders,
      SchedulingProvider scheduling,
      AppointmentLifecycle diary,
      Encryption secrets,
      Duration confirmAfter,
      IdempotencyStore calls) {
    this.db = db;
    this.orders = orders;
    this.scheduling = scheduling;
    this.lifecycle = diary;
    this.secrets = secrets;
    this.confirmationDelay = confirmAfter;
    this.idempotency = calls;
  }

  /** Fails with 503 in environments without a connected calendar. */
  static void requireCalendar(Tenant tenant) {
    if (!tenant.sandbox()) {
      throw new ServiceException(
          ServiceException.Reason.UNAVAILABLE, "no scheduling provider is connected in production");
    }
  }

  /** Fails with 503 while the team's feature flags for scheduling are off. */
  static void requireSchedulingEnabled(Tx tx, Tenant tenant, Confirmation confirmation) {
    Set<LabFeature> on = FeatureFlags.of(tx, tenant).lab();
    if (!on.contains(LabFeature.PSC_SCHEDULING)
        || confirmation == Confirmation.BY_LAB && !on.contains(LabFeature.SONORA_SCHEDULING)) {
      throw new ServiceException(
          ServiceException.Reason.UNAVAILABLE, "scheduling at this lab is off for the team");
    }
  }

  AppointmentMessages.Shown book(AppointmentMessages.Book m) {
    return runOnce(
        m.call(),
        tx -> {
          OrderRow order = lockOrder(tx, m.tenant(), m.order(), m.type());
          BookingKey key = openKey(m.tenant(), m.type(), m.key());
          BookingLocation spot = BookingLocationResolver.resolve(tx, order, key);
          if (m.type() == AppointmentType.PATIENT_SERVICE_CENTER) {
            requireSchedulingEnabled(tx, m.tenant(), spot.confirmation());
          }
          boolean ready = requireBookable(tx, order);
          requireNoActiveAppointment(tx, order, m.type(), spot.calendar().provider());
          Optional<ConfirmationTimeout> patience =
              m.patience()
                  .filter(
                      p ->
                          mayConfirmLater(tx, m, spot)
                              && confirmationDelay.compareTo(p.syncTimeout()) > 0);
          String calendar =
              scheduling
                  .takeSlot(tx, m.tenant(), spot.calendar(), key.slot())
                  .orElseThrow(() -> slotGone(m.tenant()));
          Confirmation how = patience.isPresent() ? Confirmation.LATER : spot.confirmation();
          Appointment a =
              newAppointment(
                  order,
                  spot,
                  initialStep(how, ready, m.type() == AppointmentType.PHLEBOTOMY),
                  Optional.of(key.slot()),
                  m.notes(),
                  Optional.of(calendar),
                  how);
          return storeBooking(tx, order, a, ready, patience.map(ConfirmationTimeout::totalTimeout));
        });
  }

  /** Returns whether the provider may confirm this booking after the call. */
  private static boolean mayConfirmLater(Tx tx, AppointmentMessages.Book m, BookingLocation spot) {
    return m.type() == AppointmentType.PATIENT_SERVICE_CENTER
        && spot.confirmation() == Confirmation.DIRECT
        && FeatureFlags.of(tx, m.tenant()).lab().contains(LabFeature.PSC_ASYNC_CONFIRMATION);
  }

  private JsonNode storeBooking(
      Tx tx, OrderRow order, Appointment a, boolean ready, Optional<Duration> patience) {
    Confirmation how = a.confirmation();
    lifecycle.create(tx, a, how == Confirmation.DIRECT || !ready ? null : confirmationDue());
    if (ready) {
      patience.ifPresent(p -> AppointmentRepo.setGiveUpAt(tx, a.id(), lifecycle.now().plus(p)));
    }
    if (!ready && a.type() == AppointmentType.PHLEBOTOMY) {
      lifecycle.moveTo(tx, a, AppointmentStep.RESERVED, null);
    }
    if (ready && how != Confirmation.BY_LAB) {
      lifecycle.requireOrderMove(tx, order, LowStatus.APPOINTMENT_PENDING);
      if (how == Confirmation.DIRECT) {
        lifecycle.requireOrderMove(tx, order, LowStatus.APPOINTMENT_SCHEDULED);
      }
    }
    return toJson(tx, a.id());
  }

  private static AppointmentStep initialStep(Confirmation how, boolean ready, boolean home) {
    return switch (how) {
      case DIRECT ->
          ready
              ? AppointmentStep.SCHEDULED
              : home ? AppointmentStep.PENDING : AppointmentStep.RESERVED;
      case BY_LAB -> AppointmentStep.RESERVED;
      case LATER -> AppointmentStep.PENDING;
    };
  }

  AppointmentMessages.Shown request(AppointmentMessages.Request m) {
    return runOnce(
        m.call(),
        tx -> {
          OrderRow order = lockOrder(tx, m.tenant(), m.order(), AppointmentType.PHLEBOTOMY);
          BookingLocation spot =
              BookingLocationResolver.resolveHome(
                  tx, m.provider(), SiteRepo.HomeVisitProvider.REQUEST_SERVICE, m.address());
          boolean ready = requireBookable(tx, order);
          requireNoActiveAppointment(tx, order, AppointmentType.PHLEBOTOMY, m.provider());
          Appointment a =
              newAppointment(
                  order,
                  spot,
                  AppointmentStep.PENDING,
                  Optional.empty(),
                  m.notes(),
                  Optional.empty(),
                  Confirmation.LATER);
          lifecycle.create(tx, a, ready ? confirmationDue() : null);
          if (ready) {
            lifecycle.requireOrderMove(tx, order, LowStatus.APPOINTMENT_PENDING);
          }
          return toJson(tx, a.id());
        });
  }

  JsonNode reschedule(AppointmentMessages.Reschedule m) {
    return runGuarded(
        tx -> {
          OrderRow order = lockOrder(tx, m.tenant(), m.order(), m.type());
          Appointment a = requireActive(tx, order, m.type());
          if (!a.isReschedulable(lifecycle.now())) {
            throw ServiceException.badRequest("this appointment cannot be rescheduled");
          }
          BookingKey key = openKey(m.tenant(), m.type(), m.key());
          if (!key.provider().equals(a.provider())) {
            throw ServiceException.badRequest("the new booking key belongs to another provider");
          }
          BookingLocation spot = BookingLocationResolver.resolve(tx, order, key);
          String calendar =
              scheduling
                  .takeSlot(tx, m.tenant(), spot.calendar(), key.slot())
                  .orElseThrow(() -> slotGone(m.tenant()));
          scheduling.releaseSlot(tx, a.calendar().orElseThrow(), a.slot().orElseThrow().start());
          AppointmentRepo.setTime(tx, a.id(), key.slot(), calendar, m.notes(), null);
          AppointmentRepo.setLocation(tx, a.id(), spot);
          ObjectNode data = Json.object().put("origin", "customer").put("is_reschedule", true);
          lifecycle.moveTo(tx, a, AppointmentStep.SCHEDULED, data);
          lifecycle.moveOrder(tx, order, LowStatus.APPOINTMENT_SCHEDULED);
          return toJson(tx, a.id());
        });
  }

  JsonNode cancel(AppointmentMessages.Cancel m) {
    return runGuarded(
        tx -> {
          OrderRow order = lockOrder(tx, m.tenant(), m.order(), m.type());
          Appointment a = requireActive(tx, order, m.type());
          CancellationReason reason =
              CancellationReason.find(m.type(), m.reason())
                  .orElseThrow(() -> ServiceException.badRequest("unknown cancellation reason"));
          if (a.confirmation() == Confirmation.BY_LAB) {
            throw ServiceException.badRequest(
                "appointments at this lab must be canceled with the lab directly");
          }
          lifecycle.cancel(tx, a, reason, m.notes().orElse(null), reason.refundable());
          if (AppointmentLifecycle.hasRequisition(order)) {
            lifecycle.moveOrder(tx, order, LowStatus.APPOINTMENT_CANCELLED);
          }
          return toJson(tx, a.id());
        });
  }

  JsonNode read(AppointmentMessages.Read m) {
    OrderRow order =
        orders
            .find(m.tenant(), m.order())
            .await()
            .orElseThrow(() -> ServiceException.notFound("order"));
    return db.tx(
        tx ->
            AppointmentRepo.latest(tx, order.id(), m.type())
                .map(a -> AppointmentRepo.toJson(tx, a, lifecycle.now()))
                .orElseThrow(() -> ServiceException.notFound("appointment")));
  }

  /**
   * Runs the work and translates unique violations: of concurrent bookings, the database lets one
   * through and the others fail with 400.
   */
  private JsonNode runGuarded(Function<Tx, JsonNode> work) {
    return translateDuplicates(() -> db.tx(work));
  }

  /**
   * Runs the work as {@link #runGuarded} does, but at most once per idempotency key. Refusals are
   * stored as well.
   */
  private AppointmentMessages.Shown runOnce(
      Optional<IdempotencyKey> key, Function<Tx, JsonNode> work) {
    IdempotencyStore.IdempotentReply done =
        translateDuplicates(() -> idempotency.runOnce(key, work));
    return new AppointmentMessages.Shown(done.status(), done.body());
  }

  private static <T> T translateDuplicates(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (SqlErrors.violatesUnique(e, "appointment_active")
          || SqlErrors.violatesUnique(e, "appointment_patient_active")) {
        throw ServiceException.badRequest(ALREADY_BOOKED_MESSAGE);
      }
      throw e;
    }
  }

  private OrderRow lockOrder(Tx tx, Tenant tenant, UUID id, AppointmentType type) {
    OrderRow order =
        orders.lock(tx, tenant, id).orElseThrow(() -> ServiceException.notFound("order"));
    if (order.modality() != type.modality()) {
      throw ServiceException.badRequest(
          "orders by "
              + order.modality().collectionMethod()
              + " collection do not support this kind of appointment");
    }
    requireCalendar(tenant);
    return order;
  }

  private BookingKey openKey(Tenant tenant, AppointmentType type, String text) {
    BookingKey key = BookingKey.decrypt(secrets, tenant, type, text);
    Instant now = lifecycle.now();
    if (!key.expires().isAfter(now) || !key.slot().start().isAfter(now)) {
      throw slotGone(tenant);
    }
    return key;
  }

  private static ServiceException slotGone(Tenant tenant) {
    return tenant.sandbox()
        ? ServiceException.badRequest(SLOT_GONE_MESSAGE)
        : new ServiceException(ServiceException.Reason.NOT_FOUND, SLOT_GONE_MESSAGE);
  }

  /**
   * Returns whether the order has a requisition. Without one, fails with 400 unless the team may
   * book before the requisition.
   */
  private static boolean requireBookable(Tx tx, OrderRow order) {
    boolean ready = AppointmentLifecycle.hasRequisition(order);
    if (!ready
        && !FeatureFlags.of(tx, order.tenant())
            .lab()
            .contains(LabFeature.PRE_REQUISITION_SCHEDULING)) {
      throw ServiceException.badRequest("the order has no requisition yet");
    }
    return ready;
  }

  private static void requireNoActiveAppointment(
      Tx tx, OrderRow order, AppointmentType type, String provider) {
    if (AppointmentRepo.active(tx, order.id()).isPresent()
        || type == AppointmentType.PHLEBOTOMY
            && AppointmentRepo.hasVisit(tx, order.user(), provider)) {
      throw ServiceException.badRequest(ALREADY_BOOKED_MESSAGE);
    }
  }

  private static Appointment requireActive(Tx tx, OrderRow order, AppointmentType type) {
    Appointment a =
        AppointmentRepo.latest(tx, order.id(), type)
            .orElseThrow(() -> ServiceException.notFound("appointment"));
    if (!a.isActive()) {
      throw ServiceException.badRequest("the appointment is already " + a.step().wireName());
    }
    return a;
  }

  private Instant confirmationDue() {
    return lifecycle.now().plus(confirmationDelay);
  }

  private JsonNode toJson(Tx tx, UUID id) {
    return AppointmentRepo.toJson(tx, AppointmentRepo.byId(tx, id), lifecycle.now());
  }

  private static Appointment newAppointment(
      OrderRow order,
      BookingLocation spot,
      AppointmentStep step,
      Optional<Slot> slot,
      Optional<String> notes,
      Optional<String> calendar,
      Confirmation how) {
    boolean sure = slot.isPresent();
    return new Appointment(
        Ids.uuid(),
        order.id(),
        order.tenant(),
        order.user(),
        order.transaction(),
        spot.calendar().type(),
        spot.calendar().provider(),
        Ids.randomHex(8),
        sure ? Optional.of("SBX-" + Ids.randomHex(4)) : Optional.empty(),
        step,
        slot,
        Optional.of(spot.zone().getId()),
        spot.address(),
        spot.lat(),
        spot.lng(),
        notes,
        calendar,
        how);
  }
}
