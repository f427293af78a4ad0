package io.tributary.sdk;

import io.tributary.bus.Bus;
import io.tributary.config.SdkConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.http.TrustedProxies;
import io.tributary.ingest.GroupCommit;
import io.tributary.metrics.Metrics;
import io.tributary.provider.ProviderCatalog;
import io.vertx.core.Deployable;
import java.util.List;

/** Assembles the SDK feature: routes and verticle. */
public final class SdkFeature {
  private final Bus bus;
  private final SdkConfig settings;
  private final SdkConnections connections;
  private final UploadHandler uploads;
  private final SyncStateService syncs;
  private final SdkTokens tokens;
  private final PairingCodes codes;
  private final TrustedProxies proxies;

  /**
   * @param release version of this build, shown with historical stages
   */
  public SdkFeature(
      Db db,
      Bus bus,
      ServiceConfig config,
      Encryption secrets,
      ConnectionLifecycle states,
      GroupCommit intake,
      Outbox outbox,
      ProviderCatalog catalog,
      Metrics meters,
      String release) {
    this.bus = bus;
    this.settings = config.sdk();
    this.connections = new SdkConnections(db, states, config.pull().ingestionGracePeriod());
    BackfillTracker stages = new BackfillTracker(outbox, release);
    this.uploads = new UploadHandler(db, intake, connections, stages, config, meters);
    this.syncs =
        new SyncStateService(
            db,
            connections,
            stages,
            config,
            slug -> catalog.find(slug).flatMap(ProviderCatalog.Entry::historicalDays).orElse(1));
    this.proxies = new TrustedProxies(config.http().trustedProxies());
    this.codes = new PairingCodes(db, secrets, config.node().region());
    this.tokens = new SdkTokens(db, settings, codes);
  }

  /** Returns the connections, for other features that receive client data. */
  public SdkConnections connections() {
    return connections;
  }

  public List<Routes.Source> routes() {
    return List.of(
        new SdkUploadRoutes(bus, settings), new SignInRoutes(bus, proxies), new SyncRoutes(bus));
  }

  /** Returns the verticle; deploy one per core on virtual threads. */
  public Deployable verticle() {
    return new SdkVerticle(bus, settings.concurrency(), uploads, connections, syncs, tokens, codes);
  }
}
