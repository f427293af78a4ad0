package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Fair claiming of rows: by provider, by team, and without providers in cooldown. */
class FairClaimSqlTest {
  private static final UUID OURS = Ids.DEFAULT_APP;
  private static final UUID THEIRS = Ids.uuid();
  private static final Duration LEASE = Duration.ofMinutes(5);

  /** Starts a node that polls only once, at startup. */
  private static PullHarness harnessWithoutPolling() {
    return new PullHarness(0, "TRIBUTARY_PULL_CLAIM_INTERVAL", "1h");
  }

  private static ProviderSlotPool.Offer offer(Map<String, Integer> places) {
    return new ProviderSlotPool.Offer(places, List.of(), List.of(), Map.of(), Map.of());
  }

  private static ProviderSlotPool.Offer offer(String provider, int n, UUID busy, int running) {
    return new ProviderSlotPool.Offer(
        Map.of(provider, n),
        List.of(),
        List.of(),
        Map.of(new ProviderSlotPool.TeamWork(provider, busy), running),
        Map.of());
  }

  /** Inserts jobs that have been due for the given number of minutes. */
  private static void insertJobs(
      PullHarness h,
      UUID connection,
      UUID team,
      String provider,
      UUID app,
      int count,
      int minutes) {
    h.node
        .db()
        .query(
            "insert into pull_job (id, connection_id, user_id, team_id, environment, provider,"
                + " app_id, feed, resources, generation, state, range_start, range_end, due_at,"
                + " trace_id, release) select gen_random_uuid(), c.id, c.user_id, $2, 'sandbox',"
                + " $3, $4, 'f', '{}', 1, 'scheduled', now(), now(), now() - $6::int * interval '1"
                + " minute', '', '' from connection c, generate_series(1, $5::int) where c.id ="
                + " $1",
            connection,
            team,
            provider,
            app,
            count,
            minutes);
  }

  private static UUID connection(PullHarness h) {
    return h.connect(h.user(), "anna");
  }

  private static PullRepo repo(PullHarness h) {
    return new PullRepo(h.node.db(), "test", LEASE);
  }

  private static <K> Map<K, Long> by(List<PullJob> jobs, Function<PullJob, K> what) {
    return jobs.stream().collect(Collectors.groupingBy(what, Collectors.counting()));
  }

  private static Map<UUID, Long> byTeam(List<PullJob> jobs) {
    return by(jobs, j -> j.tenant().team());
  }

  @Test
  void eachProviderFillsItsSlotsAndCooldownsAreSkipped() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID connection = connection(h);
      UUID team = h.node.tenant().team();
      insertJobs(h, connection, team, "garmin", OURS, 40, 1);
      insertJobs(h, connection, team, "polar", OURS, 6, 1);
      insertJobs(h, connection, team, "polar", THEIRS, 6, 1);
      insertJobs(h, connection, team, "wahoo", OURS, 6, 1);
      PullRepo repo = repo(h);
      List<PullJob> claimed =
          repo.claim(
              100,
              new ProviderSlotPool.Offer(
                  Map.of("garmin", 8, "polar", 8, "strava", 8),
                  List.of("polar"),
                  List.of(OURS),
                  Map.of(),
                  Map.of()));
      assertEquals(Map.of("garmin", 8L, "polar", 6L), by(claimed, PullJob::provider));
      assertTrue(
          claimed.stream().noneMatch(j -> j.provider().equals("polar") && j.app().equals(OURS)));
      // With too few slots in total, the providers are served alternately.
      assertEquals(
          Map.of("garmin", 2L, "polar", 2L, "wahoo", 2L),
          by(repo.claim(6, offer(Map.of("garmin", 8, "polar", 8, "wahoo", 8))), PullJob::provider));
      // No job of a postponed user is due, except one that is in progress.
      repo.postpone(claimed.getFirst(), Duration.ofHours(1));
      assertEquals(
          20,
          h.count("select count(*) from pull_job where lease_expires_at is not null"),
          "claimed");
      assertEquals(
          0,
          h.count(
              "select count(*) from pull_job where lease_expires_at is null and due_at <= now()"));
      assertEquals(List.of(), repo.claim(100, offer(Map.of("garmin", 8, "polar", 8))));
    }
  }

  /** A team that backfills all of its users must not delay another team's new link. */
  @Test
  void aLaterTeamIsServedBeforeALongQueueEnds() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID connection = connection(h);
      UUID many = h.node.tenant().team();
      UUID few = Ids.uuid();
      UUID other = Ids.uuid();
      insertJobs(h, connection, many, "garmin", OURS, 500, 60);
      insertJobs(h, connection, few, "garmin", OURS, 3, 1);
      insertJobs(h, connection, other, "garmin", THEIRS, 9, 1);
      PullRepo repo = repo(h);
      // The first team has eight jobs in progress, so the next job belongs to another team.
      List<PullJob> next = repo.claim(1, offer("garmin", 1, many, 8));
      assertEquals(1, next.size());
      assertTrue(!byTeam(next).containsKey(many), "the place is not one's that has eight");
      // No job is in progress, so all teams start together.
      Map<UUID, Long> all = new TreeMap<>(byTeam(next));
      byTeam(repo.claim(8, offer(Map.of("garmin", 8))))
          .forEach((t, n) -> all.merge(t, n, Long::sum));
      assertEquals(Set.of(many, few, other), all.keySet());
      assertTrue(all.values().stream().allMatch(n -> n >= 2 && n <= 4), all::toString);
      // A team without remaining work leaves its share to the others.
      Map<UUID, Long> rest = byTeam(repo.claim(1000, offer(Map.of("garmin", 100))));
      assertEquals(3 - all.get(few), rest.getOrDefault(few, 0L));
      assertEquals(9 - all.get(other), rest.get(other));
      assertEquals(100L, rest.values().stream().mapToLong(n -> n).sum());
    }
  }

  /** Several applications of a team count as one team. */
  @Test
  void theApplicationsOfATeamCountAsOneTeam() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID connection = connection(h);
      UUID two = h.node.tenant().team();
      UUID one = Ids.uuid();
      insertJobs(h, connection, two, "garmin", OURS, 20, 60);
      insertJobs(h, connection, two, "garmin", THEIRS, 20, 60);
      insertJobs(h, connection, one, "garmin", OURS, 20, 1);
      assertEquals(
          Map.of(two, 4L, one, 4L), byTeam(repo(h).claim(100, offer(Map.of("garmin", 8)))));
    }
  }

  /**
   * Simulates concurrent claims of other loops and nodes. No claim blocks, and every slot is used.
   */
  @Test
  void rowsHeldByOthersAreSkippedAndAllSlotsAreUsed() {
    for (int waiting : List.of(40, 200)) {
      try (PullHarness h = harnessWithoutPolling()) {
        insertJobs(h, connection(h), h.node.tenant().team(), "garmin", OURS, waiting, 1);
        ProviderSlotPool.Offer eight = offer(Map.of("garmin", 8));
        Set<UUID> ids = new HashSet<>();
        h.node
            .db()
            .tx(
                held -> {
                  held.query(
                          PullRepo.CLAIM,
                          FairClaimSql.parameters(8, eight, "other", LEASE.toMillis()))
                      .forEach(r -> ids.add(r.getUUID("id")));
                  for (int i = 0; i < 3; i++) {
                    repo(h).claim(8, eight).forEach(j -> ids.add(j.id()));
                  }
                  return null;
                });
        assertEquals(32, ids.size(), "each has eight of its own");
      }
    }
  }

  /** Uses fewer free slots than teams with long queues and no work in progress. */
  @Test
  void withFewerSlotsThanTeamsAllAreServedFairly() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID connection = connection(h);
      List<UUID> teams = Stream.generate(Ids::uuid).limit(5).toList();
      teams.forEach(t -> insertJobs(h, connection, t, "garmin", OURS, 40, 60));
      ProviderSlotPool.Claimer desk =
          new ProviderSlotPool(1, List.of("garmin"), System::nanoTime)
              .newClaimer(ProviderSlotPool.Lane.HISTORY);
      PullRepo repo = repo(h);
      for (int i = 0; i < 7; i++) {
        claimAndFinishOne(desk, repo);
      }
      UUID late = Ids.uuid();
      insertJobs(h, connection, late, "garmin", OURS, 2, 0);
      assertEquals(late, claimAndFinishOne(desk, repo));
      assertEquals(
          new HashSet<>(teams),
          Stream.generate(() -> claimAndFinishOne(desk, repo))
              .limit(5)
              .collect(Collectors.toSet()));
      assertEquals(late, claimAndFinishOne(desk, repo));
    }
  }

  /** Claims for the only slot, completes the job, and returns its team. */
  private static UUID claimAndFinishOne(ProviderSlotPool.Claimer desk, PullRepo repo) {
    ProviderSlotPool.Offer offer = desk.offer();
    List<ProviderSlotPool.TeamWork> work =
        repo.claim(1, offer).stream()
            .map(j -> new ProviderSlotPool.TeamWork(j.provider(), j.tenant().team()))
            .toList();
    desk.recordClaim(offer, work);
    work.forEach(desk::release);
    return work.getFirst().team();
  }

  @Test
  void pollsUseTheSameFairScheduling() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID many = h.node.tenant().team();
      UUID few = team(h);
      insertDueConnections(h, many, OURS, 60, 40);
      insertDueConnections(h, few, OURS, 1, 3);
      insertDueConnections(h, few, THEIRS, 1, 5);
      PollRepo repo = new PollRepo(h.node.db(), LEASE);
      ProviderSlotPool.Offer resting =
          new ProviderSlotPool.Offer(
              Map.of("garmin", 8), List.of("garmin"), List.of(THEIRS), Map.of(), Map.of());
      assertEquals(
          Map.of(many, 5L, few, 3L),
          repo.claim(100, resting).stream()
              .collect(Collectors.groupingBy(p -> p.tenant().team(), Collectors.counting())));
      assertEquals(
          Map.of(THEIRS, 1L),
          repo.claim(100, offer("garmin", 1, many, 5)).stream()
              .collect(Collectors.groupingBy(PollRepo.DuePoll::app, Collectors.counting())));
    }
  }

  /** Index use is required, because a claim would otherwise scan all waiting rows. */
  @Test
  void claimsFromLongQueuesWalkTheirIndexesOnly() {
    try (PullHarness h = harnessWithoutPolling()) {
      UUID connection = connection(h);
      UUID team = h.node.tenant().team();
      for (String provider : List.of("garmin", "polar", "wahoo")) {
        for (int t = 0; t < 5; t++) {
          insertJobs(h, connection, t == 0 ? team : Ids.uuid(), provider, OURS, 300, t);
        }
      }
      // One team has nearly all rows, so average statistics do not describe it.
      insertJobs(h, connection, team, "garmin", OURS, 20_000, 9);
      insertDueConnections(h, team, OURS, 1, 2000);
      h.node.db().query("analyze pull_job, connection");
      ProviderSlotPool.Offer offer = offer(Map.of("garmin", 8, "polar", 8, "strava", 8));
      planned(
          h,
          PullRepo.CLAIM,
          "pull_job",
          "pull_job_provider_due",
          "pull_job_fair",
          FairClaimSql.parameters(128, offer, "test", 30_000L));
      planned(
          h,
          PollRepo.CLAIM,
          "connection",
          "connection_provider_poll",
          "connection_poll_fair",
          FairClaimSql.parameters(128, offer, 30_000L));
    }
  }

  private static void planned(
      PullHarness h, String claim, String table, String byTime, String fair, Object[] arguments) {
    List<String> plan =
        RowMapping.list(h.node.db().query("explain " + claim, arguments), r -> r.getString(0));
    Pattern scan = Pattern.compile("Scan using (\\S+) on " + table + " (r\\S*)");
    Map<String, String> ways = new TreeMap<>();
    plan.stream()
        .map(scan::matcher)
        .filter(Matcher::find)
        .forEach(m -> ways.put(m.group(2), m.group(1)));
    assertEquals(
        Map.of("r", byTime, "r_1", fair, "r_2", fair, "r_3", fair, "r_4", table + "_pkey"),
        ways,
        String.join("\n", plan));
  }

  private static UUID team(PullHarness h) {
    UUID team = Ids.uuid();
    h.node
        .db()
        .query(
            "insert into team (id, org_id, name) select $1, org_id, 'few' from team limit 1", team);
    h.node
        .db()
        .query("insert into team_environment (team_id, environment) values ($1, 'sandbox')", team);
    return team;
  }

  /** Inserts due connections, each of a separate user. */
  private static void insertDueConnections(
      PullHarness h, UUID team, UUID app, int minutes, int count) {
    h.node
        .db()
        .query(
            "with u as (insert into app_user (id, team_id, environment, client_user_id)"
                + " select gen_random_uuid(), $1, 'sandbox', gen_random_uuid()::text"
                + " from generate_series(1, $4::int) returning id)"
                + " insert into connection (id, user_id, team_id, environment, provider, status,"
                + " app_id, poll_due_at) select gen_random_uuid(), id, $1, 'sandbox', 'garmin',"
                + " 'connected', $2, now() - $3::int * interval '1 minute' from u",
            team,
            app,
            minutes,
            count);
  }
}
