package io.tributary.user;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** Reads demographics and stores those that arrive with orders. */
public final class DemographicsRepo {
  private static final String LATEST =
      """
      select i.document_encrypted from app_user u join user_demographics i on i.user_id = u.id
       where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
       order by i.created_at desc, i.id desc limit 1
      """;

  private static final String OF_USER =
      """
      select document_encrypted from user_demographics where user_id = $1
       order by created_at desc, id desc limit 1
      """;
  private static final String INSERT =
      "insert into user_demographics (id, user_id, document_encrypted) values ($1, $2, $3)";

  private final Db db;
  private final Encryption secrets;

  DemographicsRepo(Db db, Encryption secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /** Stores a new version unless the newest one is equal. The caller holds the user's row lock. */
  public static void refresh(Tx tx, Encryption secrets, UUID user, Demographics info) {
    boolean known =
        tx.first(OF_USER, user)
            .map(
                r ->
                    Json.parse(
                        secrets.open(RowMapping.bytes(r, "document_encrypted"), user.toString())))
            .filter(info.document()::equals)
            .isPresent();
    if (!known) {
      tx.update(
          INSERT, Ids.uuid(), user, secrets.seal(Json.bytes(info.document()), user.toString()));
    }
  }

  /** Returns the newest version as JSON. Empty also for an unknown user. */
  Future<Optional<JsonNode>> latest(Tenant t, UUID user) {
    return db.read(LATEST, user, t.team(), t.environment().wire())
        .map(
            rows ->
                RowMapping.first(rows, r -> RowMapping.bytes(r, "document_encrypted"))
                    .map(document -> Json.parse(secrets.open(document, user.toString()))));
  }
}
