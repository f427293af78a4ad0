package io.tributary.maintenance;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.erasure.UserErasure;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Erases teams in steps, each of which determines the team's state first and can be repeated after
 * a crash.
 *
 * <p>First the users are deleted; all their connections are revoked at the providers, with retries.
 * Then the encryption keys of the team's secrets are destroyed, which also makes them unreadable in
 * backups. Finally all rows are deleted.
 */
final class TeamErasure {
  private static final System.Logger LOG = System.getLogger(TeamErasure.class.getName());

  /** Teams per page; teams after those that wait for a provider are processed too. */
  private static final int PAGE_SIZE = 20;

  /** Time that a provider gets to end the subscriptions of a team's application. */
  private static final Duration UNSUBSCRIBE_TIMEOUT = Duration.ofDays(1);

  private static final String ENDING_TEAMS =
      """
      select id, deletion_started_at, deletion_started_at > now() - make_interval(secs => $2) as patient from team
       where deletion_started_at is not null and ($3::timestamptz is null or (deletion_started_at, id) > ($3, $4::uuid))
       order by deletion_started_at, id limit $1
         for no key update skip locked
      """;

  /** Ends the providers' subscriptions for the team's own applications. */
  private static final String END_SUBSCRIPTIONS =
      """
      update provider_subscription s set state = 'deleting', due_at = now(), attempt = 0
        from provider_app a
       where a.team_id = $1 and s.app_id = a.id and s.connection_id is null and s.state <> 'deleting'
      """;

  private static final String HAS_REVOCATIONS =
      "select 1 from deregistration where team_id = $1 limit 1";
  private static final String HAS_SUBSCRIPTIONS =
      """
      select 1 from provider_subscription s join provider_app a on a.id = s.app_id
       where a.team_id = $1 and s.connection_id is null limit 1
      """;
  private static final String DELETE_KEYS = "delete from data_key where team_id = $1";
  private static final String HAS_USERS = "select 1 from app_user where team_id = $1 limit 1";

  // Partitioned table: deleted by key, because a ctid is unique only within one partition.
  private static final String MESSAGES =
      "delete from message where id = any (array(select id from message where team_id = $1 limit"
          + " $2))";

  /**
   * The order matters: deleting messages also deletes their deliveries only while the endpoints
   * exist.
   */
  private static final List<String> DELETE_STATEMENTS =
      List.of(
          MESSAGES,
          deleteByMessage("delivery"),
          deleteByMessage("delivery_attempt"),
          deleteByEndpoint("manual_attempt"),
          deleteByEndpoint("delivery_count"),
          deleteByEndpoint("user_sequence"),
          deleteByTeam("webhook_endpoint"),
          deleteByTeam("event_log"),
          deleteByTeam("streaming_destination"),
          deleteByTeam("continuous_query"),
          deleteByTeam("source_priority"),
          deleteByTeam("pull_preference"),
          deleteByTeam("scope_requirement"),
          deleteByTeam("bulk_op"),
          deleteByTeam("portal_session"),
          deleteByTeam("portal_link"),
          deleteByTeam("access_token"),
          deleteByApp("provider_subscription"),
          deleteByApp("provider_webhook"),
          deleteByApp("pull_trigger"),
          deleteByTeam("provider_app"),
          deleteByTeam("api_key"),
          deleteByTeam("idempotency_key"),
          deleteByTeam("lab_unmatched_result"),
          deleteByTeam("site_availability"),
          deleteByTeam("lab_test"),
          deleteByTeam("lab_account_team"),
          deleteByTeam("payor"),
          deleteByTeam("report_synonym"));

  private static final String ENVIRONMENTS = "delete from team_environment where team_id = $1";
  private static final String TEAM = "delete from team where id = $1";

  private final UserErasure users;
  private final int batch;
  private final int rows;

  /**
   * @param batch users deleted per transaction
   * @param rows rows deleted per transaction
   */
  TeamErasure(UserErasure users, int batch, int rows) {
    this.users = users;
    this.batch = batch;
    this.rows = rows;
  }

  private static String deleteByTeam(String table) {
    return "delete from %1$s where ctid = any (array(select ctid from %1$s where team_id = $1 limit $2))"
        .formatted(table);
  }

  private static String deleteByEndpoint(String table) {
    return """
    delete from %1$s where ctid = any (array(
      select d.ctid from webhook_endpoint e join %1$s d on d.endpoint_id = e.id
       where e.team_id = $1 limit $2))
    """
        .formatted(table);
  }

  private static String deleteByMessage(String table) {
    return """
    delete from %1$s where (endpoint_id, message_id) in (
      select d.endpoint_id, d.message_id from webhook_endpoint e join %1$s d on d.endpoint_id = e.id
       where e.team_id = $1 limit $2)
    """
        .formatted(table);
  }

  private static String deleteByApp(String table) {
    return """
    delete from %1$s where ctid = any (array(
      select d.ctid from provider_app a join %1$s d on d.app_id = a.id
       where a.team_id = $1 limit $2))
    """
        .formatted(table);
  }

  /** Runs one step. Returns whether more can be done at once. */
  boolean run(Tx tx) {
    record Ending(UUID team, Instant at, boolean patient) {}
    Ending last = new Ending(null, null, true);
    while (true) {
      List<Ending> some =
          RowMapping.list(
              tx.query(
                  ENDING_TEAMS,
                  PAGE_SIZE,
                  (double) UNSUBSCRIBE_TIMEOUT.toSeconds(),
                  last.at(),
                  last.team()),
              r ->
                  new Ending(
                      r.getUUID("id"),
                      RowMapping.instant(r, "deletion_started_at"),
                      r.getBoolean("patient")));
      for (Ending e : some) {
        if (step(tx, e.team(), e.patient())) {
          return true;
        }
      }
      if (some.size() < PAGE_SIZE) {
        return false;
      }
      last = some.getLast();
    }
  }

  /** Returns false if the team waits for other work. */
  private boolean step(Tx tx, UUID team, boolean patient) {
    if (users.deleteUsersOfTeam(tx, team, batch)) {
      return true;
    }
    if (tx.update(END_SUBSCRIPTIONS, team) > 0) {
      tx.wakeAfterCommit(ConnectionLifecycle.SUBSCRIPTION_QUEUE);
      return true;
    }
    if (tx.first(HAS_REVOCATIONS, team).isPresent()
        || patient && tx.first(HAS_SUBSCRIPTIONS, team).isPresent()) {
      return false;
    }
    int keys = tx.update(DELETE_KEYS, team);
    if (keys > 0) {
      SystemAuditEvents.recordTeamEvent(tx, "housekeeping", team, "keys of team destroyed");
      LOG.log(Level.INFO, "team=" + team + " keys destroyed=" + keys);
      return true;
    }
    if (tx.first(HAS_USERS, team).isPresent()) {
      // The user erasure task deletes their data.
      return false;
    }
    for (String kind : DELETE_STATEMENTS) {
      if (tx.update(kind, team, rows) > 0) {
        return true;
      }
    }
    SystemAuditEvents.recordTeamEvent(tx, "housekeeping", team, "team erased");
    tx.update(ENVIRONMENTS, team);
    tx.update(TEAM, team);
    LOG.log(Level.INFO, "team=" + team + " erased");
    return true;
  }
}
