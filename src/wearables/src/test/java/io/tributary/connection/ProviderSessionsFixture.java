package io.tributary.connection;

import io.tributary.config.ServiceConfig;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.provider.Adapters;
import io.vertx.core.Vertx;

/** Builds {@link ProviderSessions} without a node and its throttle. */
public final class ProviderSessionsFixture {
  private ProviderSessionsFixture() {}

  public static ProviderSessions of(
      Vertx vertx,
      Db db,
      Vault vault,
      Adapters adapters,
      OAuthApplications apps,
      ConnectionLifecycle states,
      ServiceConfig config) {
    return new ProviderSessions(
        db,
        new ConnectionRepo(),
        apps,
        adapters,
        new AccessTokenProvider(vertx, db, vault, states, config.connections()));
  }
}
