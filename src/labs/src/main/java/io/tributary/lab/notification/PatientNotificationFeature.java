package io.tributary.lab.notification;

import io.tributary.config.PatientNotificationConfig;
import io.tributary.db.Db;
import io.tributary.lab.appointment.LabAppointments;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.time.Clock;

/** Wires the patient messages: scheduler, queue and gateway. */
public final class PatientNotificationFeature {
  private final Db db;
  private final PatientNotificationConfig settings;

  /** Registers the listeners for orders and appointments. */
  public PatientNotificationFeature(
      Db db,
      OrderLifecycle orders,
      LabAppointments appointments,
      PatientNotificationConfig settings) {
    this.db = db;
    this.settings = settings;
    NotificationScheduler book = new NotificationScheduler();
    orders.addListener(book);
    appointments.addListener(book);
  }

  /** Sends due messages. Deploy on every node. */
  public Deployable newVerticle() {
    return new PatientNotificationVerticle(db, settings.pollInterval(), this::newGateway);
  }

  private NoticeGateway newGateway(Vertx vertx) {
    return settings.url().isEmpty()
        ? new LogGateway()
        : new WebhookGateway(vertx, settings.url(), settings.secret(), Clock.systemUTC());
  }
}
