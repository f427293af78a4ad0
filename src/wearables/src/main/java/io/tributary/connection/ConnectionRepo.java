package io.tributary.connection;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds and locks connections. The caller must check that the user belongs to the tenant. */
public final class ConnectionRepo {
  private static final String SELECT =
      "select "
          + Connection.COLUMNS
          + " from connection c join app_user u on u.id = c.user_id where ";
  private static final String BY_ID = SELECT + "c.id = $1";
  private static final String BY_USER_PROVIDER = SELECT + "c.user_id = $1 and c.provider = $2";
  private static final String BY_USER = SELECT + "c.user_id = $1 order by c.id";
  private static final String LOCK = " for update of c";

  public Optional<Connection> find(Tx tx, UUID id) {
    return tx.first(BY_ID, id).map(Connection::read);
  }

  public Optional<Connection> find(Db db, UUID id) {
    return RowMapping.first(db.query(BY_ID, id), Connection::read);
  }

  public Optional<Connection> find(Tx tx, UUID userId, String provider) {
    return tx.first(BY_USER_PROVIDER, userId, provider).map(Connection::read);
  }

  /** Finds the connection and locks its row until the transaction ends. */
  public Optional<Connection> lock(Tx tx, UUID id) {
    return tx.first(BY_ID + LOCK, id).map(Connection::read);
  }

  /** Finds the connection and locks its row until the transaction ends. */
  public Optional<Connection> lock(Tx tx, UUID userId, String provider) {
    return tx.first(BY_USER_PROVIDER + LOCK, userId, provider).map(Connection::read);
  }

  /** Locks every connection of a user, in ID order, until the transaction ends. */
  public List<Connection> lockAll(Tx tx, UUID userId) {
    return RowMapping.list(tx.query(BY_USER + LOCK, userId), Connection::read);
  }
}
