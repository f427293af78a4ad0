package io.tributary.lab.appointment;

import io.tributary.bus.Bus;
import io.tributary.config.AppointmentsConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.lab.order.IdempotencyStore;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Deployable;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Wires the appointment feature: commands, tasks and routes. */
public final class LabAppointments {
  /** Retention of the reply to a booking with an idempotency key. */
  private static final Duration REPLY_RETENTION = Duration.ofDays(14);

  private final Bus bus;
  private final OrderLifecycle orders;
  private final AppointmentsConfig settings;
  private final SiteFileLoader loader;
  private final AppointmentLifecycle lifecycle;
  private final Appointments appointments;
  private final Availability availability;
  private final ServiceAreaLookup areaLookup;
  private final AppointmentTasks tasks;

  /**
   * Registers the listener for order moves.
   *
   * @param folder the catalogue folder, which holds the sites file
   * @param staleCalls time after which a running call with a key is considered abandoned
   */
  public LabAppointments(
      Db db,
      Bus bus,
      Outbox outbox,
      OrderLifecycle orders,
      Encryption secrets,
      String folder,
      AppointmentsConfig settings,
      Duration staleCalls,
      Clock clock) {
    this.bus = bus;
    this.orders = orders;
    this.settings = settings;
    SchedulingProvider scheduling = new SandboxScheduling();
    this.lifecycle = new AppointmentLifecycle(orders, outbox, scheduling, clock);
    orders.addListener(new OrderAppointmentSync(lifecycle, settings.sandboxConfirmationDelay()));
    this.loader = new SiteFileLoader(db, folder);
    this.appointments =
        new Appointments(
            db,
            orders,
            scheduling,
            lifecycle,
            secrets,
            settings.sandboxConfirmationDelay(),
            new IdempotencyStore(db, staleCalls, REPLY_RETENTION));
    this.availability = new Availability(db, scheduling, secrets, clock, settings.bookingKeyTtl());
    this.areaLookup = new ServiceAreaLookup(db, orders);
    this.tasks = new AppointmentTasks(db, orders, lifecycle);
  }

  /** Registers a listener for appointment steps. Call before the node serves requests. */
  public void addListener(AppointmentListener listener) {
    lifecycle.addListener(listener);
  }

  /**
   * Cancels the bookings of a user who is being deleted and releases their slots. Home visits were
   * already canceled with their orders. The caller holds the lock on the user's row.
   */
  public void cancelAll(Tx tx, UUID user) {
    for (UUID order : AppointmentRepo.ordersWithAppointment(tx, user)) {
      orders.lock(tx, order).orElseThrow();
      AppointmentRepo.active(tx, order).ifPresent(a -> lifecycle.cancel(tx, a, null, null, true));
    }
  }

  public List<Routes.Source> routes() {
    return List.of(new SiteRoutes(bus), new AppointmentRoutes(bus));
  }

  /** Loads the sites file, then serves commands. Deploy on every node. */
  public Deployable newVerticle() {
    return new AppointmentVerticle(
        bus, loader, appointments, availability, areaLookup, tasks, settings.pollInterval());
  }
}
