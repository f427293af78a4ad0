package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.Ids;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A provider that sends its history through notifications. */
class PushedHistoryTest {
  private static final Map<String, Long> EVENTS =
      Map.of(
          "historical.data.activity.created", 1L,
          "historical.data.heartrate.created", 1L,
          "historical.data.sleep.created", 1L);

  private static PullHarness h;

  @BeforeAll
  static void start() {
    h = new PullHarness(0);
  }

  @AfterAll
  static void stop() {
    h.close();
  }

  private record Described(Descriptor descriptor) implements Adapter {
    @Override
    public String mappingVersion() {
      return "1";
    }
  }

  private static Descriptor.Draft provider() {
    return Descriptor.of("garmin", "Garmin")
        .historicalDays(90)
        .resources(List.of(Resource.ACTIVITY, Resource.SLEEP, Resource.HEARTRATE))
        .feeds(
            List.of(
                new Feed("daily", Set.of(Resource.ACTIVITY, Resource.HEARTRATE), 1, false),
                new Feed("night", Set.of(Resource.SLEEP), 1, false),
                new Feed("backfill", Set.of(), 90, false)));
  }

  private static UUID connection(UUID user) {
    UUID id = Ids.uuid();
    h.node
        .db()
        .query(
            "insert into connection (id, user_id, team_id, environment, provider, status, app_id)"
                + " values ($1, $2, $3, 'sandbox', 'garmin', 'connected', $4)",
            id,
            user,
            h.node.tenant().team(),
            Ids.DEFAULT_APP);
    return id;
  }

  private static HistoricalPullPlanner stage(Descriptor d) {
    return new HistoricalPullPlanner(
        new Adapters(Map.of("garmin", new Described(d)), Map.of()),
        new Outbox(),
        Defaults.config().pull(),
        "test");
  }

  /** Returns the feeds of the existing jobs, inside the transaction that creates them. */
  private static List<String> jobs(Tx tx, UUID connection) {
    return io.tributary.db.RowMapping.list(
        tx.query("select feed from pull_job where connection_id = $1 order by feed", connection),
        r -> r.getString(0));
  }

  @Test
  void allIsSaidToBeThereAtOnceAndTheProviderIsAskedToSendIt() {
    UUID user = h.user();
    UUID connection = connection(user);
    HistoricalPullPlanner stage = stage(provider().historyByPush().build());
    h.node
        .db()
        .tx(
            tx -> {
              assertEquals(1, stage.schedule(tx, connection, null));
              assertEquals(List.of("backfill"), jobs(tx, connection));
              return null;
            });
    assertEquals(
        Map.of("activity", "success", "heartrate", "success", "sleep", "success"),
        h.statuses(user));
    assertEquals(EVENTS, h.events(user, "historical.data."));
    assertEquals(
        0,
        h.count(
            "select count(*) from historical_pull where user_id = $1 and (days <> '{}' or ended_at"
                + " is null or range_end - range_start < interval '89 days')",
            user));
  }

  @Test
  void aLaterLinkBringsNothingAgainAndATriggerDoes() {
    UUID user = h.user();
    UUID connection = connection(user);
    HistoricalPullPlanner stage = stage(provider().historyByPush().build());
    h.node.db().tx(tx -> stage.schedule(tx, connection, null));
    h.node.db().query("delete from pull_job where connection_id = $1", connection);
    h.node.db().query("update connection set generation = 2 where id = $1", connection);
    h.node
        .db()
        .tx(
            tx -> {
              assertEquals(0, stage.scheduleAfterLink(tx, connection, false));
              assertEquals(List.of(), jobs(tx, connection));
              return null;
            });
    assertEquals(EVENTS, h.events(user, "historical.data."));
    h.node
        .db()
        .tx(
            tx -> {
              assertEquals(1, stage.schedule(tx, connection, Ids.uuid()));
              assertEquals(List.of("backfill"), jobs(tx, connection));
              return null;
            });
    assertEquals(2L, h.events(user, "historical.").get("historical.data.sleep.created"));
  }

  /** Data pushed while the connection was paused would be lost. */
  @Test
  void aLinkOfAConnectionThatStoodStillAsksAgain() {
    UUID user = h.user();
    UUID connection = connection(user);
    HistoricalPullPlanner stage = stage(provider().historyByPush().build());
    h.node.db().tx(tx -> stage.schedule(tx, connection, null));
    h.node.db().query("delete from pull_job where connection_id = $1", connection);
    h.node.db().query("update connection set generation = 2 where id = $1", connection);
    h.node
        .db()
        .tx(
            tx -> {
              assertEquals(1, stage.scheduleAfterLink(tx, connection, true));
              assertEquals(List.of("backfill"), jobs(tx, connection));
              return null;
            });
  }

  /**
   * The new link must send the request, because the earlier link that was to send it has been
   * replaced.
   */
  @Test
  void aLinkAnewBeforeTheProviderWasAskedStillAsks() {
    UUID user = h.user();
    UUID connection = connection(user);
    HistoricalPullPlanner stage = stage(provider().historyByPush().build());
    h.node
        .db()
        .tx(
            tx -> {
              stage.schedule(tx, connection, null);
              tx.update("update connection set generation = 2 where id = $1", connection);
              assertEquals(1, stage.schedule(tx, connection, null));
              assertEquals(List.of("backfill"), jobs(tx, connection));
              assertTrue(
                  tx.first(
                          "select 1 from pull_job where connection_id = $1 and generation = 2",
                          connection)
                      .isPresent());
              return null;
            });
  }

  @Test
  void rangesThatAreFixedStayWhateverATeamWishes() {
    Descriptor fixed =
        provider().fixedDays(Map.of(Resource.HEARTRATE, 14, Resource.ACTIVITY, 0)).build();
    HistoryWindow days = new HistoryWindow(Map.of("", 60, "heartrate", 200), 365);
    assertEquals(14, days.days(fixed, Resource.HEARTRATE));
    assertEquals(60, days.days(fixed, Resource.SLEEP));
    UUID user = h.user();
    UUID connection = connection(user);
    h.node
        .db()
        .tx(
            tx -> {
              assertEquals(3, stage(fixed).schedule(tx, connection, null));
              assertEquals(List.of("backfill", "daily", "night"), jobs(tx, connection));
              return null;
            });
    // An empty history is announced as such.
    assertEquals(
        Map.of("historical.data.activity.created", 1L), h.events(user, "historical.data."));
    assertEquals(
        Duration.ofDays(14).toDays(),
        h.count(
            "select extract(day from range_end - range_start)::bigint from historical_pull where"
                + " user_id = $1 and resource = 'heartrate'",
            user));
  }
}
