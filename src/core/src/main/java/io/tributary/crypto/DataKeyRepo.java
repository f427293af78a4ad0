package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores wrapped data keys and unwraps them.
 *
 * <p>The keys form a hierarchy: the master key wraps the keys of the installation and of the teams,
 * and the key of a team wraps the keys of its users. Erasing the key of a team therefore also makes
 * the keys of its users unusable.
 */
final class DataKeyRepo {
  private static final String COLUMNS = "id, team_id, user_id, master_key_id, wrapped_key";
  private static final String BY_ID = "select " + COLUMNS + " from data_key where id = $1";
  private static final String INSTALLATION =
      "select " + COLUMNS + " from data_key where team_id is null";
  private static final String OF_TEAM =
      "select " + COLUMNS + " from data_key where team_id = $1 and user_id is null";
  private static final String OF_USER = "select " + COLUMNS + " from data_key where user_id = $1";
  // Blocks a rotation of the master key while a data key is being created, and vice versa.
  private static final String LOCK = "lock table data_key in row exclusive mode";
  private static final String MASTER = "select master_key_id from data_key where team_id is null";
  private static final String ADD =
      """
      insert into data_key (id, team_id, user_id, master_key_id, wrapped_key)
      values ($1, $2, $3, $4, $5)
      on conflict do nothing
      """;

  private final MasterKeys masters;

  DataKeyRepo(MasterKeys masters) {
    this.masters = masters;
  }

  /** Executes statements, inside or outside of a transaction. */
  @FunctionalInterface
  interface StatementRunner {
    RowSet<Row> query(String sql, Object... args);
  }

  /**
   * Data key as stored in the database.
   *
   * @param master ID of the master key that wraps it; null if the team's key does
   */
  record StoredDataKey(UUID id, UUID team, UUID user, String master, byte[] wrapped) {
    static StoredDataKey read(Row r) {
      return new StoredDataKey(
          r.getUUID("id"),
          r.getUUID("team_id"),
          r.getUUID("user_id"),
          r.getString("master_key_id"),
          RowMapping.bytes(r, "wrapped_key"));
    }

    String context() {
      return context(id);
    }

    static String context(UUID id) {
      return "data key " + id;
    }
  }

  Optional<StoredDataKey> find(StatementRunner db, UUID id) {
    return RowMapping.first(db.query(BY_ID, id), StoredDataKey::read);
  }

  Optional<StoredDataKey> installation(StatementRunner db) {
    return RowMapping.first(db.query(INSTALLATION), StoredDataKey::read);
  }

  /** Inserts the installation's key. If another node was faster, its key remains. */
  void addInstallation(StatementRunner db, byte[] bytes) {
    UUID id = Ids.uuid();
    String master = masters.currentId();
    add(
        db,
        id,
        null,
        null,
        master,
        TinkCrypto.wrapRaw(bytes, master(master), StoredDataKey.context(id)));
  }

  StoredDataKey findOrCreateForTeam(StatementRunner db, UUID team) {
    return team(db, team)
        .orElseGet(
            () -> {
              UUID id = Ids.uuid();
              String master = masterInUse(db);
              add(
                  db,
                  id,
                  team,
                  null,
                  master,
                  TinkCrypto.generateWrapped(master(master), StoredDataKey.context(id)));
              return team(db, team).orElseThrow();
            });
  }

  StoredDataKey findOrCreateForUser(StatementRunner db, UUID team, UUID user) {
    return user(db, user)
        .orElseGet(
            () -> {
              UUID id = Ids.uuid();
              Aead wrapper = unwrap(db, findOrCreateForTeam(db, team));
              add(
                  db,
                  id,
                  team,
                  user,
                  null,
                  TinkCrypto.generateWrapped(wrapper, StoredDataKey.context(id)));
              return user(db, user).orElseThrow();
            });
  }

  Aead unwrap(StatementRunner db, StoredDataKey key) {
    if (key.master() != null) {
      return TinkCrypto.unwrap(key.wrapped(), master(key.master()), key.context());
    }
    StoredDataKey team =
        team(db, key.team()).orElseThrow(() -> new IllegalStateException("erased"));
    return TinkCrypto.unwrap(key.wrapped(), unwrap(db, team), key.context());
  }

  /** Returns the raw bytes of the installation's key. */
  byte[] rawBytes(StoredDataKey key) {
    return TinkCrypto.unwrapRaw(key.wrapped(), master(key.master()), key.context());
  }

  private static Optional<StoredDataKey> team(StatementRunner db, UUID team) {
    return RowMapping.first(db.query(OF_TEAM, team), StoredDataKey::read);
  }

  private static Optional<StoredDataKey> user(StatementRunner db, UUID user) {
    return RowMapping.first(db.query(OF_USER, user), StoredDataKey::read);
  }

  private static String masterInUse(StatementRunner db) {
    db.query(LOCK);
    return RowMapping.first(db.query(MASTER), r -> r.getString("master_key_id")).orElseThrow();
  }

  private Aead master(String id) {
    return masters
        .find(id)
        .orElseThrow(
            () ->
                new ServiceException(
                    ServiceException.Reason.UNAVAILABLE,
                    "the database's keys are wrapped with master key "
                        + id
                        + ", this node has "
                        + String.join(", ", masters.ids())));
  }

  private static void add(
      StatementRunner db, UUID id, UUID team, UUID user, String master, byte[] wrapped) {
    db.query(ADD, id, team, user, master, wrapped);
  }
}
