package io.tributary.user;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Commands on {@code user.command}. They stay on the node that received the request. */
sealed interface UserMessages extends BusMessage.Local {
  /**
   * Replies with {@link User}. Fails with 400 for a client_user_id in use or a full sandbox, and
   * 422 for ingestion bounds in the wrong order.
   */
  record CreateUser(Tenant tenant, UserPatch fields) implements UserMessages {}

  /**
   * Replies with {@link User}. Fails with 404, 400 for a client_user_id in use, and 422 for
   * ingestion bounds in the wrong order.
   */
  record PatchUser(Tenant tenant, UUID user, UserPatch fields) implements UserMessages {}

  /** Replies with {@code CompletedWorkout}. Fails with 404. */
  record DeleteUser(Tenant tenant, UUID user) implements UserMessages {}

  /**
   * Restores a user by ID, or the most recently deleted one with a client_user_id. Replies with
   * {@code CompletedWorkout}. Fails with 404, or 400 for a client_user_id in use.
   */
  record UndoDelete(Tenant tenant, DeletedUserRef which) implements UserMessages {}

  /** Replies with {@link SignInToken}. Fails with 404. */
  record MakeSignInToken(Tenant tenant, UUID user) implements UserMessages {}

  /**
   * Stores a new version of the demographics. Replies with {@code CompletedWorkout}. Fails with
   * 404.
   */
  record SaveInfo(Tenant tenant, UUID user, Demographics info) implements UserMessages {}

  /** Identification of a deleted user. */
  sealed interface DeletedUserRef {
    record ById(UUID id) implements DeletedUserRef {}

    record ByReference(String clientUserId) implements DeletedUserRef {}
  }

  /** Sign-in token. It is shown once; only its hash is stored. */
  record SignInToken(UUID user, String token) implements BusMessage.Local {
    @Override
    public String toString() {
      return "SignInToken[" + user + ", ***]";
    }
  }
}
