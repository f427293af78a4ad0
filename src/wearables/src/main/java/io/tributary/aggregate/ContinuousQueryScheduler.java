package io.tributary.aggregate;

import io.tributary.config.ContinuousQueryConfig;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.ingest.IngestListener;
import io.tributary.ingest.IngestRequest;
import io.tributary.ingest.IngestResult;
import io.tributary.model.Resource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Schedules runs of continuous queries in the transaction that changes a user's data, so that no
 * change is lost.
 *
 * <p>To keep ingestion cheap, a node caches for a short time that a team has no continuous query;
 * changes within that time schedule nothing. Two rules make this safe. The first runs of a new
 * query are due only after twice that time ({@link ContinuousQueryRepo}) and compute everything.
 * Each run begins only after the transactions that hold the user's row have ended ({@link
 * ContinuousQueryTaskRepo}).
 */
final class ContinuousQueryScheduler implements IngestListener {
  static final String QUEUE = "continuous";
  private static final int MAX_CACHED = 10_000;

  private static final String HAS_ACTIVE_QUERY =
      "select exists (select 1 from continuous_query where team_id = $1 and environment = $2 and"
          + " status = 'active')";

  /** A scheduled run extends its range of days and keeps its due time. */
  private static final String SCHEDULE =
      """
      insert into continuous_query_task as t (id, query_id, user_id, status, from_day, to_day, due_at)
      select gen_random_uuid(), q.id, c.user_id, 'scheduled',
             case when bool_or(c.from_day is null) then null else min(c.from_day) end,
             case when bool_or(c.to_day is null) then null else max(c.to_day) end,
             greatest(now(), (select l.started_at from continuous_query_task l
                               where l.query_id = q.id and l.user_id = c.user_id
                                 and l.started_at is not null
                               order by l.scheduled_at desc, l.id desc limit 1)
                             + coalesce(q.minimum_gap_s * interval '1 second',
                                        $7::bigint * interval '1 millisecond'))
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::date[], $6::date[])
               as c(user_id, team_id, environment, resource, from_day, to_day)
        join continuous_query q on q.team_id = c.team_id and q.environment = c.environment
         and q.status = 'active' and c.resource = any (q.resources)
       group by q.id, q.minimum_gap_s, c.user_id
       order by c.user_id, q.id
      on conflict (query_id, user_id) where status = 'scheduled' do update
        set from_day = case when t.from_day is null or excluded.from_day is null then null
                            else least(t.from_day, excluded.from_day) end,
            to_day = case when t.to_day is null or excluded.to_day is null then null
                          else greatest(t.to_day, excluded.to_day) end
      """;

  private final ContinuousQueryConfig settings;
  private final Map<Tenant, Long> tenantsWithoutQueries = new ConcurrentHashMap<>();

  ContinuousQueryScheduler(ContinuousQueryConfig settings) {
    this.settings = settings;
  }

  private record ResourceChange(
      UUID user, Tenant tenant, Resource resource, LocalDate from, LocalDate to) {}

  @Override
  public void onStored(Tx tx, List<IngestRequest> entries, List<IngestResult> outcomes) {
    List<ResourceChange> marks = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Tenant tenant = entries.get(i).target().tenant();
      Set<Resource> changed = changed(outcomes.get(i));
      if (!changed.isEmpty() && mayHaveQueries(tx, tenant)) {
        for (Resource r : changed) {
          Set<LocalDate> days = outcomes.get(i).days().getOrDefault(r, Set.of());
          marks.add(
              new ResourceChange(
                  entries.get(i).target().userId(),
                  tenant,
                  r,
                  days.isEmpty() ? null : Collections.min(days),
                  days.isEmpty() ? null : Collections.max(days)));
        }
      }
    }
    if (marks.isEmpty()) {
      return;
    }
    int n =
        tx.update(
            SCHEDULE,
            marks.stream().map(ResourceChange::user).toArray(UUID[]::new),
            marks.stream().map(m -> m.tenant().team()).toArray(UUID[]::new),
            marks.stream().map(m -> m.tenant().environment().wire()).toArray(String[]::new),
            marks.stream().map(m -> m.resource().wire()).toArray(String[]::new),
            marks.stream().map(ResourceChange::from).toArray(LocalDate[]::new),
            marks.stream().map(ResourceChange::to).toArray(LocalDate[]::new),
            settings.defaultInterval().toMillis());
    if (n > 0) {
      tx.wakeAfterCommit(QUEUE);
    }
  }

  private static Set<Resource> changed(IngestResult stored) {
    Set<Resource> out = EnumSet.noneOf(Resource.class);
    out.addAll(stored.created().keySet());
    out.addAll(stored.updated().keySet());
    return out;
  }

  private boolean mayHaveQueries(Tx tx, Tenant tenant) {
    Long at = tenantsWithoutQueries.get(tenant);
    long now = System.nanoTime();
    if (at != null && now - at < settings.cacheTtl().toNanos()) {
      return false;
    }
    boolean any =
        tx.first(HAS_ACTIVE_QUERY, tenant.team(), tenant.environment().wire())
            .orElseThrow()
            .getBoolean(0);
    if (any) {
      tenantsWithoutQueries.remove(tenant);
    } else {
      if (tenantsWithoutQueries.size() >= MAX_CACHED) {
        tenantsWithoutQueries.clear();
      }
      // The time from before the lookup: a query that the lookup did not find was created later.
      tenantsWithoutQueries.put(tenant, now);
    }
    return any;
  }
}
