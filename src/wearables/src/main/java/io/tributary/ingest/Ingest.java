package io.tributary.ingest;

import io.micrometer.core.instrument.Counter;
import io.tributary.db.Tx;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.model.LegacySource;
import io.tributary.model.NormalisedBatch;
import io.tributary.model.Resource;
import io.tributary.sampleblock.BlockMerger.Change;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Stores batches: one row per identity, the latest content wins, identical content changes nothing
 * (wearables-data.md §5). What is new or changed becomes events in the same transaction. Shared by
 * all threads.
 */
public final class Ingest {
  private static final int EVENTS_AT_ONCE = 32;

  /**
   * Held until commit: an erasure of the user comes before or after, never between, and two batches
   * of a user take turns, since both may touch the same block. In id order, so that nobody waits in
   * a circle.
   */
  private static final String HOLD_USERS =
      """
      select 1 from app_user
       where id = any ($1) and deleted_at is null order by id for no key update
      """;

  /**
   * Who is held, and whether anybody listens to the team's events: an endpoint, a broker, or a team
   * that reads them itself. A body that nobody will ever get is not worth its bytes. Backfill is
   * for brokers only, where a team has said so. After the wait, or an endpoint made meanwhile would
   * not be seen.
   */
  private static final String READ_USERS =
      """
      select u.id, extract(epoch from now())::int as now,
             exists (select 1 from webhook_endpoint e
                      where e.team_id = u.team_id and e.environment = u.environment
                        and e.deleted_at is null)
             or exists (select 1 from event_log l
                         where l.team_id = u.team_id and l.environment = u.environment) as heard,
             exists (select 1 from pipeline p join webhook_endpoint e
                         on e.team_id = p.team_id and e.environment = p.environment
                        and e.kind <> 'webhook' and e.deleted_at is null and not e.disabled
                      where p.team_id = u.team_id and p.environment = u.environment
                        and p.push_historical_data) as history_heard
        from app_user u
       where u.id = any ($1) and u.deleted_at is null
      """;

  /**
   * A user whose row is held.
   *
   * @param now time of the transaction, seconds since 1970
   * @param heard whether events of the user's team have a listener
   * @param historyHeard the same of backfill
   */
  private record Held(int now, boolean heard, boolean historyHeard) {}

  private final Outbox outbox;
  private final DataEvents events;
  private final DeviceRegistry devices;
  private final SeriesDictionary interned = new SeriesDictionary();
  private final Count samples;
  private final Count summaries;
  private volatile IngestListener changes = IngestListener.NONE;

  /**
   * @param legacyEventFields whether sources in events carry the deprecated name, slug and logo
   * @param sources those three by provider slug; must answer for any slug
   */
  public Ingest(
      Outbox outbox,
      boolean legacyEventFields,
      Function<String, LegacySource> sources,
      DeviceRegistry devices,
      Metrics meters) {
    this.outbox = outbox;
    this.events = new DataEvents(legacyEventFields, sources);
    this.devices = devices;
    this.samples = Count.of(meters, "tributary_ingest_samples");
    this.summaries = Count.of(meters, "tributary_ingest_summaries");
  }

  /** Outcomes of records. */
  private record Count(Counter created, Counter updated, Counter unchanged, Counter outside) {
    static Count of(Metrics meters, String name) {
      return new Count(
          meters.counter(name, "outcome", "created"),
          meters.counter(name, "outcome", "updated"),
          meters.counter(name, "outcome", "unchanged"),
          meters.counter(name, "outcome", "outside"));
    }

    void add(int given, int taken, int created, int updated) {
      this.created.increment(created);
      this.updated.increment(updated);
      unchanged.increment(taken - created - updated);
      outside.increment(given - taken);
    }
  }

  /**
   * Stores a batch in the caller's transaction; records outside the user's bounds are dropped. A
   * user who is deleted gets nothing stored.
   *
   * @param history a backfill: stored the same, but daily events go to brokers only, if at all
   */
  public IngestResult store(Tx tx, IngestTarget target, NormalisedBatch batch, boolean history) {
    return store(tx, List.of(new IngestRequest(target, batch, history))).getFirst();
  }

  /**
   * The same for many at once, which costs little more than one. They act one after another in the
   * order given.
   *
   * @return one outcome for each
   */
  public List<IngestResult> store(Tx tx, List<IngestRequest> entries) {
    List<IngestUnit> shares = entries.stream().map(IngestUnit::new).toList();
    List<IngestUnit> filled =
        shares.stream().filter(s -> !s.empty() || !s.entry.batch().devices().isEmpty()).toList();
    Map<UUID, Held> held = hold(tx, filled);
    List<IngestUnit> live =
        filled.stream().filter(s -> held.containsKey(s.target().userId())).toList();
    for (IngestUnit share : live) {
      Held user = held.get(share.target().userId());
      share.now = user.now();
      share.events = share.entry.history() ? user.historyHeard() : user.heard();
    }
    observe(tx, live);
    for (IngestUnit share : live) {
      storeSummaries(tx, share);
      storeStreams(tx, share);
    }
    storeSamples(tx, live.stream().filter(s -> !s.samples.isEmpty()).toList());
    ResourceStatusRepo.stored(tx, live);
    List<Event> news = live.stream().flatMap(s -> s.news.stream()).toList();
    for (int from = 0; from < news.size(); from += EVENTS_AT_ONCE) {
      outbox.add(tx, news.subList(from, Math.min(news.size(), from + EVENTS_AT_ONCE)));
    }
    tx.afterCommit(() -> live.forEach(this::count));
    List<IngestResult> outcomes =
        shares.stream()
            .map(s -> live.contains(s) ? s.stored() : IngestResult.nothing(s.outside()))
            .toList();
    changes.changed(tx, entries, outcomes);
    return outcomes;
  }

  /** Sets who hears of changes; while the node wires. */
  public void onChange(IngestListener listener) {
    this.changes = listener;
  }

  /** Notes for introspection that a read of these resources worked, or did not, without data. */
  public void attempted(
      Tx tx, UUID userId, String provider, Set<Resource> resources, boolean success) {
    ResourceStatusRepo.tried(tx, userId, provider, resources, success);
  }

  /** The users who are there. */
  private static Map<UUID, Held> hold(Tx tx, List<IngestUnit> shares) {
    Map<UUID, Held> out = new HashMap<>();
    UUID[] users = shares.stream().map(s -> s.target().userId()).distinct().toArray(UUID[]::new);
    if (users.length > 0) {
      tx.query(HOLD_USERS, (Object) users);
      for (Row row : tx.query(READ_USERS, (Object) users)) {
        out.put(row.getUUID(0), new Held(row.getInteger(1), row.getBoolean(2), row.getBoolean(3)));
      }
    }
    return out;
  }

  private void observe(Tx tx, List<IngestUnit> shares) {
    if (shares.isEmpty()) {
      return;
    }
    List<Optional<UUID>> sole =
        devices.sole(
            tx,
            shares.stream()
                .map(
                    s ->
                        new DeviceRegistry.Told(
                            s.target().tenant(),
                            s.target().userId(),
                            s.target().clientUserId(),
                            s.target().provider(),
                            s.entry.batch().devices()))
                .toList());
    for (int i = 0; i < shares.size(); i++) {
      shares.get(i).device = sole.get(i).orElse(null);
    }
  }

  /** The number of where a target's records come from, made where needed; null when unknown. */
  public Integer origin(Tx tx, IngestTarget target) {
    int number = interned.origin(tx, target.userId(), target.origin());
    return number == 0 ? null : number;
  }

  private void storeSummaries(Tx tx, IngestUnit share) {
    if (share.summaries.isEmpty()) {
      return;
    }
    UUID user = share.target().userId();
    Integer origin = origin(tx, share.target());
    for (SummaryStore.Changed c :
        SummaryStore.store(tx, user, share.summaries, share.device, origin)) {
      share.tally.add(c.summary().resource(), c.created(), 1);
      if (share.events) {
        share.news.add(events.of(share, c));
      }
    }
  }

  private void storeStreams(Tx tx, IngestUnit share) {
    for (WorkoutStreams.Changed c :
        WorkoutStreams.store(tx, share.target(), share.streams, share.device, share.tally)) {
      if (share.events) {
        share.news.add(events.of(share, c));
      }
    }
  }

  private void storeSamples(Tx tx, List<IngestUnit> shares) {
    if (shares.isEmpty()) {
      return;
    }
    List<SampleRows> parts = new ArrayList<>();
    for (IngestUnit share : shares) {
      UUID user = share.target().userId();
      int origin = interned.origin(tx, user, share.target().origin());
      parts.add(SampleRows.of(tx, interned, user, share.samples, share.device, origin, share.now));
    }
    List<Change[]> changes = SampleStore.store(tx, parts);
    for (int i = 0; i < parts.size(); i++) {
      IngestUnit share = shares.get(i);
      tally(parts.get(i), changes.get(i), share.tally);
      if (share.events) {
        share.news.addAll(events.of(share, parts.get(i), changes.get(i)));
      }
    }
  }

  private static void tally(SampleRows rows, Change[] changes, IngestCounts tally) {
    for (int i = 0; i < changes.length; ) {
      Resource resource = rows.sample(i).resource();
      int created = 0;
      int updated = 0;
      for (; i < changes.length && rows.sample(i).resource() == resource; i++) {
        created += changes[i] == Change.CREATED ? 1 : 0;
        updated += changes[i] == Change.UPDATED ? 1 : 0;
      }
      tally.add(resource, true, created);
      tally.add(resource, false, updated);
    }
  }

  private void count(IngestUnit share) {
    NormalisedBatch batch = share.entry.batch();
    summaries.add(
        batch.summaries().size() + batch.streams().size(),
        share.summaries.size() + share.streams.size(),
        share.tally.createdOf(false),
        share.tally.updatedOf(false));
    samples.add(
        batch.samples().size(),
        share.samples.size(),
        share.tally.createdOf(true),
        share.tally.updatedOf(true));
  }
}
