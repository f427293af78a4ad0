package io.tributary.lab.sandbox;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.exchange.SimulatorLocator;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.List;

/** Wires the laboratory sandbox: runs, jobs and routes. */
public final class LabSandbox {
  private final Db db;
  private final LabExchangeConfig settings;
  private final SandboxRunRepo runs;
  private final SandboxStepExecutor stepExecutor;

  public LabSandbox(
      Vertx vertx,
      Db db,
      LabExchangeConfig settings,
      OrderLifecycle orders,
      LabExchange exchange,
      SimulatorLocator simulator) {
    this.db = db;
    this.settings = settings;
    this.runs = new SandboxRunRepo(db, orders, exchange);
    this.stepExecutor =
        new SandboxStepExecutor(db, orders, exchange, new SimulatorControl(vertx, simulator));
  }

  public List<Routes.Source> routes() {
    return List.of(new SandboxRoutes(db, runs));
  }

  /** Drives runs; on a virtual thread, on every node. */
  public Deployable newVerticle() {
    return new SandboxVerticle(db, settings, runs, stepExecutor);
  }
}
