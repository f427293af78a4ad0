package io.tributary.team;

import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Deletes a team. From this transaction on it belongs to no organization: no call finds it, its
 * keys are revoked, and nothing is sent to it.
 *
 * <p>A maintenance job finds the deleted team by its end time and erases its data. The call may
 * therefore be repeated, and a node may die at any point.
 */
final class TeamDeletion {
  private static final String LOCK =
      "select 1 from team where id = $1 and org_id = $2 for no key update";
  private static final String ENDING = "select 1 from team where id = $1 and former_org_id = $2";
  private static final String END =
      """
      update team
         set former_org_id = org_id, deletion_started_at = now(), org_id = null, integration_team_id = null
       where id = $1
      """;
  private static final String KEYS =
      "update api_key set revoked_at = coalesce(revoked_at, now()) where team_id = $1";
  private static final String TOKENS = "delete from access_token where team_id = $1";
  private static final String SESSIONS = "delete from portal_session where team_id = $1";
  private static final String LINKS = "delete from portal_link where team_id = $1";

  private final Db db;
  private final BiConsumer<Tx, UUID> stopDeliveries;

  /**
   * @param stopDeliveries stops deliveries to a team
   */
  TeamDeletion(Db db, BiConsumer<Tx, UUID> stop) {
    this.db = db;
    this.stopDeliveries = stop;
  }

  /**
   * Deletes the team unless it is deleted already.
   *
   * @throws ServiceException not found
   */
  void delete(TeamMessages.DeleteTeam m) {
    db.tx(
        tx -> {
          if (tx.first(LOCK, m.team(), m.org()).isEmpty()) {
            tx.first(ENDING, m.team(), m.org())
                .orElseThrow(() -> ServiceException.notFound("team"));
            return null;
          }
          tx.update(END, m.team());
          tx.update(KEYS, m.team());
          tx.update(TOKENS, m.team());
          tx.update(SESSIONS, m.team());
          tx.update(LINKS, m.team());
          stopDeliveries.accept(tx, m.team());
          return null;
        });
  }
}
