package io.tributary.connection;

import io.tributary.db.Tx;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * How the revocations of users' grants ended, the last one of each provider: what a user's receipt
 * says of it once everything else is erased.
 */
final class RevocationLog {
  // Only who claimed it last ends it: the claim of who took too long has run out.
  private static final String ENDED =
      """
      with gone as (
        delete from deregistration where id = $1 and lease_until = $2 returning user_id, provider
      ), noted as (
        insert into revocation (user_id, provider, outcome)
        select g.user_id, g.provider, $3 from gone g
         where exists (select 1 from app_user u where u.id = g.user_id)
        on conflict (user_id, provider) do update set outcome = excluded.outcome, at = excluded.at
      )
      select 1 from gone
      """;

  private static final String NOTHING =
      """
      insert into revocation (user_id, provider, outcome) values ($1, $2, 'no_grant')
      on conflict (user_id, provider) do nothing
      """;

  private RevocationLog() {}

  /**
   * The last try was made.
   *
   * @param claim until when the caller may work on it
   * @param outcome as the meter counts it
   * @return false when somebody else has it by now
   */
  static boolean ended(Tx tx, UUID id, OffsetDateTime claim, String outcome) {
    return tx.first(ENDED, id, claim, outcome).isPresent();
  }

  /** There was no grant that could be revoked. */
  static void nothing(Tx tx, UUID user, String provider) {
    tx.update(NOTHING, user, provider);
  }
}
