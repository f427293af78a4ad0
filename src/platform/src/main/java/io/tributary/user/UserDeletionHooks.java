package io.tributary.user;

import io.tributary.db.Tx;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What ends for good with a user, whoever ends it: sign-ins, connections, and whatever other
 * features have under way. Data stay until they are erased; an undone deletion brings nothing of
 * this back.
 */
public final class UserDeletionHooks {
  private static final List<String> SIGN_INS =
      List.of(
          "delete from sign_in_token where user_id = $1",
          "delete from user_sign_in where user_id = $1");

  private final Ending connections;
  private final List<Ending> others = new CopyOnWriteArrayList<>();

  /**
   * @param connections ends all connections of the user; runs after all other hooks
   */
  public UserDeletionHooks(Ending connections) {
    this.connections = connections;
  }

  /** Ends what a feature has under way for a user. */
  @FunctionalInterface
  public interface Ending {
    /** Part of the deletion; the caller holds the user's row with the strongest lock. */
    void end(Tx tx, UUID user);
  }

  /** From now on this ends with users as well; call it before the node serves. */
  public void on(Ending other) {
    others.add(other);
  }

  /** The caller holds the user's row with the strongest lock. */
  public void end(Tx tx, UUID user) {
    SIGN_INS.forEach(sql -> tx.update(sql, user));
    others.forEach(o -> o.end(tx, user));
    connections.end(tx, user);
  }
}
