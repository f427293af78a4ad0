package io.tributary.lab.notice;

import io.tributary.config.NoticesConfig;
import io.tributary.db.Db;
import io.tributary.lab.appointment.LabAppointments;
import io.tributary.lab.order.OrderBook;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.time.Clock;

/** Puts the feature together. */
public final class Notices {
  private final Db db;
  private final NoticesConfig settings;

  /** Follows orders and appointments from now on. */
  public Notices(Db db, OrderBook orders, LabAppointments appointments, NoticesConfig settings) {
    this.db = db;
    this.settings = settings;
    NoticeBook book = new NoticeBook();
    orders.onMove(book);
    appointments.onMove(book);
  }

  /** Sends what is due; deploy it on every node. */
  public Deployable verticle() {
    return new NoticeVerticle(db, settings.tick(), this::gateway);
  }

  private NoticeGateway gateway(Vertx vertx) {
    return settings.url().isEmpty()
        ? new LogGateway()
        : new WebhookGateway(vertx, settings.url(), settings.secret(), Clock.systemUTC());
  }
}
