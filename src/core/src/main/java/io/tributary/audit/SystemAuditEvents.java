package io.tributary.audit;

import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import java.util.UUID;

/**
 * Records audit events that do not belong to an authenticated request, in the transaction in which
 * they happen.
 *
 * <p>The rows wait in {@code audit_outbox}. A node moves them into its chain within {@code
 * audit.poll_interval}; until then they are not protected by a hash.
 */
public final class SystemAuditEvents {
  private static final String ADD =
      """
      insert into audit_outbox (kind, actor, actor_id, org_id, team_id, environment, user_id, object_id,
                              method, route)
      select 'internal', $1::text, $2::uuid, coalesce(t.org_id, t.former_org_id), $3::uuid, $4::text,
             $5::uuid, $6::uuid, '-', $7::text
        from (select 1) one left join team t on t.id = $3::uuid
      """;

  private SystemAuditEvents() {}

  /**
   * Records an event of a user.
   *
   * @param what a short fixed phrase, never data
   */
  public static void recordUserEvent(Tx tx, String actor, Tenant tenant, UUID user, String what) {
    recordEvent(tx, actor, null, tenant.team(), tenant.environment().wire(), user, null, what);
  }

  /** Records an event of a team in all its environments. */
  public static void recordTeamEvent(Tx tx, String actor, UUID team, String what) {
    recordEvent(tx, actor, null, team, null, null, null, what);
  }

  /** Records an event of the installation. */
  public static void recordInstallationEvent(Tx tx, String actor, String what) {
    recordEvent(tx, actor, null, null, null, null, null, what);
  }

  /**
   * @param actor kind of actor, such as {@code link_session}
   * @param object ID of the affected or used object; null if there is none
   */
  public static void recordEvent(
      Tx tx,
      String actor,
      UUID actorId,
      UUID team,
      String environment,
      UUID user,
      UUID object,
      String what) {
    tx.update(ADD, actor, actorId, team, environment, user, object, what);
  }
}
