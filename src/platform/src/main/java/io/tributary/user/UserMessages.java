package io.tributary.user;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Commands of {@code user.command}. They stay on the node that took the request. */
sealed interface UserMessages extends BusMessage.Local {
  /** Reply {@link User}; 400 taken reference or full sandbox, 422 bounds in the wrong order. */
  record CreateUser(Tenant tenant, UserPatch fields) implements UserMessages {}

  /** Reply {@link User}; 404, 400 taken reference, 422 bounds in the wrong order. */
  record PatchUser(Tenant tenant, UUID user, UserPatch fields) implements UserMessages {}

  /** Reply Done; 404. */
  record DeleteUser(Tenant tenant, UUID user) implements UserMessages {}

  /** By id, or by the newest deletion of a reference. Reply Done; 404, 400 taken reference. */
  record UndoDelete(Tenant tenant, Which which) implements UserMessages {}

  /** Reply {@link SignInToken}; 404. */
  record MakeSignInToken(Tenant tenant, UUID user) implements UserMessages {}

  /** Stores a new version. Reply Done; 404. */
  record SaveInfo(Tenant tenant, UUID user, Demographics info) implements UserMessages {}

  /** How a deleted user is named. */
  sealed interface Which {
    record ById(UUID id) implements Which {}

    record ByReference(String clientUserId) implements Which {}
  }

  /** Shown once; only its hash is stored. */
  record SignInToken(UUID user, String token) implements BusMessage.Local {
    @Override
    public String toString() {
      return "SignInToken[" + user + ", ***]";
    }
  }
}
