package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Tx;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;

/** Who has to know of links that are made and that end, beside their events. */
public interface ConnectionListener {
  /** Nobody. */
  ConnectionListener NONE =
      new ConnectionListener() {
        @Override
        public void linked(Tx tx, Connection connection) {}

        @Override
        public ObjectNode ending(Tx tx, Connection connection) {
          return connection.state();
        }

        @Override
        public void end(AppCredentials app, OAuth.Session session, PermitClient gate) {}
      };

  /** In the transaction that connects it, or connects it again. */
  void linked(Tx tx, Connection connection);

  /**
   * In the transaction that queues the end of its grant.
   *
   * @return the state of the account, as {@link #end} needs it
   */
  ObjectNode ending(Tx tx, Connection connection);

  /**
   * Ends at the provider what lives by the grant; it may be called twice. Blocks; fails with {@link
   * io.tributary.provider.ProviderException} when the grant should not be ended yet.
   *
   * @param session with the state that {@link #ending} gave
   * @param gate leave for each call is taken from it
   */
  void end(AppCredentials app, OAuth.Session session, PermitClient gate);
}
