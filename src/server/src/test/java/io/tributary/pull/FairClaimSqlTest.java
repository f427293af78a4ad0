package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Ids;
import io.tributary.db.Rows;
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

/** Whose rows are claimed: of each provider, of each team in turn, not of who rests. */
class FairClaimSqlTest {
  private static final UUID OURS = Ids.DEFAULT_APP;
  private static final UUID THEIRS = Ids.uuid();
  private static final Duration LEASE = Duration.ofMinutes(5);

  /** The node itself looks once, at its start. */
  private static PullHarness idle() {
    return new PullHarness(0, "TRIBUTARY_PULL_CLAIM_EVERY", "1h");
  }

  private static ProviderSlotPool.Offer places(Map<String, Integer> places) {
    return new ProviderSlotPool.Offer(places, List.of(), List.of(), Map.of(), Map.of());
  }

  private static ProviderSlotPool.Offer places(String provider, int n, UUID busy, int running) {
    return new ProviderSlotPool.Offer(
        Map.of(provider, n),
        List.of(),
        List.of(),
        Map.of(new ProviderSlotPool.TeamWork(provider, busy), running),
        Map.of());
  }

  /** Jobs that have been due for so many minutes. */
  private static void jobs(
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
  void eachProviderHasWhatItHasPlacesForAndWhoRestsIsLeft() {
    try (PullHarness h = idle()) {
      UUID connection = connection(h);
      UUID team = h.node.tenant().team();
      jobs(h, connection, team, "garmin", OURS, 40, 1);
      jobs(h, connection, team, "polar", OURS, 6, 1);
      jobs(h, connection, team, "polar", THEIRS, 6, 1);
      jobs(h, connection, team, "wahoo", OURS, 6, 1);
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
      // With too few places in all, each has its turn.
      assertEquals(
          Map.of("garmin", 2L, "polar", 2L, "wahoo", 2L),
          by(
              repo.claim(6, places(Map.of("garmin", 8, "polar", 8, "wahoo", 8))),
              PullJob::provider));
      // Of a user who waits nothing is due, unless somebody works on it.
      repo.postpone(claimed.getFirst(), Duration.ofHours(1));
      assertEquals(
          20, h.count("select count(*) from pull_job where lease_until is not null"), "claimed");
      assertEquals(
          0,
          h.count("select count(*) from pull_job where lease_until is null and due_at <= now()"));
      assertEquals(List.of(), repo.claim(100, places(Map.of("garmin", 8, "polar", 8))));
    }
  }

  /** The history of all users of one team holds up nobody who links one. */
  @Test
  void aTeamThatCameLaterHasItsTurnBeforeTheRestOfALongQueue() {
    try (PullHarness h = idle()) {
      UUID connection = connection(h);
      UUID many = h.node.tenant().team();
      UUID few = Ids.uuid();
      UUID other = Ids.uuid();
      jobs(h, connection, many, "garmin", OURS, 500, 60);
      jobs(h, connection, few, "garmin", OURS, 3, 1);
      jobs(h, connection, other, "garmin", THEIRS, 9, 1);
      PullRepo repo = repo(h);
      // Eight are under way of the first one. What comes next is of one of the others.
      List<PullJob> next = repo.claim(1, places("garmin", 1, many, 8));
      assertEquals(1, next.size());
      assertTrue(!byTeam(next).containsKey(many), "the place is not one's that has eight");
      // Nothing is under way: all begin at once.
      Map<UUID, Long> all = new TreeMap<>(byTeam(next));
      byTeam(repo.claim(8, places(Map.of("garmin", 8))))
          .forEach((t, n) -> all.merge(t, n, Long::sum));
      assertEquals(Set.of(many, few, other), all.keySet());
      assertTrue(all.values().stream().allMatch(n -> n >= 2 && n <= 4), all::toString);
      // Who has nothing left leaves its part to the others.
      Map<UUID, Long> rest = byTeam(repo.claim(1000, places(Map.of("garmin", 100))));
      assertEquals(3 - all.get(few), rest.getOrDefault(few, 0L));
      assertEquals(9 - all.get(other), rest.get(other));
      assertEquals(100L, rest.values().stream().mapToLong(n -> n).sum());
    }
  }

  /** A team with several applications has one turn. */
  @Test
  void theApplicationsOfATeamShareItsTurn() {
    try (PullHarness h = idle()) {
      UUID connection = connection(h);
      UUID two = h.node.tenant().team();
      UUID one = Ids.uuid();
      jobs(h, connection, two, "garmin", OURS, 20, 60);
      jobs(h, connection, two, "garmin", THEIRS, 20, 60);
      jobs(h, connection, one, "garmin", OURS, 20, 1);
      assertEquals(
          Map.of(two, 4L, one, 4L), byTeam(repo(h).claim(100, places(Map.of("garmin", 8)))));
    }
  }

  /**
   * As claims do that other loops and nodes make at the same time: nobody waits, no place is left.
   */
  @Test
  void whatOthersHoldIsLeftToThemAndAllPlacesAreUsed() {
    for (int waiting : List.of(40, 200)) {
      try (PullHarness h = idle()) {
        jobs(h, connection(h), h.node.tenant().team(), "garmin", OURS, waiting, 1);
        ProviderSlotPool.Offer eight = places(Map.of("garmin", 8));
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

  /**
   * Each place that is free has teams with long queues before it, of which nothing is under way.
   */
  @Test
  void withFewerPlacesThanTeamsAllAreServedInTurn() {
    try (PullHarness h = idle()) {
      UUID connection = connection(h);
      List<UUID> teams = Stream.generate(Ids::uuid).limit(5).toList();
      teams.forEach(t -> jobs(h, connection, t, "garmin", OURS, 40, 60));
      ProviderSlotPool.Claimer desk =
          new ProviderSlotPool(1, List.of("garmin"), System::nanoTime)
              .newClaimer(ProviderSlotPool.Lane.HISTORY);
      PullRepo repo = repo(h);
      for (int i = 0; i < 7; i++) {
        one(desk, repo);
      }
      UUID late = Ids.uuid();
      jobs(h, connection, late, "garmin", OURS, 2, 0);
      assertEquals(late, one(desk, repo));
      assertEquals(
          new HashSet<>(teams),
          Stream.generate(() -> one(desk, repo)).limit(5).collect(Collectors.toSet()));
      assertEquals(late, one(desk, repo));
    }
  }

  /** Claims for the one place and ends what was claimed; whose it was. */
  private static UUID one(ProviderSlotPool.Claimer desk, PullRepo repo) {
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
  void pollsGoByTheSameTurns() {
    try (PullHarness h = idle()) {
      UUID many = h.node.tenant().team();
      UUID few = team(h);
      polled(h, many, OURS, 60, 40);
      polled(h, few, OURS, 1, 3);
      polled(h, few, THEIRS, 1, 5);
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
          repo.claim(100, places("garmin", 1, many, 5)).stream()
              .collect(Collectors.groupingBy(PollRepo.DuePoll::app, Collectors.counting())));
    }
  }

  /** All that wait, of whomever, would be walked at every claim. */
  @Test
  void claimsFromLongQueuesWalkTheirIndexesOnly() {
    try (PullHarness h = idle()) {
      UUID connection = connection(h);
      UUID team = h.node.tenant().team();
      for (String provider : List.of("garmin", "polar", "wahoo")) {
        for (int t = 0; t < 5; t++) {
          jobs(h, connection, t == 0 ? team : Ids.uuid(), provider, OURS, 300, t);
        }
      }
      // One team has nearly all: what is known of an average team says nothing of it.
      jobs(h, connection, team, "garmin", OURS, 20_000, 9);
      polled(h, team, OURS, 1, 2000);
      h.node.db().query("analyze pull_job, connection");
      ProviderSlotPool.Offer offer = places(Map.of("garmin", 8, "polar", 8, "strava", 8));
      planned(
          h,
          PullRepo.CLAIM,
          "pull_job",
          "pull_job_provider_due",
          FairClaimSql.parameters(128, offer, "test", 30_000L));
      planned(
          h,
          PollRepo.CLAIM,
          "connection",
          "connection_provider_poll",
          FairClaimSql.parameters(128, offer, 30_000L));
    }
  }

  private static void planned(
      PullHarness h, String claim, String table, String byTime, Object[] arguments) {
    List<String> plan =
        Rows.list(h.node.db().query("explain " + claim, arguments), r -> r.getString(0));
    Pattern scan = Pattern.compile("Scan using (\\S+) on " + table + " (r\\S*)");
    Map<String, String> ways = new TreeMap<>();
    plan.stream()
        .map(scan::matcher)
        .filter(Matcher::find)
        .forEach(m -> ways.put(m.group(2), m.group(1)));
    String turn = table + "_turn";
    assertEquals(
        Map.of("r", byTime, "r_1", turn, "r_2", turn, "r_3", turn, "r_4", table + "_pkey"),
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

  /** Connections of users of their own, due for so many minutes. */
  private static void polled(PullHarness h, UUID team, UUID app, int minutes, int count) {
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
