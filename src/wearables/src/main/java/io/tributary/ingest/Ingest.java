package io.tributary.ingest;

import io.micrometer.core.instrument.Counter;
import io.tributary.db.Tx;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import io.tributary.metrics.Metrics;
import io.tributary.model.LegacySource;
import io.tributary.model.NormalizedBatch;
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
 * Stores normalized batches.
 *
 * <p>There is one row per identity and the latest content wins; identical content changes nothing.
 * New and changed records become events in the same transaction. The users' rows are locked first,
 * in ID order. Thread-safe.
 */
public final class Ingest {
  private static final int EVENT_BATCH = 32;

  /**
   * Locks the users until commit. An erasure then runs entirely before or after, and batches of one
   * user are serialized, because they may touch the same sample block. Locking in ID order prevents
   * deadlocks.
   */
  private static final String LOCK_USERS =
      """
      select 1 from app_user
       where id = any ($1) and deleted_at is null order by id for no key update
      """;

  /**
   * Reads the locked users and whether their team has any consumer of events: an endpoint, a
   * broker, or its own reader of the event log. Without a consumer no event body is stored.
   * Backfill events go only to brokers whose team has enabled them. This runs after the lock wait;
   * otherwise an endpoint created in the meantime would be missed.
   */
  private static final String READ_USERS =
      """
      select u.id, extract(epoch from now())::int as now,
             exists (select 1 from webhook_endpoint e
                      where e.team_id = u.team_id and e.environment = u.environment
                        and e.deleted_at is null)
             or exists (select 1 from event_log l
                         where l.team_id = u.team_id and l.environment = u.environment) as heard,
             exists (select 1 from streaming_destination p join webhook_endpoint e
                         on e.team_id = p.team_id and e.environment = p.environment
                        and e.kind <> 'webhook' and e.deleted_at is null and not e.disabled
                      where p.team_id = u.team_id and p.environment = u.environment
                        and p.push_historical_data) as history_heard
        from app_user u
       where u.id = any ($1) and u.deleted_at is null
      """;

  /**
   * User whose row is locked.
   *
   * @param now transaction time in seconds since 1970
   * @param hasConsumer true if events of the user's team have a consumer
   * @param hasHistoryConsumer whether backfill events have a consumer
   */
  private record LockedUser(int now, boolean hasConsumer, boolean hasHistoryConsumer) {}

  private final Outbox outbox;
  private final DataEvents events;
  private final DeviceRegistry devices;
  private final SeriesDictionary dictionary = new SeriesDictionary();
  private final OutcomeCounters samples;
  private final OutcomeCounters summaries;
  private volatile IngestListener listener = IngestListener.NONE;

  /**
   * @param legacyEventFields whether sources in events include the deprecated name, slug and logo
   * @param sources returns those three by provider slug; must accept any slug
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
    this.samples = OutcomeCounters.of(meters, "tributary_ingest_samples");
    this.summaries = OutcomeCounters.of(meters, "tributary_ingest_summaries");
  }

  /** Counters by outcome of a record. */
  private record OutcomeCounters(
      Counter created, Counter updated, Counter unchanged, Counter outside) {
    static OutcomeCounters of(Metrics meters, String name) {
      return new OutcomeCounters(
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
   * Stores a batch in the caller's transaction. Records outside the user's bounds are dropped; for
   * a deleted user nothing is stored.
   *
   * @param history whether the batch is a backfill, which is stored the same way but emits daily
   *     events only to brokers, if at all
   */
  public IngestResult store(Tx tx, IngestTarget target, NormalizedBatch batch, boolean history) {
    return store(tx, List.of(new IngestRequest(target, batch, history))).getFirst();
  }

  /**
   * Stores several batches, which costs little more than one. They apply in the given order.
   *
   * @return one result per batch
   */
  public List<IngestResult> store(Tx tx, List<IngestRequest> entries) {
    List<IngestUnit> shares = entries.stream().map(IngestUnit::new).toList();
    List<IngestUnit> filled =
        shares.stream()
            .filter(s -> !s.isEmpty() || !s.request.batch().devices().isEmpty())
            .toList();
    Map<UUID, LockedUser> held = lockUsers(tx, filled);
    List<IngestUnit> live =
        filled.stream().filter(s -> held.containsKey(s.target().userId())).toList();
    for (IngestUnit share : live) {
      LockedUser user = held.get(share.target().userId());
      share.transactionTime = user.now();
      share.emitsEvents = share.request.history() ? user.hasHistoryConsumer() : user.hasConsumer();
    }
    observeDevices(tx, live);
    for (IngestUnit share : live) {
      storeSummaries(tx, share);
      storeStreams(tx, share);
    }
    storeSamples(tx, live.stream().filter(s -> !s.samples.isEmpty()).toList());
    ResourceStatusRepo.recordStored(tx, live);
    List<Event> news = live.stream().flatMap(s -> s.newEvents.stream()).toList();
    for (int from = 0; from < news.size(); from += EVENT_BATCH) {
      outbox.add(tx, news.subList(from, Math.min(news.size(), from + EVENT_BATCH)));
    }
    tx.afterCommit(() -> live.forEach(this::count));
    List<IngestResult> outcomes =
        shares.stream()
            .map(s -> live.contains(s) ? s.result() : IngestResult.nothing(s.outsideCount()))
            .toList();
    listener.onStored(tx, entries, outcomes);
    return outcomes;
  }

  /** Sets the listener for changes; called while the node starts. */
  public void onChange(IngestListener listener) {
    this.listener = listener;
  }

  /** Records for introspection that a read of these resources succeeded or failed without data. */
  public void recordAttempt(
      Tx tx, UUID userId, String provider, Set<Resource> resources, boolean success) {
    ResourceStatusRepo.recordAttempt(tx, userId, provider, resources, success);
  }

  /** Locks and returns the existing users. */
  private static Map<UUID, LockedUser> lockUsers(Tx tx, List<IngestUnit> shares) {
    Map<UUID, LockedUser> out = new HashMap<>();
    UUID[] users = shares.stream().map(s -> s.target().userId()).distinct().toArray(UUID[]::new);
    if (users.length > 0) {
      tx.query(LOCK_USERS, (Object) users);
      for (Row row : tx.query(READ_USERS, (Object) users)) {
        out.put(
            row.getUUID(0),
            new LockedUser(row.getInteger(1), row.getBoolean(2), row.getBoolean(3)));
      }
    }
    return out;
  }

  private void observeDevices(Tx tx, List<IngestUnit> shares) {
    if (shares.isEmpty()) {
      return;
    }
    List<Optional<UUID>> sole =
        devices.observeAll(
            tx,
            shares.stream()
                .map(
                    s ->
                        new DeviceRegistry.ReportedDevices(
                            s.target().tenant(),
                            s.target().userId(),
                            s.target().clientUserId(),
                            s.target().provider(),
                            s.request.batch().devices()))
                .toList());
    for (int i = 0; i < shares.size(); i++) {
      shares.get(i).device = sole.get(i).orElse(null);
    }
  }

  /** Returns the ID of the target's data origin, creating it if needed; null if unknown. */
  public Integer originId(Tx tx, IngestTarget target) {
    int number = dictionary.origin(tx, target.userId(), target.origin());
    return number == 0 ? null : number;
  }

  private void storeSummaries(Tx tx, IngestUnit share) {
    if (share.summaries.isEmpty()) {
      return;
    }
    UUID user = share.target().userId();
    Integer origin = originId(tx, share.target());
    for (SummaryStore.WrittenSummary c :
        SummaryStore.store(tx, user, share.summaries, share.device, origin)) {
      share.counts.add(c.summary().resource(), c.created(), 1);
      if (share.emitsEvents) {
        share.newEvents.add(events.of(share, c));
      }
    }
  }

  private void storeStreams(Tx tx, IngestUnit share) {
    for (WorkoutStreams.WrittenStream c :
        WorkoutStreams.store(tx, share.target(), share.streams, share.device, share.counts)) {
      if (share.emitsEvents) {
        share.newEvents.add(events.of(share, c));
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
      int origin = dictionary.origin(tx, user, share.target().origin());
      parts.add(
          SampleRows.of(
              tx, dictionary, user, share.samples, share.device, origin, share.transactionTime));
    }
    List<Change[]> changes = SampleStore.store(tx, parts);
    for (int i = 0; i < parts.size(); i++) {
      IngestUnit share = shares.get(i);
      tally(parts.get(i), changes.get(i), share.counts);
      if (share.emitsEvents) {
        share.newEvents.addAll(events.of(share, parts.get(i), changes.get(i)));
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
    NormalizedBatch batch = share.request.batch();
    summaries.add(
        batch.summaries().size() + batch.streams().size(),
        share.summaries.size() + share.streams.size(),
        share.counts.createdOf(false),
        share.counts.updatedOf(false));
    samples.add(
        batch.samples().size(),
        share.samples.size(),
        share.counts.createdOf(true),
        share.counts.updatedOf(true));
  }
}
