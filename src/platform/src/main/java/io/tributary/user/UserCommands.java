package io.tributary.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.FieldError;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Creates, changes, deletes and restores users. Runs on virtual or plain threads; the database
 * resolves races.
 */
public final class UserCommands {
  private static final int MAX_ATTEMPTS = 3;

  private static final String INSERT =
      """
      insert into app_user (id, team_id, environment, client_user_id,
             fallback_time_zone, fallback_time_zone_source, fallback_time_zone_at,
             fallback_birth_date, fallback_birth_date_source, fallback_birth_date_at,
             ingestion_start, ingestion_end)
      values ($1, $2, $3, $4,
             $5, case when $5::text is not null then 'manual' end,
             case when $5::text is not null then now() end,
             $6, case when $6::date is not null then 'manual' end,
             case when $6::date is not null then now() end,
             $7, $8)
      """;
  private static final String LOCK =
      """
      select * from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null for no key update
      """;
  private static final String LOCK_EXCLUSIVE =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null for update
      """;
  // $4 and $6: true when the request contains the fallback field. Only then its time changes.
  private static final String UPDATE =
      """
      update app_user set client_user_id = $2, updated_at = now(),
             fallback_time_zone = case when $4 then $3 else fallback_time_zone end,
             fallback_time_zone_source = case when not $4 then fallback_time_zone_source
                                              when $3::text is not null then 'manual' end,
             fallback_time_zone_at = case when not $4 then fallback_time_zone_at
                                          when $3::text is not null then now() end,
             fallback_birth_date = case when $6 then $5 else fallback_birth_date end,
             fallback_birth_date_source = case when not $6 then fallback_birth_date_source
                                               when $5::date is not null then 'manual' end,
             fallback_birth_date_at = case when not $6 then fallback_birth_date_at
                                           when $5::date is not null then now() end,
             ingestion_start = $7, ingestion_end = $8
       where id = $1
      """;
  private static final String DELETE =
      """
      update app_user set deleted_at = now(), updated_at = now() where id = $1
      """;
  // A user whose data is already being erased cannot be restored, even if the grace period was
  // extended since.
  private static final String DELETED_BY_ID =
      """
      select id, client_user_id from app_user u
       where id = $1 and team_id = $2 and environment = $3
         and deleted_at > now() - make_interval(secs => $4)
         and not exists (select 1 from erasure e where e.user_id = u.id) for update
      """;
  private static final String DELETED_BY_REFERENCE =
      """
      select id, client_user_id from app_user u
       where client_user_id = $1 and team_id = $2 and environment = $3
         and deleted_at > now() - make_interval(secs => $4)
         and not exists (select 1 from erasure e where e.user_id = u.id)
       order by deleted_at desc, id desc limit 1 for update
      """;
  private static final String UNDELETE =
      "update app_user set deleted_at = null, updated_at = now() where id = $1";
  // Weaker than "for update", so that rows that reference the team can be written meanwhile.
  private static final String LOCK_ENVIRONMENT =
      """
      select 1 from team_environment where team_id = $1 and environment = $2 for no key update
      """;
  private static final String SIGN_IN =
      """
      insert into sign_in_token (token_hash, user_id, expires_at)
      values ($1, $2, now() + make_interval(secs => $3))
      """;
  private static final String INFO =
      "insert into user_demographics (id, user_id, document_encrypted) values ($1, $2, $3)";

  private final Db db;
  private final ServiceConfig.Users settings;
  private final Encryption secrets;
  private final UserDeletionHooks deletionHooks;

  public UserCommands(
      Db db, ServiceConfig.Users settings, Encryption secrets, UserDeletionHooks endings) {
    this.db = db;
    this.settings = settings;
    this.secrets = secrets;
    this.deletionHooks = endings;
  }

  User create(UserMessages.CreateUser m) {
    Tenant t = m.tenant();
    UserPatch f = m.fields();
    LocalDate start = f.ingestionStart().applyTo(null);
    LocalDate end = f.ingestionEnd().applyTo(null);
    checkOrder(start, end);
    String reference = f.clientUserId().applyTo(null);
    return withUniqueReference(
        t,
        reference,
        tx -> {
          // The lock comes before the insert, so that a waiting request counts all users inserted
          // before it.
          if (t.sandbox()) {
            tx.query(LOCK_ENVIRONMENT, t.team(), t.environment().wire());
          }
          UUID id = Ids.uuid();
          tx.update(
              INSERT,
              id,
              t.team(),
              t.environment().wire(),
              reference,
              f.timeZone().applyTo(null),
              f.birthDate().applyTo(null),
              start,
              end);
          checkSandbox(tx, t);
          return UserRepo.byId(tx, t, id).orElseThrow();
        });
  }

  User patch(UserMessages.PatchUser m) {
    Tenant t = m.tenant();
    UserPatch f = m.fields();
    return withUniqueReference(
        t,
        f.clientUserId().applyTo(null),
        tx -> {
          Row old =
              tx.first(LOCK, m.user(), t.team(), t.environment().wire())
                  .orElseThrow(() -> ServiceException.notFound("user"));
          LocalDate start = f.ingestionStart().applyTo(old.getLocalDate("ingestion_start"));
          LocalDate end = f.ingestionEnd().applyTo(old.getLocalDate("ingestion_end"));
          checkOrder(start, end);
          tx.update(
              UPDATE,
              m.user(),
              f.clientUserId().applyTo(old.getString("client_user_id")),
              f.timeZone().applyTo(null),
              f.timeZone().changes(),
              f.birthDate().applyTo(null),
              f.birthDate().changes(),
              start,
              end);
          return UserRepo.byId(tx, t, m.user()).orElseThrow();
        });
  }

  void delete(UserMessages.DeleteUser m) {
    Tenant t = m.tenant();
    db.tx(
        tx -> {
          // The strongest row lock: writers of this user's data finish first, and later ones see
          // the deletion.
          if (tx.first(LOCK_EXCLUSIVE, m.user(), t.team(), t.environment().wire()).isEmpty()) {
            throw ServiceException.notFound("user");
          }
          // Runs while the user still exists, so that events carry the customer's own user ID.
          deletionHooks.runAll(tx, m.user());
          tx.update(DELETE, m.user());
          return null;
        });
  }

  void undoDelete(UserMessages.UndoDelete m) {
    Tenant t = m.tenant();
    double window = settings.deletionGracePeriod().toMillis() / 1000.0;
    Object key;
    String sql;
    switch (m.which()) {
      case UserMessages.DeletedUserRef.ById(UUID id) -> {
        key = id;
        sql = DELETED_BY_ID;
      }
      case UserMessages.DeletedUserRef.ByReference(String reference) -> {
        key = reference;
        sql = DELETED_BY_REFERENCE;
      }
    }
    for (int i = 1; ; i++) {
      String[] wanted = new String[1];
      try {
        db.tx(
            tx -> {
              if (t.sandbox()) {
                tx.query(LOCK_ENVIRONMENT, t.team(), t.environment().wire());
              }
              Row row =
                  tx.first(sql, key, t.team(), t.environment().wire(), window)
                      .orElseThrow(() -> ServiceException.notFound("deleted user"));
              wanted[0] = row.getString("client_user_id");
              tx.update(UNDELETE, row.getUUID("id"));
              checkSandbox(tx, t);
              return null;
            });
        return;
      } catch (RuntimeException e) {
        throwIfTaken(e, t, wanted[0], i);
      }
    }
  }

  UserMessages.SignInToken signIn(UserMessages.MakeSignInToken m) {
    String token = "sit_" + Ids.randomBase62(40);
    Tenant t = m.tenant();
    return db.tx(
        tx -> {
          lock(tx, t, m.user());
          tx.update(
              SIGN_IN,
              Encryption.sha256(token),
              m.user(),
              settings.signInTokenTtl().toMillis() / 1000.0);
          return new UserMessages.SignInToken(m.user(), token);
        });
  }

  void saveInfo(UserMessages.SaveInfo m) {
    db.tx(
        tx -> {
          lock(tx, m.tenant(), m.user());
          tx.update(
              INFO,
              Ids.uuid(),
              m.user(),
              secrets.seal(Json.bytes(m.info().document()), m.user().toString()));
          return null;
        });
  }

  private static void lock(Tx tx, Tenant t, UUID user) {
    if (tx.first(LOCK, user, t.team(), t.environment().wire()).isEmpty()) {
      throw ServiceException.notFound("user");
    }
  }

  private void checkSandbox(Tx tx, Tenant t) {
    if (t.sandbox() && UserRepo.count(tx, t) > settings.sandboxLimit()) {
      throw ServiceException.badRequest(
          "a team may have at most " + settings.sandboxLimit() + " users in its sandbox");
    }
  }

  private static void checkOrder(LocalDate start, LocalDate end) {
    if (start != null && end != null && start.isAfter(end)) {
      throw ServiceException.validationFailed(
          FieldError.body(
              "ingestion_end", "ingestion_end should not be before ingestion_start", "date_order"));
    }
  }

  /**
   * Runs the work. The unique index decides which request gets a client_user_id; the error for the
   * other one names the holder.
   */
  private <T> T withUniqueReference(Tenant t, String reference, Function<Tx, T> work) {
    for (int i = 1; ; i++) {
      try {
        return db.tx(work);
      } catch (RuntimeException e) {
        throwIfTaken(e, t, reference, i);
      }
    }
  }

  /** Returns normally when the holder is gone and another attempt may succeed. */
  private void throwIfTaken(RuntimeException e, Tenant t, String reference, int tries) {
    if (!SqlErrors.violatesUnique(e, "app_user_client_user_id")) {
      throw e;
    }
    Optional<User> holder = db.tx(tx -> UserRepo.byReference(tx, t, reference));
    if (holder.isPresent()) {
      throw referenceTaken(holder.get());
    }
    if (tries == MAX_ATTEMPTS) {
      throw e;
    }
  }

  private static ServiceException referenceTaken(User holder) {
    ObjectNode detail =
        Json.object()
            .put("error_type", "INVALID_REQUEST")
            .put("error_message", "client_user_id is already in use")
            .put("user_id", holder.id().toString())
            .put("created_on", Times.format(holder.createdOn()));
    return new ServiceException(ServiceException.Reason.INVALID, detail, null);
  }
}
