package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ProviderSessions;
import io.tributary.connection.ProviderSessionsFixture;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapters;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalPullPlanner;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.simulators.kit.Sim;
import io.tributary.testkit.TestNode;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.UUID;
import java.util.function.Supplier;

/** The link feature alone, with its own database and team. The adapters may point to any server. */
final class LinkFeatureFixture implements AutoCloseable {
  final Tenant tenant = new Tenant(Ids.uuid(), Environment.SANDBOX);
  final String database = TestNode.newMigratedDatabase();
  final Db db;
  final Vault vault;
  final Bus bus;
  final ProviderCatalog catalog;
  final ProviderSessions accounts;
  final LinkFeature feature;

  LinkFeatureFixture(
      Vertx vertx, ServiceConfig config, Adapters adapters, String team, Supplier<String> url) {
    db = Db.open(vertx, database, config.db());
    vault = Vault.open(db, MasterKeys.of(new byte[32]));
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, $3)", tenant.team(), org, team);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
        tenant.team());
    catalog = ProviderCatalog.load(url);
    Outbox outbox = new Outbox();
    ConnectionLifecycle states =
        new ConnectionLifecycle(new ConnectionRepo(), outbox, vault, adapters, catalog, config);
    OAuthApplications apps = new OAuthApplications(db, config, vault, catalog, url, () -> "");
    accounts = ProviderSessionsFixture.of(vertx, db, vault, adapters, apps, states, config);
    bus = Bus.create(vertx);
    feature =
        new LinkFeature(
            vertx,
            db,
            bus,
            config,
            vault,
            url,
            catalog,
            adapters,
            apps,
            states,
            new HistoricalPullPlanner(adapters, outbox, config.pull(), "test"),
            (provider, app, user, going) -> PermitClient.UNLIMITED);
    vertx
        .deployVerticle(
            feature.verticle(),
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
  }

  UUID user() {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        tenant.team());
    return user;
  }

  LinkMessages.TokenMade token(LinkSessions.NewSession wanted) {
    return bus.<LinkMessages.TokenMade>request(Address.LINK, new LinkMessages.CreateToken(wanted))
        .await();
  }

  /** Creates an account at a vendor; its name is that of its person. */
  static String createAccount(
      Sim at, String login, String password, boolean expired, String code, String region) {
    at.runOnEventLoop(
            w -> {
              w.passwords()
                  .put(new PasswordSim.Account(login, password, login, expired, code, region));
              return login;
            })
        .await();
    return login;
  }

  @Override
  public void close() {
    db.close().await();
  }
}
