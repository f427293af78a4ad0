package io.tributary.tools.bench;

import io.tributary.core.Tenant;
import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockInterval;
import io.tributary.sampleblock.SampleBlock;
import io.tributary.sampleblock.SampleBlockCodec;
import java.io.PrintStream;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.PGConnection;

/**
 * Fills a database with the rows that the service would write, without using the service. Users are
 * copies of one that the service itself stored; sample blocks are packed by the service's code.
 */
final class GrowthFill {
  private static final int SAMPLES_PER_USER = 1000;
  private static final int SAMPLES_PER_BLOCK = 12;
  private static final int DAYS_OF_SUMMARIES = 10;
  private static final int PULLS_PER_USER = 10;
  private static final int USERS_AT_ONCE = 2_000;
  private static final int WRITERS = 2;
  private static final long PROGRESS_INTERVAL_NANOS = 15_000_000_000L;

  // Parameters: $1 is the first number, $2 the number after the last, $3 the user to copy.
  private static final List<String> USERS =
      List.of(
          """
          create temp table fresh as
          select n, (lpad(to_hex(1767225600000 + n::bigint * 60000), 12, '0') || '70008'
                     || substr(md5(n::text), 1, 15))::uuid as id
            from generate_series(?::int, ?::int - 1) n
          """,
          """
          insert into app_user
          select (jsonb_populate_record(u, jsonb_build_object('id', f.id, 'client_user_id', 'growth-' || f.n))).*
            from fresh f, app_user u where u.id = ?
          """,
          """
          insert into connection
          select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'user_id', f.id))).*
            from fresh f, connection c where c.user_id = ?
          """,
          """
          insert into series (user_id, resource, provider, source_type)
          select f.id, s.resource, s.provider, s.source_type from fresh f, series s
           where s.user_id = ? and s.resource = 'heartrate'
          """,
          """
          insert into summary
          select (jsonb_populate_record(s, jsonb_build_object(
                   'id', gen_random_uuid(), 'user_id', f.id, 'day', s.day - d, 'at', s.at - d * interval '1 day'))).*
            from fresh f, summary s, generate_series(0, %d) d where s.user_id = ?
          """
              .formatted(DAYS_OF_SUMMARIES - 1),
          """
          insert into resource_status
          select (jsonb_populate_record(a, jsonb_build_object('user_id', f.id))).*
            from fresh f, resource_status a where a.user_id = ?
          """,
          """
          with c as (
            select c.id, c.user_id, c.team_id, c.environment, c.app_id, p, gen_random_uuid() as newest
              from fresh f join connection c on c.user_id = f.id, generate_series(1, %d) p where f.id <> ?
          ), j as (
            insert into pull_job (id, connection_id, user_id, team_id, environment, provider, app_id, feed, resources,
                                  generation, state, range_start, range_end, due_at, scheduled_at, started_at,
                                  ended_at, trace_id, release)
            select case when old = 0 then newest else gen_random_uuid() end, id, user_id, team_id, environment,
                   'growth', app_id, 'feed' || p, '{sleep}', 1, 'success', now() - interval '90 days', now(),
                   now() - old * interval '20 days', now() - old * interval '20 days',
                   now() - old * interval '20 days', now() - old * interval '20 days', md5(p::text), '1'
              from c, generate_series(0, 1) old
          )
          insert into historical_pull (user_id, provider, resource, job_id, status, scheduled_at, release)
          select user_id, 'growth', 'resource' || p, newest, 'success', now(), '1' from c
          """
              .formatted(PULLS_PER_USER));

  private final String database;
  private final UUID template;
  private final List<Endpoint> endpoints;
  private final GrowthMessages messages;
  private final PrintStream out;
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
  private final AtomicLong lastProgressNanos = new AtomicLong(System.nanoTime());
  private int users;

  /** Webhook endpoint that receives messages. */
  record Endpoint(String id, int shard, String type) {}

  GrowthFill(
      String database, Tenant tenant, UUID template, List<Endpoint> endpoints, PrintStream out) {
    this.database = database;
    this.template = template;
    this.endpoints = endpoints;
    this.messages = new GrowthMessages(tenant, endpoints, now);
    this.out = out;
  }

  /** Returns the time of the first sample. */
  Instant firstSampleTime() {
    return now.truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(5));
  }

  int users() {
    return users;
  }

  /** Adds users with all their data and messages until there are this many. */
  void fillTo(int count) throws SQLException {
    int from = users;
    int more = count - from;
    users = count;
    inParallel(from, count, USERS_AT_ONCE, "users", this::copyUsers);
    if (more > 0) {
      int slices = Math.max(WRITERS, more / USERS_AT_ONCE);
      inParallel(
          0,
          slices,
          1,
          "messages, time slices",
          (c, a, b) -> messages.write(c, a, slices, more, from));
    }
    try (Connection c = ResilienceTestRun.connect(database);
        Statement s = c.createStatement()) {
      // The server would do both by itself when rows arrive slowly.
      printProgress("statistics", 0, 0, true);
      s.execute("vacuum (analyze)");
    }
  }

  private interface BatchWriter {
    void write(Connection c, int from, int to) throws SQLException, java.io.IOException;
  }

  /**
   * Processes slices of a range, one transaction each, with as many writers as the machine has
   * processors.
   */
  private void inParallel(int from, int to, int step, String what, BatchWriter work)
      throws SQLException {
    AtomicLong next = new AtomicLong(from);
    List<Exception> failed = new ArrayList<>();
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < WRITERS; w++) {
      writers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (Connection c = ResilienceTestRun.connect(database)) {
                      c.setAutoCommit(false);
                      try (Statement s = c.createStatement()) {
                        s.execute("set synchronous_commit = off");
                      }
                      for (long a = next.getAndAdd(step); a < to; a = next.getAndAdd(step)) {
                        work.write(c, (int) a, (int) Math.min(to, a + step));
                        c.commit();
                        printProgress(what, a + step, to, false);
                      }
                    } catch (Exception e) {
                      synchronized (failed) {
                        failed.add(e);
                      }
                      next.set(to);
                    }
                  }));
    }
    writers.forEach(SinkProcess::join);
    if (!failed.isEmpty()) {
      throw new IllegalStateException("filling the database failed", failed.getFirst());
    }
  }

  private void printProgress(String what, long done, long of, boolean always) {
    long last = lastProgressNanos.get();
    if (always
        || System.nanoTime() - last > PROGRESS_INTERVAL_NANOS
            && lastProgressNanos.compareAndSet(last, System.nanoTime())) {
      out.printf(Locale.ROOT, "  filling: %s %,d of %,d%n", what, done, of);
    }
  }

  private void copyUsers(Connection c, int from, int to) throws SQLException, java.io.IOException {
    for (String sql : USERS) {
      try (PreparedStatement s = c.prepareStatement(sql)) {
        if (sql.startsWith("create")) {
          s.setInt(1, from);
          s.setInt(2, to);
        } else {
          s.setObject(1, template);
        }
        s.execute();
      }
    }
    try (PreparedStatement s =
        c.prepareStatement("insert into user_sequence select id, ?, ?, 0 from fresh")) {
      for (int e = 0; e < 3; e++) {
        s.setString(1, endpoints.get(e).id());
        s.setLong(2, GrowthMessages.PER_USER / 3);
        s.execute();
      }
    }
    List<Integer> series = new ArrayList<>();
    try (Statement s = c.createStatement();
        ResultSet r =
            s.executeQuery(
                "select s.id from fresh f join series s on s.user_id = f.id order by 1")) {
      while (r.next()) {
        series.add(r.getInt(1));
      }
    }
    writeBlocks(c, series);
    try (Statement s = c.createStatement()) {
      s.execute("drop table fresh");
    }
  }

  /** Writes one sample per five minutes. */
  private void writeBlocks(Connection c, List<Integer> series)
      throws SQLException, java.io.IOException {
    StringBuilder text = new StringBuilder();
    for (int id : series) {
      Random random = new Random(id);
      double bpm = 60;
      long at = firstSampleTime().getEpochSecond() * 1_000_000;
      for (int done = 0; done < SAMPLES_PER_USER; done += SAMPLES_PER_BLOCK) {
        int n = Math.min(SAMPLES_PER_BLOCK, SAMPLES_PER_USER - done);
        SampleBlock b = new SampleBlock(n);
        int slot = BlockInterval.slot(Resource.HEARTRATE, at);
        for (int i = 0; i < n; i++) {
          bpm = Math.clamp(bpm + random.nextInt(9) - 4, 45, 180);
          b.add(
              new SampleBlock.Row(
                  at,
                  "",
                  SampleBlock.NO_END,
                  bpm,
                  Double.NaN,
                  3600,
                  0,
                  null,
                  null,
                  0,
                  (int) (at / 1_000_000)));
          at += 300_000_000L;
        }
        text.append(id).append('\t').append(slot).append('\t').append(n).append("\t\\\\x");
        text.append(HexFormat.of().formatHex(SampleBlockCodec.encode(b))).append('\n');
      }
    }
    copy(c, "sample_block (series_id, start_minute, sample_count, data)", text);
  }

  /** Copies tab-separated lines into a table. */
  static void copy(Connection c, String table, StringBuilder rows)
      throws SQLException, java.io.IOException {
    c.unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("copy " + table + " from stdin", new StringReader(rows.toString()));
  }
}
