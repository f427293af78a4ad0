package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.ServiceException;
import io.tributary.job.PeriodicTask;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Loads the sites file, serves {@code appointment.command} on its node and runs {@link
 * AppointmentTasks} periodically. A virtual-thread verticle.
 */
final class AppointmentVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(AppointmentVerticle.class.getName());
  private static final int AT_ONCE = 8;

  private final Bus bus;
  private final SiteFileLoader loader;
  private final Appointments appointments;
  private final Availability availability;
  private final ServiceAreaLookup areas;
  private final AppointmentTasks tasks;
  private final Duration tick;
  private final PeriodicTask rounds = new PeriodicTask(this::round);

  AppointmentVerticle(
      Bus bus,
      SiteFileLoader loader,
      Appointments appointments,
      Availability availability,
      ServiceAreaLookup areas,
      AppointmentTasks tasks,
      Duration tick) {
    this.bus = bus;
    this.loader = loader;
    this.appointments = appointments;
    this.availability = availability;
    this.areas = areas;
    this.tasks = tasks;
    this.tick = tick;
  }

  @Override
  public Future<?> start() {
    loader.load();
    rounds.start(vertx, tick, tick);
    return bus.serve(Address.APPOINTMENT, AppointmentMessages.class, AT_ONCE, this::on);
  }

  @Override
  public Future<?> stop() {
    return rounds.stop();
  }

  private void round() {
    try {
      tasks.run();
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "appointments wait: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "appointments not moved on, tried again", e);
    }
  }

  private BusMessage on(AppointmentMessages message) {
    return switch (message) {
      case AppointmentMessages.Book m -> appointments.book(m);
      case AppointmentMessages.Request m -> appointments.request(m);
      case AppointmentMessages.Reschedule m -> shown(appointments.reschedule(m));
      case AppointmentMessages.Cancel m -> shown(appointments.cancel(m));
      case AppointmentMessages.Read m -> shown(appointments.read(m));
      case AppointmentMessages.HomeAvailability m -> shown(availability.home(m));
      case AppointmentMessages.SiteAvailability m -> shown(availability.sites(m));
      case AppointmentMessages.AreaInfo m -> shown(areas.area(m));
      case AppointmentMessages.SiteInfo m -> shown(areas.sites(m));
      case AppointmentMessages.OrderSiteInfo m -> shown(areas.sites(m));
      case AppointmentMessages.Shown s ->
          throw new IllegalArgumentException("a reply, not a command");
    };
  }

  private static AppointmentMessages.Shown shown(JsonNode body) {
    return new AppointmentMessages.Shown(200, body);
  }
}
