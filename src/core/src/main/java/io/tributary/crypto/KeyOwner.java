package io.tributary.crypto;

import io.tributary.core.Ids;
import java.util.UUID;

/** Whose key seals a secret; when the owner is erased, nothing opens it any more. */
public sealed interface KeyOwner {
  /** Secrets that no team has: the installation's own. */
  record Installation() implements KeyOwner {}

  /** Secrets of a team that belong to none of its users: of applications, of ended grants. */
  record Team(UUID team) implements KeyOwner {}

  /** Secrets of a user: tokens, passwords. */
  record User(UUID team, UUID user) implements KeyOwner {}

  /** Of an application: the team's whose it is, or the installation's where there is none. */
  static KeyOwner application(UUID appId, UUID team) {
    return appId.equals(Ids.NIL) || appId.equals(Ids.DEMO_APP) || team == null
        ? new Installation()
        : new Team(team);
  }
}
