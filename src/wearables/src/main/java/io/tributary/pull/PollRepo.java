package io.tributary.pull;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Schedule of polls: the columns poll_* of table {@code connection}. */
final class PollRepo {
  private static final String COLUMNS =
      """
      c.id, c.user_id, c.team_id, c.environment, c.provider, c.app_id, c.demo, c.generation,
      least(now(), coalesce(c.polled_at, c.poll_due_at, now())) as since
      """;

  static final String CLAIM =
      FairClaimSql.claimStart(
              "connection",
              "poll_due_at",
              "poll_lease_expires_at",
              "r.status = 'connected' and r.poll_due_at is not null",
              "no key update")
          + """
          update connection c set poll_lease_expires_at = now() + $10::bigint * interval '1 millisecond'
            from due where c.id = due.id
          returning\
          """
          + " "
          + COLUMNS;

  /** Every connection of a user that can be polled. */
  private static final String OF_USER =
      "select "
          + COLUMNS
          + """
           from connection c join app_user u on u.id = c.user_id
          where u.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
            and c.status = 'connected'
          order by c.provider
          """;

  /** Extends the leases of connections that are still connected in the same generation. */
  private static final String HEARTBEAT =
      """
      update connection c set poll_lease_expires_at = now() + $3::bigint * interval '1 millisecond'
        from unnest($1::uuid[], $2::int[]) as h(id, generation)
       where c.id = h.id and c.generation = h.generation and c.status = 'connected'
         and c.poll_lease_expires_at is not null
      returning c.id, c.generation
      """;

  /** A later link has its own schedule and is left alone. */
  private static final String COMPLETE =
      """
      update connection
         set poll_lease_expires_at = null, poll_due_at = now() + $3::bigint * interval '1 millisecond',
             poll_attempt = case when $4 then 0 else poll_attempt + 1 end,
             polled_at = case when $4 then $5 else polled_at end
       where id = $1 and generation = $2 and status = 'connected'
      """;

  private static final String POLL_COUNTS =
      """
      select provider, app_id, count(*) as n from connection
       where status = 'connected' and poll_due_at is not null and not demo
       group by provider, app_id
      """;

  private static final String RECORD_REFRESH =
      """
      update connection set polled_at = greatest(polled_at, $3)
       where id = $1 and generation = $2 and status = 'connected'
      """;

  private final Db db;
  private final Duration lease;

  PollRepo(Db db, Duration lease) {
    this.db = db;
    this.lease = lease;
  }

  /**
   * Connection to read.
   *
   * @param since time up to which everything has been read
   */
  record DuePoll(
      UUID connection,
      UUID user,
      Tenant tenant,
      String provider,
      UUID app,
      boolean demo,
      int generation,
      Instant since) {}

  List<DuePoll> claim(int free, ProviderSlotPool.Offer offer) {
    return db.tx(
        tx ->
            RowMapping.list(
                tx.query(CLAIM, FairClaimSql.parameters(free, offer, lease.toMillis())),
                PollRepo::poll));
  }

  List<DuePoll> ofUser(UUID user, Tenant tenant) {
    return RowMapping.list(
        db.query(OF_USER, user, tenant.team(), tenant.environment().wire()), PollRepo::poll);
  }

  /** Generation of a connection. */
  record LinkGeneration(UUID connection, int generation) {}

  /**
   * Extends the leases.
   *
   * @return connections that must still be read; the others have ended or were relinked
   */
  Set<LinkGeneration> heartbeat(Collection<LinkGeneration> links) {
    return Set.copyOf(
        RowMapping.list(
            db.query(
                HEARTBEAT,
                links.stream().map(LinkGeneration::connection).toArray(UUID[]::new),
                links.stream().map(LinkGeneration::generation).toArray(Integer[]::new),
                lease.toMillis()),
            r -> new LinkGeneration(r.getUUID("id"), r.getInteger("generation"))));
  }

  /**
   * Ends a poll and schedules the next one after the wait.
   *
   * @param began start of this poll
   */
  void complete(DuePoll poll, Duration wait, boolean success, Instant began) {
    db.query(COMPLETE, poll.connection(), poll.generation(), wait.toMillis(), success, began);
  }

  /** Returns the number of polled connections per application. */
  Map<PollScheduler.PolledApplication, Long> pollCounts() {
    return RowMapping.list(
            db.query(POLL_COUNTS),
            r ->
                Map.entry(
                    new PollScheduler.PolledApplication(
                        r.getString("provider"), r.getUUID("app_id")),
                    r.getLong("n")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Records that a refresh has read everything up to its start. */
  void recordRefresh(DuePoll poll, Instant began) {
    db.query(RECORD_REFRESH, poll.connection(), poll.generation(), began);
  }

  private static DuePoll poll(Row r) {
    return new DuePoll(
        r.getUUID("id"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getString("provider"),
        r.getUUID("app_id"),
        r.getBoolean("demo"),
        r.getInteger("generation"),
        RowMapping.instant(r, "since"));
  }
}
