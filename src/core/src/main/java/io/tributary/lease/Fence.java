package io.tributary.lease;

import io.tributary.db.Tx;

/**
 * Makes an owner's write void when its lease is gone: lock the lease row in the same transaction as
 * the write.
 */
public final class Fence {
  private static final String HOLD =
      """
      select set_config('idle_in_transaction_session_timeout',
               greatest(500, ceil(extract(epoch from expires_at - clock_timestamp()) * 1000))::int::text, true)
        from actor_lease
       where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for key share
      """;

  private Fence() {}

  /** The lease is no longer held; nothing of the transaction may commit. */
  public static final class Lost extends RuntimeException {
    public Lost(Lease lease) {
      super("lease lost: " + lease.name() + " epoch " + lease.epoch(), null, false, false);
    }
  }

  /**
   * Also bounds how long this transaction may sit idle to the rest of the lease: while it is open
   * nobody can take the lease, and an owner frozen inside it must not keep it for ever.
   *
   * @throws Lost when the lease has expired or another epoch has begun
   */
  public static void hold(Tx tx, Lease lease) {
    if (tx.first(HOLD, lease.name(), lease.epoch()).isEmpty()) {
      throw new Lost(lease);
    }
  }
}
