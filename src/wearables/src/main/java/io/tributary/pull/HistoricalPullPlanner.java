package io.tributary.pull;

import io.tributary.config.PullConfig;
import io.tributary.connection.ResourceAvailability;
import io.tributary.core.Ids;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import io.tributary.telemetry.Tracing;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Schedules the historical pull of a connection: one job per feed and range, in the transaction of
 * the link or of the granted trigger.
 *
 * <p>A new pull replaces the jobs of earlier ones, except an unfinished job for the same days,
 * which serves both (ADR 0020).
 */
public final class HistoricalPullPlanner {
  /** Queue that wakes the claim loops. */
  static final String QUEUE = "pull";

  private static final String CONNECTION =
      """
      select c.user_id, c.team_id, c.environment, c.provider, c.app_id, c.demo, c.scopes_granted,
             c.generation, c.status, u.client_user_id, u.ingestion_start, u.ingestion_end, now() as now
        from connection c join app_user u on u.id = c.user_id
       where c.id = $1
         for no key update of c
      """;

  private static final String PREFERENCES =
      """
      select resource, historical_days from pull_preference
       where team_id = $1 and environment = $2 and provider = $3
      """;

  private static final String UNFINISHED =
      """
      select id, feed, resources, generation, range_start, range_end from pull_job
       where connection_id = $1 and state in ('scheduled', 'in_progress', 'retrying')
       order by id for update
      """;

  private static final String DELETE_REPLACED =
      "delete from pull_job where connection_id = $1 and id <> all ($2::uuid[])";

  private static final String INSERT_JOB =
      """
      insert into pull_job (id, connection_id, user_id, team_id, environment, provider, app_id, feed,
                            resources, generation, trigger_id, state, range_start, range_end,
                            trace_id, release)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'scheduled', $12, $13, $14, $15)
      """;

  private static final String UPSERT_STATUS =
      """
      insert into historical_pull as h (user_id, provider, resource, job_id, status, range_start, range_end,
                                        scheduled_at, ended_at, release, trace_id)
      select $1, $2, r, $4, $5, $6, $7, now(), case when $5 = 'success' then now() end, $8, $9
        from unnest($3::text[]) as t(r) order by r
      on conflict (user_id, provider, resource) do update
         set job_id = excluded.job_id, status = excluded.status, range_start = excluded.range_start,
             range_end = excluded.range_end, scheduled_at = excluded.scheduled_at, started_at = null,
             ended_at = excluded.ended_at, days = '{}', release = excluded.release,
             trace_id = excluded.trace_id, error_details = null
      """;

  /** Triggers finish when their connection has no unfinished job; see {@code finishTriggers}. */
  private static final String FINISH_TRIGGERS =
      """
      update pull_trigger set finished_at = now()
       where connection_id = $1 and (state = 'granted' or id = $2) and finished_at is null
         and not exists (select 1 from pull_job
                          where connection_id = $1 and state in ('scheduled', 'in_progress', 'retrying'))
      returning id
      """;

  private final Adapters adapters;
  private final Outbox outbox;
  private final PullConfig settings;
  private final String release;

  /**
   * @param release version of this build, shown with every pull
   */
  public HistoricalPullPlanner(
      Adapters adapters, Outbox outbox, PullConfig settings, String release) {
    this.adapters = adapters;
    this.outbox = outbox;
    this.settings = settings;
    this.release = release;
  }

  /** Connection to schedule, with its row locked. */
  private record Target(
      UUID connection,
      UUID user,
      Tenant tenant,
      String provider,
      UUID app,
      boolean demo,
      List<String> scopes,
      int generation,
      boolean connected,
      String clientUserId,
      LocalDate from,
      LocalDate to,
      Instant now) {}

  /**
   * Feed and range to pull.
   *
   * @param deliveredByProvider true when the provider sends the history by itself, so that nothing
   *     is fetched
   */
  private record PlannedPull(
      Feed feed, PullRange range, Set<Resource> resources, boolean deliveredByProvider) {
    boolean hasNothingToFetch() {
      return deliveredByProvider || range.isEmpty();
    }
  }

  private record UnfinishedJob(
      UUID id, String feed, Set<String> resources, int generation, PullRange range) {}

  /**
   * Schedules the pulls of a connected connection. Locks the connection's row and must run in the
   * transaction that decided to pull.
   *
   * @param trigger granted bulk trigger, or null after a link
   * @return number of jobs to be done; 0 when there is nothing to fetch
   */
  public int schedule(Tx tx, UUID connection, UUID trigger) {
    return schedule(tx, connection, trigger, false);
  }

  /**
   * Schedules the pulls after a link.
   *
   * @param behind true when nothing was ingested for a while; the history is then also requested
   *     again from a provider that is normally asked only once
   */
  public int scheduleAfterLink(Tx tx, UUID connection, boolean behind) {
    return schedule(tx, connection, null, behind);
  }

  private int schedule(Tx tx, UUID connection, UUID trigger, boolean behind) {
    Target target =
        tx.first(CONNECTION, connection)
            .map(r -> target(connection, r))
            .orElseThrow(() -> ServiceException.notFound("connection"));
    Optional<Adapter> adapter = adapters.of(target.provider(), target.demo());
    int jobs =
        target.connected() && adapter.isPresent()
            ? schedule(tx, target, adapter.get().descriptor(), trigger, behind)
            : 0;
    finishTriggers(tx, connection, trigger);
    return jobs;
  }

  private int schedule(Tx tx, Target target, Descriptor provider, UUID trigger, boolean behind) {
    List<UnfinishedJob> open = unfinished(tx, target.connection());
    boolean again = target.generation() > 1 && trigger == null && open.isEmpty() && !behind;
    if (again && provider.history() == Descriptor.HistorySource.BY_PUSH) {
      // This provider was asked for its history already and is not asked again.
      return 0;
    }
    List<UUID> kept = new ArrayList<>();
    List<PlannedPull> fresh = new ArrayList<>();
    for (PlannedPull w : plan(tx, target, provider)) {
      Optional<UnfinishedJob> same = open.stream().filter(o -> covers(o, w, target)).findFirst();
      same.ifPresentOrElse(o -> kept.add(o.id()), () -> fresh.add(w));
    }
    tx.update(DELETE_REPLACED, target.connection(), kept.toArray(UUID[]::new));
    for (PlannedPull w : fresh) {
      add(tx, target, w, trigger);
    }
    if (!fresh.isEmpty()) {
      tx.wakeAfterCommit(QUEUE);
    }
    return kept.size() + (int) fresh.stream().filter(w -> !w.hasNothingToFetch()).count();
  }

  private static boolean covers(UnfinishedJob job, PlannedPull w, Target target) {
    return job.generation() == target.generation()
        && job.feed().equals(w.feed().name())
        && job.resources().equals(wireNames(w.resources()))
        && job.range().coversSameDays(w.range());
  }

  private List<PlannedPull> plan(Tx tx, Target target, Descriptor provider) {
    HistoryWindow days =
        new HistoryWindow(
            RowMapping.list(
                    tx.query(
                        PREFERENCES,
                        target.tenant().team(),
                        target.tenant().environment().wire(),
                        target.provider()),
                    r -> Map.entry(r.getString("resource"), r.getInteger("historical_days")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
            settings.maxDays());
    Map<String, ResourceAvailability> open = ResourceAvailability.of(provider, target.scopes());
    boolean byPush = provider.history() == Descriptor.HistorySource.BY_PUSH;
    List<PlannedPull> out = new ArrayList<>();
    for (Feed feed : provider.feeds()) {
      Map<PullRange, Set<Resource>> byRange = new LinkedHashMap<>();
      if (feed.resources().isEmpty()) {
        // Feeds without resources, such as device data, belong to the start as well. So do feeds
        // that request a provider to send its history.
        int asked = byPush ? longest(provider, days) : provider.historicalDays();
        byRange.put(range(target, asked), Set.of());
      }
      for (Resource r : new TreeSet<>(feed.resources())) {
        if (open.containsKey(r.wire()) && open.get(r.wire()).available()) {
          byRange
              .computeIfAbsent(range(target, days.days(provider, r)), k -> new TreeSet<>())
              .add(r);
        }
      }
      byRange.forEach(
          (range, resources) ->
              out.add(new PlannedPull(feed, range, resources, byPush && !resources.isEmpty())));
    }
    // Devices first, so that later records are stored with their device.
    out.sort((a, b) -> Boolean.compare(b.resources().isEmpty(), a.resources().isEmpty()));
    return out;
  }

  private static int longest(Descriptor provider, HistoryWindow days) {
    return provider.resources().stream()
        .mapToInt(r -> days.days(provider, r))
        .max()
        .orElse(provider.historicalDays());
  }

  private static PullRange range(Target target, int days) {
    return PullRange.of(target.now(), days, target.from(), target.to());
  }

  private void add(Tx tx, Target t, PlannedPull w, UUID trigger) {
    UUID job = Ids.uuid();
    // The pull continues the trace of the request, if that one is recorded.
    String trace = Tracing.traceId().orElseGet(Ids::traceId);
    Tracing.remember(job);
    String[] resources = wireNames(w.resources()).toArray(String[]::new);
    boolean nothing = w.hasNothingToFetch();
    if (!nothing) {
      tx.update(
          INSERT_JOB,
          job,
          t.connection(),
          t.user(),
          t.tenant().team(),
          t.tenant().environment().wire(),
          t.provider(),
          t.app(),
          w.feed().name(),
          resources,
          t.generation(),
          trigger,
          w.range().start(),
          w.range().end(),
          trace,
          release);
    }
    tx.update(
        UPSERT_STATUS,
        t.user(),
        t.provider(),
        resources,
        job,
        nothing ? "success" : "scheduled",
        w.range().start(),
        w.range().end(),
        release,
        trace);
    if (nothing) {
      outbox.add(
          tx,
          HistoricalEvents.of(
              t.tenant(), t.user(), t.clientUserId(), t.provider(), w.range(), w.resources()));
    }
  }

  /**
   * Finishes the granted triggers of a connection that has no unfinished job. The caller must hold
   * the connection's row lock, so that of two jobs that end together one sees the other.
   */
  static List<UUID> finishTriggers(Tx tx, UUID connection, UUID alsoThis) {
    return RowMapping.list(tx.query(FINISH_TRIGGERS, connection, alsoThis), r -> r.getUUID("id"));
  }

  private static List<UnfinishedJob> unfinished(Tx tx, UUID connection) {
    return RowMapping.list(
        tx.query(UNFINISHED, connection),
        r ->
            new UnfinishedJob(
                r.getUUID("id"),
                r.getString("feed"),
                new TreeSet<>(RowMapping.texts(r, "resources")),
                r.getInteger("generation"),
                new PullRange(
                    RowMapping.instant(r, "range_start"), RowMapping.instant(r, "range_end"))));
  }

  private static Set<String> wireNames(Set<Resource> resources) {
    return resources.stream().map(Resource::wire).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Target target(UUID connection, Row r) {
    return new Target(
        connection,
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getString("provider"),
        r.getUUID("app_id"),
        r.getBoolean("demo"),
        RowMapping.texts(r, "scopes_granted"),
        r.getInteger("generation"),
        r.getString("status").equals("connected"),
        r.getString("client_user_id"),
        r.getLocalDate("ingestion_start"),
        r.getLocalDate("ingestion_end"),
        RowMapping.instant(r, "now"));
  }
}
