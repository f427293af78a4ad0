package io.tributary.crypto;

import io.tributary.core.Ids;
import java.util.UUID;

/**
 * Owner of the data key that encrypts a secret. After the owner is erased, the secret cannot be
 * decrypted.
 */
public sealed interface KeyOwner {
  /** Owner of secrets that belong to no team. */
  record Installation() implements KeyOwner {}

  /**
   * Owner of a team's secrets that belong to none of its users, such as application credentials and
   * ended grants.
   */
  record Team(UUID team) implements KeyOwner {}

  /** Owner of a user's secrets: tokens and passwords. */
  record User(UUID team, UUID user) implements KeyOwner {}

  /**
   * Returns the owner of an application's secrets: its team, or the installation if it has no team.
   */
  static KeyOwner application(UUID appId, UUID team) {
    return appId.equals(Ids.DEFAULT_APP) || appId.equals(Ids.DEMO_APP) || team == null
        ? new Installation()
        : new Team(team);
  }
}
