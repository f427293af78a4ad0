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
  static final Duration LATE = Duration.ofHours(24);

  private static final String GONE =
      "This appointment slot is no longer available. Please select a new time.";
  private static final String TWICE = "the order or the patient has an active appointment already";

  private final Db db;
  private final OrderLifecycle orders;
  private final SchedulingProvider scheduling;
  private final AppointmentLifecycle diary;
  private final Encryption secrets;
  private final Duration confirmAfter;
  private final IdempotencyStore calls;

  /**
   * @param confirmAfter confirmation delay of asynchronous providers in the sandbox
   * @param calls idempotency store, so that a repeated call books once
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
    this.diary = diary;
    this.secrets = secrets;
    this.confirmAfter = confirmAfter;
    this.calls = calls;
  }

  /** Fails with 503 in environments without a connected calendar. */
  static void served(Tenant tenant) {
    if (!tenant.sandbox()) {
      throw new ServiceException(
          ServiceException.Reason.UNAVAILABLE, "no scheduling is connected in production");
    }
  }

  /** Fails with 503 while the team's feature flags for scheduling are off. */
  static void switchedOn(Tx tx, Tenant tenant, Confirmation confirmation) {
    Set<LabFeature> on = FeatureFlags.of(tx, tenant).lab();
    if (!on.contains(LabFeature.PSC_SCHEDULING)
        || confirmation == Confirmation.BY_LAB && !on.contains(LabFeature.SONORA_SCHEDULING)) {
      throw new ServiceException(
          ServiceException.Reason.UNAVAILABLE, "scheduling at this lab is off for the team");
    }
  }

  AppointmentMessages.Shown book(AppointmentMessages.Book m) {
    return once(
        m.call(),
        tx -> {
          OrderRow order = order(tx, m.tenant(), m.order(), m.type());
          BookingKey key = key(m.tenant(), m.type(), m.key());
          BookingLocation spot = BookingLocationResolver.of(tx, order, key);
          if (m.type() == AppointmentType.PATIENT_SERVICE_CENTER) {
            switchedOn(tx, m.tenant(), spot.confirmation());
          }
          boolean ready = ready(tx, order);
          only(tx, order, m.type(), spot.bookable().provider());
          Optional<ConfirmationTimeout> patience =
              m.patience().filter(p -> later(tx, m, spot) && confirmAfter.compareTo(p.call()) > 0);
          String calendar =
              scheduling
                  .take(tx, m.tenant(), spot.bookable(), key.slot())
                  .orElseThrow(() -> gone(m.tenant()));
          Confirmation how = patience.isPresent() ? Confirmation.LATER : spot.confirmation();
          Appointment a =
              appointment(
                  order,
                  spot,
                  first(how, ready, m.type() == AppointmentType.PHLEBOTOMY),
                  Optional.of(key.slot()),
                  m.notes(),
                  Optional.of(calendar),
                  how);
          return booked(tx, order, a, ready, patience.map(ConfirmationTimeout::whole));
        });
  }

  /** Returns whether the provider may confirm this booking after the call. */
  private static boolean later(Tx tx, AppointmentMessages.Book m, BookingLocation spot) {
    return m.type() == AppointmentType.PATIENT_SERVICE_CENTER
        && spot.confirmation() == Confirmation.DIRECT
        && FeatureFlags.of(tx, m.tenant()).lab().contains(LabFeature.PSC_ASYNC_CONFIRMATION);
  }

  private JsonNode booked(
      Tx tx, OrderRow order, Appointment a, boolean ready, Optional<Duration> patience) {
    Confirmation how = a.confirmation();
    diary.open(tx, a, how == Confirmation.DIRECT || !ready ? null : soon());
    if (ready) {
      patience.ifPresent(p -> AppointmentRepo.giveUpAt(tx, a.id(), diary.now().plus(p)));
    }
    if (!ready && a.type() == AppointmentType.PHLEBOTOMY) {
      diary.step(tx, a, AppointmentStep.RESERVED, null);
    }
    if (ready && how != Confirmation.BY_LAB) {
      diary.require(tx, order, LowStatus.APPOINTMENT_PENDING);
      if (how == Confirmation.DIRECT) {
        diary.require(tx, order, LowStatus.APPOINTMENT_SCHEDULED);
      }
    }
    return view(tx, a.id());
  }

  private static AppointmentStep first(Confirmation how, boolean ready, boolean home) {
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
    return once(
        m.call(),
        tx -> {
          OrderRow order = order(tx, m.tenant(), m.order(), AppointmentType.PHLEBOTOMY);
          BookingLocation spot =
              BookingLocationResolver.home(tx, m.provider(), SiteRepo.Visitor.REQUEST, m.address());
          boolean ready = ready(tx, order);
          only(tx, order, AppointmentType.PHLEBOTOMY, m.provider());
          Appointment a =
              appointment(
                  order,
                  spot,
                  AppointmentStep.PENDING,
                  Optional.empty(),
                  m.notes(),
                  Optional.empty(),
                  Confirmation.LATER);
          diary.open(tx, a, ready ? soon() : null);
          if (ready) {
            diary.require(tx, order, LowStatus.APPOINTMENT_PENDING);
          }
          return view(tx, a.id());
        });
  }

  JsonNode reschedule(AppointmentMessages.Reschedule m) {
    return alone(
        tx -> {
          OrderRow order = order(tx, m.tenant(), m.order(), m.type());
          Appointment a = toChange(tx, order, m.type());
          if (!a.reschedulable(diary.now())) {
            throw ServiceException.invalid("this appointment cannot be rescheduled");
          }
          BookingKey key = key(m.tenant(), m.type(), m.key());
          if (!key.provider().equals(a.provider())) {
            throw ServiceException.invalid("the new time is another provider's");
          }
          BookingLocation spot = BookingLocationResolver.of(tx, order, key);
          String calendar =
              scheduling
                  .take(tx, m.tenant(), spot.bookable(), key.slot())
                  .orElseThrow(() -> gone(m.tenant()));
          scheduling.release(tx, a.calendar().orElseThrow(), a.slot().orElseThrow().start());
          AppointmentRepo.time(tx, a.id(), key.slot(), calendar, m.notes(), null);
          AppointmentRepo.where(tx, a.id(), spot);
          ObjectNode data = Json.object().put("origin", "customer").put("is_reschedule", true);
          diary.step(tx, a, AppointmentStep.SCHEDULED, data);
          diary.follow(tx, order, LowStatus.APPOINTMENT_SCHEDULED);
          return view(tx, a.id());
        });
  }

  JsonNode cancel(AppointmentMessages.Cancel m) {
    return alone(
        tx -> {
          OrderRow order = order(tx, m.tenant(), m.order(), m.type());
          Appointment a = toChange(tx, order, m.type());
          CancellationReason reason =
              CancellationReason.find(m.type(), m.reason())
                  .orElseThrow(() -> ServiceException.invalid("unknown cancellation reason"));
          if (a.confirmation() == Confirmation.BY_LAB) {
            throw ServiceException.invalid("appointments at this lab are cancelled with the lab");
          }
          diary.cancel(tx, a, reason, m.notes().orElse(null), reason.refundable());
          if (AppointmentLifecycle.hasRequisition(order)) {
            diary.follow(tx, order, LowStatus.APPOINTMENT_CANCELLED);
          }
          return view(tx, a.id());
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
                .map(a -> AppointmentRepo.view(tx, a, diary.now()))
                .orElseThrow(() -> ServiceException.notFound("appointment")));
  }

  /**
   * Runs the work and translates unique violations: of concurrent bookings, the database lets one
   * through and the others fail with 400.
   */
  private JsonNode alone(Function<Tx, JsonNode> work) {
    return guarded(() -> db.tx(work));
  }

  /**
   * Runs the work as {@link #alone} does, but at most once per idempotency key. Refusals are stored
   * as well.
   */
  private AppointmentMessages.Shown once(
      Optional<IdempotencyKey> key, Function<Tx, JsonNode> work) {
    IdempotencyStore.Outcome done = guarded(() -> calls.once(key, work));
    return new AppointmentMessages.Shown(done.status(), done.body());
  }

  private static <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (SqlErrors.breaches(e, "appointment_active")
          || SqlErrors.breaches(e, "appointment_patient")) {
        throw ServiceException.invalid(TWICE);
      }
      throw e;
    }
  }

  private OrderRow order(Tx tx, Tenant tenant, UUID id, AppointmentType type) {
    OrderRow order =
        orders.lock(tx, tenant, id).orElseThrow(() -> ServiceException.notFound("order"));
    if (order.modality() != type.modality()) {
      throw ServiceException.invalid(
          "orders by " + order.modality().method() + " have no such appointments");
    }
    served(tenant);
    return order;
  }

  private BookingKey key(Tenant tenant, AppointmentType type, String text) {
    BookingKey key = BookingKey.open(secrets, tenant, type, text);
    Instant now = diary.now();
    if (!key.expires().isAfter(now) || !key.slot().start().isAfter(now)) {
      throw gone(tenant);
    }
    return key;
  }

  private static ServiceException gone(Tenant tenant) {
    return tenant.sandbox()
        ? ServiceException.invalid(GONE)
        : new ServiceException(ServiceException.Reason.NOT_FOUND, GONE);
  }

  /**
   * Returns whether the order has a requisition. Without one, fails with 400 unless the team may
   * book before the requisition.
   */
  private static boolean ready(Tx tx, OrderRow order) {
    boolean ready = AppointmentLifecycle.hasRequisition(order);
    if (!ready
        && !FeatureFlags.of(tx, order.tenant())
            .lab()
            .contains(LabFeature.PRE_REQUISITION_SCHEDULING)) {
      throw ServiceException.invalid("the order has no requisition yet");
    }
    return ready;
  }

  private static void only(Tx tx, OrderRow order, AppointmentType type, String provider) {
    if (AppointmentRepo.active(tx, order.id()).isPresent()
        || type == AppointmentType.PHLEBOTOMY
            && AppointmentRepo.visited(tx, order.user(), provider)) {
      throw ServiceException.invalid(TWICE);
    }
  }

  private static Appointment toChange(Tx tx, OrderRow order, AppointmentType type) {
    Appointment a =
        AppointmentRepo.latest(tx, order.id(), type)
            .orElseThrow(() -> ServiceException.notFound("appointment"));
    if (!a.active()) {
      throw ServiceException.invalid("the appointment is already " + a.step().text());
    }
    return a;
  }

  private Instant soon() {
    return diary.now().plus(confirmAfter);
  }

  private JsonNode view(Tx tx, UUID id) {
    return AppointmentRepo.view(tx, AppointmentRepo.one(tx, id), diary.now());
  }

  private static Appointment appointment(
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
        spot.bookable().type(),
        spot.bookable().provider(),
        Ids.hex(8),
        sure ? Optional.of("SBX-" + Ids.hex(4)) : Optional.empty(),
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
