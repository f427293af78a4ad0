package io.tributary.connection;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.provider.Adapters;
import io.tributary.vault.Vault;
import io.vertx.core.Vertx;

/** What reads connections, without a node and its throttle. */
public final class OpenAccounts {
  private OpenAccounts() {}

  public static Accounts of(
      Vertx vertx,
      Db db,
      Vault vault,
      Adapters adapters,
      Apps apps,
      ConnectionStates states,
      ServiceConfig config) {
    return new Accounts(
        db,
        new ConnectionRepo(),
        apps,
        adapters,
        new TokenSource(vertx, db, vault, states, config.connections()));
  }
}
