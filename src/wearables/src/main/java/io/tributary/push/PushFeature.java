package io.tributary.push;

import io.tributary.bus.Bus;
import io.tributary.config.PushConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Proxies;
import io.tributary.http.Routes;
import io.tributary.ingest.Intake;
import io.tributary.kernel.Secrets;
import io.tributary.metrics.Meters;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Deployable;
import java.util.List;

/** The parts of pushing, put together. */
public final class PushFeature {
  private final Bus bus;
  private final PushConfig settings;
  private final PushConnections connections;
  private final Pusher pusher;
  private final Syncs syncs;
  private final SignIns signIns;
  private final LinkCodes codes;
  private final Proxies proxies;

  /**
   * @param release version of this build, shown with historical stages
   */
  public PushFeature(
      Db db,
      Bus bus,
      ServiceConfig config,
      Secrets secrets,
      ConnectionStates states,
      Intake intake,
      Outbox outbox,
      ProviderCatalog catalog,
      Meters meters,
      String release) {
    this.bus = bus;
    this.settings = config.push();
    this.connections = new PushConnections(db, states, config.pull().lateWindow());
    Stages stages = new Stages(outbox, release);
    this.pusher = new Pusher(db, intake, connections, stages, config, meters);
    this.syncs =
        new Syncs(
            db,
            connections,
            stages,
            config,
            slug -> catalog.find(slug).flatMap(ProviderCatalog.Entry::historicalDays).orElse(1));
    this.proxies = new Proxies(config.http().trustedProxies());
    this.codes = new LinkCodes(db, secrets, config.node().region());
    this.signIns = new SignIns(db, settings, codes);
  }

  /** For other features that take what clients send. */
  public PushConnections connections() {
    return connections;
  }

  public List<Routes.Source> routes() {
    return List.of(
        new PushRoutes(bus, settings), new SignInRoutes(bus, proxies), new SyncRoutes(bus));
  }

  /** To be deployed on virtual threads, one for each core. */
  public Deployable verticle() {
    return new PushVerticle(bus, settings.atOnce(), pusher, connections, syncs, signIns, codes);
  }
}
