package io.tributary.user;

import io.tributary.db.Tx;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Hooks that run when a user is deleted: sign-ins and connections end, and other features stop
 * their work for the user.
 *
 * <p>Data stays until it is erased. Restoring a deleted user does not undo the hooks.
 */
public final class UserDeletionHooks {
  private static final List<String> SIGN_INS =
      List.of(
          "delete from sign_in_token where user_id = $1",
          "delete from user_sign_in where user_id = $1");

  private final DeletionHook connections;
  private final List<DeletionHook> hooks = new CopyOnWriteArrayList<>();

  /**
   * @param connections ends all connections of the user; runs after all other hooks
   */
  public UserDeletionHooks(DeletionHook connections) {
    this.connections = connections;
  }

  /** Stops a feature's work for a user. */
  @FunctionalInterface
  public interface DeletionHook {
    /**
     * Runs in the deletion transaction. The caller holds the user's row with the strongest lock.
     */
    void run(Tx tx, UUID user);
  }

  /** Registers a hook. Call before the node serves requests. */
  public void register(DeletionHook other) {
    hooks.add(other);
  }

  /** Runs all hooks. The caller holds the user's row with the strongest lock. */
  public void runAll(Tx tx, UUID user) {
    SIGN_INS.forEach(sql -> tx.update(sql, user));
    hooks.forEach(o -> o.run(tx, user));
    connections.run(tx, user);
  }
}
