package io.tributary.lease;

import io.tributary.db.Tx;

/**
 * Fences the writes of an actor: locks its lease row in the same transaction as the write.
 *
 * <p>An owner that lost its lease, for instance after a long pause, must not write any more. The
 * check compares name, epoch and expiry by the database clock. The row lock (for key share) keeps
 * other nodes from taking the lease until the transaction ends.
 */
public final class Fence {
  private static final String LOCK_LEASE =
      """
      select set_config('idle_in_transaction_session_timeout',
               greatest(500, ceil(extract(epoch from expires_at - clock_timestamp()) * 1000))::int::text, true)
        from actor_lease
       where name = $1 and epoch = $2 and expires_at >= clock_timestamp() for key share
      """;

  private Fence() {}

  /** Thrown if the lease is no longer held; the transaction must not commit. */
  public static final class LeaseLostException extends RuntimeException {
    public LeaseLostException(Lease lease) {
      super("lease lost: " + lease.name() + " epoch " + lease.epoch(), null, false, false);
    }
  }

  /**
   * Checks and locks the lease for the current transaction.
   *
   * <p>It also sets the transaction's idle timeout to the remaining time of the lease, at least 500
   * ms. While the transaction is open, no other node can take the lease, and an owner that is
   * frozen inside it must not keep the lease forever.
   *
   * @throws LeaseLostException if the lease has expired or belongs to another epoch
   */
  public static void lockLease(Tx tx, Lease lease) {
    if (tx.first(LOCK_LEASE, lease.name(), lease.epoch()).isEmpty()) {
      throw new LeaseLostException(lease);
    }
  }
}
