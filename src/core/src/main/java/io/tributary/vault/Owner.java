package io.tributary.vault;

import io.tributary.kernel.Ids;
import java.util.UUID;

/** Whose key seals a secret; when the owner is erased, nothing opens it any more. */
public sealed interface Owner {
  /** Secrets that no team has: the installation's own. */
  record Installation() implements Owner {}

  /** Secrets of a team that belong to none of its users: of applications, of ended grants. */
  record Team(UUID team) implements Owner {}

  /** Secrets of a user: tokens, passwords. */
  record User(UUID team, UUID user) implements Owner {}

  /** Of an application: the team's whose it is, or the installation's where there is none. */
  static Owner application(UUID appId, UUID team) {
    return appId.equals(Ids.NIL) || appId.equals(Ids.DEMO_APP) || team == null
        ? new Installation()
        : new Team(team);
  }
}
