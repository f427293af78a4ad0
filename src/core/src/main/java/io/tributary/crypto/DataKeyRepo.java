package io.tributary.crypto;

import com.google.crypto.tink.Aead;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.db.Rows;
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
  private static final String COLUMNS = "id, team_id, user_id, master_id, wrapped";
  private static final String BY_ID = "select " + COLUMNS + " from data_key where id = $1";
  private static final String INSTALLATION =
      "select " + COLUMNS + " from data_key where team_id is null";
  private static final String OF_TEAM =
      "select " + COLUMNS + " from data_key where team_id = $1 and user_id is null";
  private static final String OF_USER = "select " + COLUMNS + " from data_key where user_id = $1";
  // Blocks a rotation of the master key while a data key is being created, and vice versa.
  private static final String LOCK = "lock table data_key in row exclusive mode";
  private static final String MASTER = "select master_id from data_key where team_id is null";
  private static final String ADD =
      """
      insert into data_key (id, team_id, user_id, master_id, wrapped)
      values ($1, $2, $3, $4, $5)
      on conflict do nothing
      """;

  private final MasterKeys masters;

  DataKeyRepo(MasterKeys masters) {
    this.masters = masters;
  }

  /** Executes statements, inside or outside of a transaction. */
  @FunctionalInterface
  interface Asker {
    RowSet<Row> query(String sql, Object... args);
  }

  /**
   * Data key as stored in the database.
   *
   * @param master ID of the master key that wraps it; null if the team's key does
   */
  record Stored(UUID id, UUID team, UUID user, String master, byte[] wrapped) {
    static Stored read(Row r) {
      return new Stored(
          r.getUUID("id"),
          r.getUUID("team_id"),
          r.getUUID("user_id"),
          r.getString("master_id"),
          Rows.bytes(r, "wrapped"));
    }

    String context() {
      return context(id);
    }

    static String context(UUID id) {
      return "data key " + id;
    }
  }

  Optional<Stored> find(Asker db, UUID id) {
    return Rows.first(db.query(BY_ID, id), Stored::read);
  }

  Optional<Stored> installation(Asker db) {
    return Rows.first(db.query(INSTALLATION), Stored::read);
  }

  /** Inserts the installation's key. If another node was faster, its key remains. */
  void addInstallation(Asker db, byte[] bytes) {
    UUID id = Ids.uuid();
    String master = masters.first();
    add(db, id, null, null, master, TinkCrypto.given(bytes, master(master), Stored.context(id)));
  }

  Stored ofTeam(Asker db, UUID team) {
    return team(db, team)
        .orElseGet(
            () -> {
              UUID id = Ids.uuid();
              String master = inUse(db);
              add(db, id, team, null, master, TinkCrypto.fresh(master(master), Stored.context(id)));
              return team(db, team).orElseThrow();
            });
  }

  Stored ofUser(Asker db, UUID team, UUID user) {
    return user(db, user)
        .orElseGet(
            () -> {
              UUID id = Ids.uuid();
              Aead wrapper = open(db, ofTeam(db, team));
              add(db, id, team, user, null, TinkCrypto.fresh(wrapper, Stored.context(id)));
              return user(db, user).orElseThrow();
            });
  }

  Aead open(Asker db, Stored key) {
    if (key.master() != null) {
      return TinkCrypto.unwrap(key.wrapped(), master(key.master()), key.context());
    }
    Stored team = team(db, key.team()).orElseThrow(() -> new IllegalStateException("erased"));
    return TinkCrypto.unwrap(key.wrapped(), open(db, team), key.context());
  }

  /** Returns the raw bytes of the installation's key. */
  byte[] bytes(Stored key) {
    return TinkCrypto.bytes(key.wrapped(), master(key.master()), key.context());
  }

  private static Optional<Stored> team(Asker db, UUID team) {
    return Rows.first(db.query(OF_TEAM, team), Stored::read);
  }

  private static Optional<Stored> user(Asker db, UUID user) {
    return Rows.first(db.query(OF_USER, user), Stored::read);
  }

  private static String inUse(Asker db) {
    db.query(LOCK);
    return Rows.first(db.query(MASTER), r -> r.getString("master_id")).orElseThrow();
  }

  private Aead master(String id) {
    return masters
        .find(id)
        .orElseThrow(
            () ->
                new ServiceException(
                    ServiceException.Reason.UNAVAILABLE,
                    "the database's keys are wrapped by master key "
                        + id
                        + ", this node has "
                        + String.join(", ", masters.known())));
  }

  private static void add(Asker db, UUID id, UUID team, UUID user, String master, byte[] wrapped) {
    db.query(ADD, id, team, user, master, wrapped);
  }
}
