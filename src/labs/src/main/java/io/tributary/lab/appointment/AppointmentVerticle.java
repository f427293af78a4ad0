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
  private static final int CONCURRENCY = 8;

  private final Bus bus;
  private final SiteFileLoader loader;
  private final Appointments appointments;
  private final Availability availability;
  private final ServiceAreaLookup areas;
  private final AppointmentTasks tasks;
  private final Duration interval;
  private final PeriodicTask periodicTask = new PeriodicTask(this::runTasks);

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
    this.interval = tick;
  }

  @Override
  public Future<?> start() {
    loader.load();
    periodicTask.start(vertx, interval, interval);
    return bus.serve(Address.APPOINTMENT, AppointmentMessages.class, CONCURRENCY, this::handle);
  }

  @Override
  public Future<?> stop() {
    return periodicTask.stop();
  }

  private void runTasks() {
    try {
      tasks.run();
    } catch (ServiceException away) {
      LOG.log(Level.DEBUG, "appointments: waiting: " + away.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "appointments: processing failed, will be retried", e);
    }
  }

  private BusMessage handle(AppointmentMessages message) {
    return switch (message) {
      case AppointmentMessages.Book m -> appointments.book(m);
      case AppointmentMessages.Request m -> appointments.request(m);
      case AppointmentMessages.Reschedule m -> okReply(appointments.reschedule(m));
      case AppointmentMessages.Cancel m -> okReply(appointments.cancel(m));
      case AppointmentMessages.Read m -> okReply(appointments.read(m));
      case AppointmentMessages.HomeAvailability m -> okReply(availability.home(m));
      case AppointmentMessages.SiteAvailability m -> okReply(availability.sites(m));
      case AppointmentMessages.AreaInfo m -> okReply(areas.areaInfo(m));
      case AppointmentMessages.SiteInfo m -> okReply(areas.sitesNear(m));
      case AppointmentMessages.OrderSiteInfo m -> okReply(areas.sitesNear(m));
      case AppointmentMessages.Shown s ->
          throw new IllegalArgumentException("a reply, not a command");
    };
  }

  private static AppointmentMessages.Shown okReply(JsonNode body) {
    return new AppointmentMessages.Shown(200, body);
  }
}
