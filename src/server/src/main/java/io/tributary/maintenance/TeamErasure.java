package io.tributary.maintenance;

import io.tributary.audit.SystemAuditEvents;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.db.Rows;
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
  private static final int TEAMS = 20;

  /** Time that a provider gets to end the subscriptions of a team's application. */
  private static final Duration PATIENCE = Duration.ofDays(1);

  private static final String ENDING =
      """
      select id, ending_at, ending_at > now() - make_interval(secs => $2) as patient from team
       where ending_at is not null and ($3::timestamptz is null or (ending_at, id) > ($3, $4::uuid))
       order by ending_at, id limit $1
         for no key update skip locked
      """;

  /** Ends the providers' subscriptions for the team's own applications. */
  private static final String END_SUBSCRIPTIONS =
      """
      update provider_subscription s set state = 'ending', due_at = now(), attempt = 0
        from provider_app a
       where a.team_id = $1 and s.app_id = a.id and s.connection_id is null and s.state <> 'ending'
      """;

  private static final String REVOKING = "select 1 from deregistration where team_id = $1 limit 1";
  private static final String UNSUBSCRIBING =
      """
      select 1 from provider_subscription s join provider_app a on a.id = s.app_id
       where a.team_id = $1 and s.connection_id is null limit 1
      """;
  private static final String KEYS = "delete from data_key where team_id = $1";
  private static final String USERS = "select 1 from app_user where team_id = $1 limit 1";

  // Partitioned table: deleted by key, because a ctid is unique only within one partition.
  private static final String MESSAGES =
      "delete from message where id = any (array(select id from message where team_id = $1 limit"
          + " $2))";

  /**
   * The order matters: deleting messages also deletes their deliveries only while the endpoints
   * exist.
   */
  private static final List<String> ROWS =
      List.of(
          MESSAGES,
          ofMessages("delivery"),
          ofMessages("delivery_attempt"),
          ofEndpoints("manual_attempt"),
          ofEndpoints("delivery_count"),
          ofEndpoints("user_sequence"),
          ofTeam("webhook_endpoint"),
          ofTeam("event_log"),
          ofTeam("pipeline"),
          ofTeam("continuous_query"),
          ofTeam("source_priority"),
          ofTeam("pull_preference"),
          ofTeam("scope_requirement"),
          ofTeam("bulk_op"),
          ofTeam("portal_session"),
          ofTeam("portal_link"),
          ofTeam("access_token"),
          ofApps("provider_subscription"),
          ofApps("provider_hook"),
          ofApps("pull_trigger"),
          ofTeam("provider_app"),
          ofTeam("api_key"),
          ofTeam("lab_idempotency"),
          ofTeam("lab_unmatched_result"),
          ofTeam("site_availability"),
          ofTeam("lab_test"),
          ofTeam("lab_account_team"),
          ofTeam("payor"),
          ofTeam("report_synonym"));

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

  private static String ofTeam(String table) {
    return "delete from %1$s where ctid = any (array(select ctid from %1$s where team_id = $1 limit $2))"
        .formatted(table);
  }

  private static String ofEndpoints(String table) {
    return """
    delete from %1$s where ctid = any (array(
      select d.ctid from webhook_endpoint e join %1$s d on d.endpoint_id = e.id
       where e.team_id = $1 limit $2))
    """
        .formatted(table);
  }

  private static String ofMessages(String table) {
    return """
    delete from %1$s where (endpoint_id, message_id) in (
      select d.endpoint_id, d.message_id from webhook_endpoint e join %1$s d on d.endpoint_id = e.id
       where e.team_id = $1 limit $2)
    """
        .formatted(table);
  }

  private static String ofApps(String table) {
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
          Rows.list(
              tx.query(ENDING, TEAMS, (double) PATIENCE.toSeconds(), last.at(), last.team()),
              r ->
                  new Ending(
                      r.getUUID("id"), Rows.instant(r, "ending_at"), r.getBoolean("patient")));
      for (Ending e : some) {
        if (step(tx, e.team(), e.patient())) {
          return true;
        }
      }
      if (some.size() < TEAMS) {
        return false;
      }
      last = some.getLast();
    }
  }

  /** Returns false if the team waits for other work. */
  private boolean step(Tx tx, UUID team, boolean patient) {
    if (users.endOfTeam(tx, team, batch)) {
      return true;
    }
    if (tx.update(END_SUBSCRIPTIONS, team) > 0) {
      tx.wakeAfterCommit(ConnectionLifecycle.SUBSCRIPTION_QUEUE);
      return true;
    }
    if (tx.first(REVOKING, team).isPresent()
        || patient && tx.first(UNSUBSCRIBING, team).isPresent()) {
      return false;
    }
    int keys = tx.update(KEYS, team);
    if (keys > 0) {
      SystemAuditEvents.team(tx, "housekeeping", team, "keys of team destroyed");
      LOG.log(Level.INFO, "team=" + team + " keys destroyed=" + keys);
      return true;
    }
    if (tx.first(USERS, team).isPresent()) {
      // The user erasure task deletes their data.
      return false;
    }
    for (String kind : ROWS) {
      if (tx.update(kind, team, rows) > 0) {
        return true;
      }
    }
    SystemAuditEvents.team(tx, "housekeeping", team, "team erased");
    tx.update(ENVIRONMENTS, team);
    tx.update(TEAM, team);
    LOG.log(Level.INFO, "team=" + team + " erased");
    return true;
  }
}
