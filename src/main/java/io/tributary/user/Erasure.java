package io.tributary.user;

import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Rows;
import io.tributary.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Erases users whose window of regret is over, with everything that hangs on them, in portions that
 * keep transactions short. A portion that is lost to a crash is simply done again.
 */
public final class Erasure {
  // A demo user has no undo: it counts as deleted one window ago, so that it is due at once.
  private static final String END_DEMO_USERS =
      """
      update app_user set deleted_at = now() - make_interval(secs => $1), updated_at = now()
       where id in (select id from app_user
                     where demo_expires_at <= now() and deleted_at is null
                     order by demo_expires_at limit $2 for update skip locked)
      returning id
      """;
  // The strongest row lock: who writes data of a user at this moment goes first.
  private static final String OF_TEAM =
      """
      select id from app_user
       where team_id = $1
         and (deleted_at is null or deleted_at > now() - make_interval(secs => $2))
       order by id limit $3 for update
      """;
  private static final String END_USER =
      """
      update app_user set deleted_at = now() - make_interval(secs => $2), updated_at = now()
       where id = $1
      """;
  private static final String SIGN_INS = "delete from user_sign_in where user_id = $1";
  private static final String DUE =
      """
      select id from app_user where deleted_at <= now() - make_interval(secs => $1)
       order by deleted_at limit 1 for update skip locked
      """;
  private static final String SAMPLES =
      """
      delete from sample_block where ctid = any (array(
        select b.ctid from series r join sample_block b on b.series_id = r.id
         where r.user_id = $1 limit $2))
      """;
  private static final String SUMMARIES =
      "delete from summary where id in (select id from summary where user_id = $1 limit $2)";
  private static final String STREAMS =
      """
      delete from workout_stream where workout_id in (
        select workout_id from workout_stream where user_id = $1 limit $2)
      """;
  private static final String DOCUMENTS =
      "delete from raw_document where id in (select id from raw_document where user_id = $1 limit"
          + " $2)";
  private static final String REPORT_FILES =
      """
      delete from parsing_job_file where ctid = any (array(
        select f.ctid from parsing_job j join parsing_job_file f on f.job_id = j.id
         where j.user_id = $1 limit $2))
      """;
  private static final String MESSAGES =
      "delete from message where id in (select id from message where user_id = $1 limit $2)";
  private static final String SEQUENCES = "delete from user_sequence where user_id = $1";

  private final double windowSeconds;
  private final ConnectionStates connections;

  public Erasure(ServiceConfig.Users settings, ConnectionStates connections) {
    this.windowSeconds = settings.undoWindow().toMillis() / 1000.0;
    this.connections = connections;
  }

  /**
   * Ends demo users whose time is over, connections first; they are gone for clients from then on.
   *
   * @return whether there may be more
   */
  public boolean endDemoUsers(Tx tx, int limit) {
    List<UUID> ended =
        Rows.list(tx.query(END_DEMO_USERS, windowSeconds, limit), r -> r.getUUID("id"));
    ended.forEach(id -> connections.deregisterAll(tx, id));
    return ended.size() == limit;
  }

  /**
   * Ends users of a team that is being erased, connections first. There is no undo.
   *
   * @return whether there may be more
   */
  public boolean endOfTeam(Tx tx, UUID team, int limit) {
    List<UUID> ended =
        Rows.list(tx.query(OF_TEAM, team, windowSeconds, limit), r -> r.getUUID("id"));
    for (UUID id : ended) {
      connections.deregisterAll(tx, id);
      tx.update(END_USER, id, windowSeconds);
      tx.update(SIGN_INS, id);
    }
    return !ended.isEmpty();
  }

  /**
   * Erases at most so many rows of the user who has waited longest, and the user with the last
   * ones.
   *
   * @return whether there may be more
   */
  public boolean erase(Tx tx, int rows) {
    Optional<UUID> due = tx.first(DUE, windowSeconds).map(r -> r.getUUID("id"));
    due.ifPresent(user -> erase(tx, user, rows));
    return due.isPresent();
  }

  private void erase(Tx tx, UUID user, int rows) {
    int left = rows;
    for (String kind : List.of(SAMPLES, SUMMARIES, DOCUMENTS, STREAMS, REPORT_FILES, MESSAGES)) {
      left -= tx.update(kind, user, left);
      if (left <= 0) {
        return;
      }
    }
    tx.update(SEQUENCES, user);
    // What is small goes with the user by its foreign keys.
    tx.update("delete from app_user where id = $1", user);
  }
}
