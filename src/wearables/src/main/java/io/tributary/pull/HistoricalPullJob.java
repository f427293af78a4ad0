package io.tributary.pull;

import io.tributary.config.PullConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionEnded;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ProviderSessions;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.event.Outbox;
import io.tributary.ingest.CoverageRepo;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestTarget;
import io.tributary.model.NormalizedBatch;
import io.tributary.provider.AccountContext;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;
import io.tributary.rawdocument.RawDocumentStore;
import io.tributary.telemetry.Tracing;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Runs a claimed historical pull job.
 *
 * <p>Windows are read newest first. Each page is stored in one transaction with the position after
 * it, so a job resumes where its last commit was. Every write first locks the claim, so a job that
 * was taken over or replaced leaves no trace. Shared by all threads; a run blocks its virtual
 * thread.
 */
final class HistoricalPullJob {
  private static final System.Logger LOG = System.getLogger(HistoricalPullJob.class.getName());

  /** Dependencies of a run. */
  record PullServices(
      Db db,
      Adapters adapters,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ProviderSessions accounts,
      Ingest ingest,
      RawDocumentStore rawDocuments,
      Outbox outbox,
      ThrottlePermitClient.PermitClientFactory permitClients,
      PullConfig settings,
      PullMetrics meters,
      ProviderCooldowns cooldowns) {}

  private final PullServices services;
  private final PullRepo repo;
  private final PullFailureHandler failureHandler;

  HistoricalPullJob(PullServices parts, PullRepo repo) {
    this.services = parts;
    this.repo = repo;
    this.failureHandler = new PullFailureHandler(parts, repo);
  }

  /**
   * @param going turns false when the run must stop; it then releases the job
   * @param seat slot of the run
   * @return the outcome for the metrics
   */
  String run(PullJob job, BooleanSupplier going, PullSlot seat) {
    Tracing.setSubject(job.id());
    Tracing.setAttribute("provider", job.provider());
    try {
      pull(job, going, seat);
      return "success";
    } catch (RuntimeException e) {
      FailureDecision verdict = FailureDecision.classify(e);
      // A failure while the node stops is no evidence against the pull.
      boolean stopped = verdict.equals(FailureDecision.UNEXPECTED) && !going.getAsBoolean();
      Duration wait =
          services
              .cooldowns()
              .recordFailure(ProviderSlotPool.Lane.HISTORY, job.provider(), job.app(), e);
      String outcome =
          failureHandler.handle(
              job, stopped ? new FailureDecision.Requeue(Duration.ZERO) : verdict, e);
      if (wait.isPositive()) {
        repo.postpone(job, wait);
      }
      return outcome;
    }
  }

  private void pull(PullJob job, BooleanSupplier going, PullSlot seat) {
    Connection connection =
        services
            .connections()
            .find(services.db(), job.connection())
            .filter(c -> c.generation() == job.generation())
            .orElseThrow(() -> new ConnectionEnded("relinked or removed"));
    Adapter adapter =
        services
            .adapters()
            .of(job.provider(), job.demo())
            .orElseThrow(() -> new ConnectionEnded("the provider is no longer offered"));
    Feed feed =
        adapter
            .descriptor()
            .feed(job.feed())
            .orElseThrow(() -> new ConnectionEnded("the feed is no longer offered"));
    try (ThrottlePermitClient gate =
        services
            .permitClients()
            .of(job.provider(), job.app(), job.user(), true, going, calls -> {}, seat)) {
      read(job, going, connection, adapter, feed, gate);
    }
  }

  private void read(
      PullJob job,
      BooleanSupplier going,
      Connection connection,
      Adapter adapter,
      Feed feed,
      ThrottlePermitClient gate) {
    Puller.Account account = services.accounts().open(connection, gate);
    List<PullRange.Days> windows = openWindows(job, feed);
    PullSource via =
        new PullSource(
            new DataOrigin(
                DataOrigin.Channel.PULL,
                job.id().toString(),
                adapter.mappingVersion(),
                AccountContext.of(account).zoneRule()),
            account,
            gate);
    for (int i = 0; i < windows.size(); i++) {
      pullWindow(job, going, adapter, account, feed, windows.get(i), via, i + 1 == windows.size());
    }
  }

  /** Source of a job's records. */
  private record PullSource(DataOrigin origin, Puller.Account account, ThrottlePermitClient gate) {
    /** Current facts about the account. The page that was just read may have changed them. */
    AccountContext accountContext() {
      return AccountContext.of(account);
    }
  }

  /** Returns the windows that are not stored yet. */
  private static List<PullRange.Days> openWindows(PullJob job, Feed feed) {
    PullRange.Days all = job.range().calendarDays();
    return PullRange.windows(
        job.position().map(p -> new PullRange.Days(all.first(), p.last())).orElse(all),
        feed.windowDays());
  }

  private void pullWindow(
      PullJob job,
      BooleanSupplier going,
      Adapter adapter,
      Puller.Account account,
      Feed feed,
      PullRange.Days days,
      PullSource via,
      boolean last) {
    Puller.Window window = new Puller.Window(days.first(), days.last(), Instant.now());
    var cursor = job.position().map(p -> p.pageCursor(days)).orElse(null);
    do {
      if (!going.getAsBoolean()) {
        throw PermitDenied.stopped();
      }
      Puller.Page page = adapter.puller().orElseThrow().pull(account, feed, window, cursor);
      cursor = page.next();
      if (cursor == null && last) {
        finish(job, page, window, via);
      } else {
        boolean read = cursor == null;
        PullJob.Position next =
            read
                ? PullJob.Position.window(days.first().minusDays(1))
                : new PullJob.Position(days.last(), days.first(), cursor);
        services
            .db()
            .txLockingUser(
                job.user(),
                tx -> {
                  store(tx, job, page, read ? window : null, via);
                  repo.advance(tx, job, next);
                  return null;
                });
      }
      via.gate().pageStored();
      reportRejected(job, page.batch());
    } while (cursor != null);
    services.meters().windowRead(job.provider());
  }

  /**
   * @param ended window that this page completes, or null
   */
  private IngestTarget store(
      Tx tx, PullJob job, Puller.Page page, Puller.Window ended, PullSource via) {
    IngestTarget target =
        repo.lockTarget(tx, job)
            .orElseThrow(() -> new ConnectionEnded("no longer connected"))
            .withOrigin(via.origin());
    if (!repo.lockClaim(tx, job)) {
      throw new FailureDecision.ClaimLost();
    }
    repo.addDays(
        tx,
        job,
        services.ingest().store(tx, target, page.batch().retain(job.resources()), true).days());
    services
        .rawDocuments()
        .store(tx, target, reading(job.feed(), via.accountContext(), page, ended));
    if (ended != null) {
      CoverageRepo.recordRequested(
          tx,
          job.user(),
          job.provider(),
          job.resources(),
          ended.first(),
          ended.last(),
          ended.now());
    }
    return target;
  }

  /**
   * @param ended window that the page completes, or null
   */
  static RawDocumentStore.FeedReading reading(
      String feed, AccountContext facts, Puller.Page page, Puller.Window ended) {
    return new RawDocumentStore.FeedReading(
        feed,
        facts,
        page.documents(),
        ended == null ? null : new RawDocumentStore.DayRange(ended.first(), ended.last()));
  }

  /** Stores the last page, the success and its events in one transaction. */
  private void finish(PullJob job, Puller.Page page, Puller.Window window, PullSource via) {
    List<UUID> triggers =
        services
            .db()
            .txLockingUser(
                job.user(),
                tx -> {
                  repo.lockConnection(tx, job);
                  IngestTarget target = store(tx, job, page, window, via);
                  repo.endJob(tx, job.id(), "success", null);
                  services
                      .ingest()
                      .recordAttempt(tx, job.user(), job.provider(), job.resources(), true);
                  services
                      .outbox()
                      .add(
                          tx,
                          HistoricalEvents.of(
                              job.tenant(),
                              job.user(),
                              target.clientUserId(),
                              job.provider(),
                              job.range(),
                              job.resources()));
                  return HistoricalPullPlanner.finishTriggers(tx, job.connection(), null);
                });
    failureHandler.notifyThrottle(job, triggers);
  }

  private void reportRejected(PullJob job, NormalizedBatch batch) {
    if (!batch.refused().isEmpty()) {
      services.meters().documentsRejected(job.provider(), batch.refused().size());
      LOG.log(
          Level.WARNING,
          "pull="
              + job.id()
              + " unusable documents="
              + batch.refused().size()
              + " first="
              + batch.refused().getFirst());
    }
  }
}
