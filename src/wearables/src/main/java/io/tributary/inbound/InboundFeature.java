package io.tributary.inbound;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Apps;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionStates;
import io.tributary.connection.GrantChange;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.kernel.Secrets;
import io.tributary.metrics.Meters;
import io.tributary.provider.Adapters;
import io.tributary.pull.TargetedRead;
import io.tributary.subscribe.PushHooks;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** The feature put together. Its verticles need virtual threads. */
public final class InboundFeature {
  private final Vertx vertx;
  private final Db db;
  private final Bus bus;
  private final ServiceConfig config;
  private final HintRepo repo;
  private final HintRun runs;
  private final InboundMeters meters;
  private final Receiver receiver;

  public InboundFeature(
      Vertx vertx,
      Db db,
      Bus bus,
      ServiceConfig config,
      Secrets secrets,
      Adapters adapters,
      Apps apps,
      PushHooks hooks,
      ConnectionRepo connections,
      ConnectionStates states,
      TargetedRead reads,
      Meters meters) {
    this.vertx = vertx;
    this.db = db;
    this.bus = bus;
    this.config = config;
    this.meters = new InboundMeters(meters);
    this.repo = new HintRepo(db, secrets, config.inbound().lease(), this.meters);
    this.runs =
        new HintRun(
            db,
            repo,
            connections,
            states,
            new GrantChange(states, adapters),
            reads,
            config.inbound(),
            this.meters);
    this.receiver =
        new Receiver(
            db,
            hooks,
            apps,
            adapters,
            new NewHints(secrets, config.inbound().settle()),
            this.meters);
  }

  public Routes.Source routes() {
    return new InboundRoutes(vertx, bus, config.inbound());
  }

  /** Takes pushes in; one per core. */
  public Supplier<Deployable> receiver() {
    return () -> new InboundVerticle(bus, receiver);
  }

  /** Works what they told of; one per node. */
  public Supplier<Deployable> worker() {
    return () ->
        new HintVerticle(db, repo, runs, config.inbound(), meters, config.node().drainLimit());
  }
}
