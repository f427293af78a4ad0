package io.tributary.connection;

import io.tributary.db.Tx;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * Last revocation outcome per user and provider. The user's erasure receipt reports it after
 * everything else is erased.
 */
final class RevocationLog {
  // The claim is compared, so that a worker whose claim has expired cannot end a row that was
  // claimed again.
  private static final String RECORD_END =
      """
      with gone as (
        delete from deregistration where id = $1 and lease_expires_at = $2 returning user_id, provider
      ), noted as (
        insert into revocation (user_id, provider, outcome)
        select g.user_id, g.provider, $3 from gone g
         where exists (select 1 from app_user u where u.id = g.user_id)
        on conflict (user_id, provider) do update set outcome = excluded.outcome, at = excluded.at
      )
      select 1 from gone
      """;

  private static final String NO_GRANT =
      """
      insert into revocation (user_id, provider, outcome) values ($1, $2, 'no_grant')
      on conflict (user_id, provider) do nothing
      """;

  private RevocationLog() {}

  /**
   * Records the final outcome and deletes the queued row.
   *
   * @param claim end of the caller's claim
   * @param outcome as in the metric
   * @return false when another worker has claimed the row since
   */
  static boolean recordEnd(Tx tx, UUID id, OffsetDateTime claim, String outcome) {
    return tx.first(RECORD_END, id, claim, outcome).isPresent();
  }

  /** Records that there was no grant to revoke. */
  static void recordNoGrant(Tx tx, UUID user, String provider) {
    tx.update(NO_GRANT, user, provider);
  }
}
