package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Tx;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;

/** Listener for links and ends of connections, besides their events. */
public interface ConnectionListener {
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void onLinked(Tx tx, Connection connection) {}

        @Override
        public ObjectNode onEnding(Tx tx, Connection connection) {
          return connection.state();
        }

        @Override
        public void removeDependents(
            AppCredentials app, OAuth.Session session, PermitClient gate) {}
      };

  /** Called in the transaction that connects or relinks. */
  void onLinked(Tx tx, Connection connection);

  /**
   * Called in the transaction that queues the revocation of the grant.
   *
   * @return account state to pass to the cleanup
   */
  ObjectNode onEnding(Tx tx, Connection connection);

  /**
   * Removes what depends on the grant at the provider, such as subscriptions. May be called more
   * than once. Blocks. Throws {@link io.tributary.provider.ProviderException} when the grant must
   * not be revoked yet.
   *
   * @param session with the account state from the transaction that queued the revocation
   * @param gate source of the permit for each call
   */
  void removeDependents(AppCredentials app, OAuth.Session session, PermitClient gate);
}
