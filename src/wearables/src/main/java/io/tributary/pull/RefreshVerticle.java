package io.tributary.pull;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.ingest.DataOrigin;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Refreshes the connections of a user on request. Each connection is read on its own virtual
 * thread.
 */
final class RefreshVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(RefreshVerticle.class.getName());
  private static final int CONCURRENCY = 512;
  // A provider that hangs must leave capacity for requests that do not use it.
  private static final int SLOTS_PER_PROVIDER = 32;

  private static final String LOCK_USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null for no key update
      """;

  private static final String RECENT =
      """
      select count(*) as n,
             extract(epoch from min(at) + $2::bigint * interval '1 millisecond' - now())::float8 as wait
        from user_refresh where user_id = $1 and at > now() - $2::bigint * interval '1 millisecond'
      """;

  private static final String COUNT = "insert into user_refresh (user_id, at) values ($1, now())";

  private static final String FORGET =
      "delete from user_refresh where user_id = $1 and at <= now() - $2::bigint * interval '1"
          + " millisecond'";

  private final Db db;
  private final Bus bus;
  private final PollJob executor;
  private final PollRepo repo;
  private final PullMetrics meters;
  private final ServiceConfig.Users limits;
  private final Map<String, Semaphore> slots = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  RefreshVerticle(
      HistoricalPullJob.PullServices parts, Bus bus, PollRepo repo, ServiceConfig.Users limits) {
    this.db = parts.db();
    this.bus = bus;
    this.executor = new PollJob(parts, DataOrigin.Channel.REFRESH);
    this.repo = repo;
    this.meters = parts.meters();
    this.limits = limits;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.REFRESH,
        RefreshMessages.class,
        CONCURRENCY,
        m ->
            switch (m) {
              case RefreshMessages.RefreshUser r -> refresh(r);
            });
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    return Future.succeededFuture();
  }

  /** Sources of one request and their progress. Several threads write it. */
  private static final class Progress {
    private final Set<String> refreshed = new TreeSet<>();
    private final Set<String> failed = new TreeSet<>();
    private final Set<String> inProgress = new TreeSet<>();

    synchronized void add(Collection<String> sources) {
      inProgress.addAll(sources);
    }

    synchronized void complete(Collection<String> sources, boolean ok) {
      inProgress.removeAll(sources);
      (ok ? refreshed : failed).addAll(sources);
    }

    synchronized RefreshMessages.Refreshed snapshot() {
      return new RefreshMessages.Refreshed(
          List.copyOf(refreshed), List.copyOf(inProgress), List.copyOf(failed));
    }
  }

  private RefreshMessages.Refreshed refresh(RefreshMessages.RefreshUser m) {
    checkRateLimit(m);
    Progress progress = new Progress();
    List<Future<?>> ends = new ArrayList<>();
    for (PollRepo.DuePoll poll : repo.ofUser(m.user(), m.tenant())) {
      List<FeedReader.FeedSelection> wanted = executor.pollableFeeds(poll);
      wanted.forEach(p -> progress.add(sources(poll, p)));
      if (wanted.isEmpty()) {
        continue;
      }
      Semaphore places = slotsOf(poll.provider());
      if (places.tryAcquire()) {
        ends.add(readConnection(poll, wanted, progress).onComplete(end -> places.release()));
      } else {
        wanted.forEach(p -> progress.complete(sources(poll, p), false));
        meters.pollEnded(poll.provider(), "refresh_failed");
      }
    }
    try {
      if (!ends.isEmpty()) {
        Future.join(ends).timeout(m.limit().toMillis(), TimeUnit.MILLISECONDS).await();
      }
    } catch (RuntimeException late) {
      // unfinished reads continue
    } catch (Exception late) {
      // timeout, thrown by await() without declaring it
    }
    return progress.snapshot();
  }

  private Semaphore slotsOf(String provider) {
    return slots.computeIfAbsent(provider, p -> new Semaphore(SLOTS_PER_PROVIDER));
  }

  /** Counts the request. Concurrent requests cannot exceed the limit. */
  private void checkRateLimit(RefreshMessages.RefreshUser m) {
    long window = limits.refreshWindow().toMillis();
    db.tx(
        tx -> {
          tx.first(LOCK_USER, m.user(), m.tenant().team(), m.tenant().environment().wire())
              .orElseThrow(() -> ServiceException.notFound("user"));
          var recent = tx.first(RECENT, m.user(), window).orElseThrow();
          if (recent.getLong("n") >= limits.refreshPerHour()) {
            double wait = recent.getDouble("wait") == null ? 1 : recent.getDouble("wait");
            throw ServiceException.tooManyRequests(
                "a user can be refreshed at most " + limits.refreshPerHour() + " times per hour",
                Duration.ofSeconds(Math.max(1, (long) Math.ceil(wait))));
          }
          tx.update(FORGET, m.user(), window);
          return tx.update(COUNT, m.user());
        });
  }

  private Future<Void> readConnection(
      PollRepo.DuePoll poll, List<FeedReader.FeedSelection> wanted, Progress progress) {
    Promise<Void> end = Promise.promise();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(
        v -> {
          Instant began = Instant.now();
          try {
            PollJob.Outcome outcome =
                executor.run(
                    poll,
                    wanted,
                    () -> !stopping,
                    (part, ok) -> progress.complete(sources(poll, part), ok),
                    calls -> {},
                    PullSlot.NONE);
            if (outcome.success()) {
              repo.recordRefresh(poll, began);
            }
            meters.pollEnded(poll.provider(), outcome.success() ? "refreshed" : "refresh_failed");
          } catch (Exception e) {
            // Any exception: await() throws checked network exceptions without declaring them.
            Tracing.recordFailure(e);
            reportFailure(poll, e);
          } finally {
            // Feeds that were not attempted after a failure have failed too.
            Set<String> left = new TreeSet<>(progress.snapshot().inProgress());
            left.removeIf(s -> !s.startsWith(poll.provider() + "/"));
            progress.complete(left, false);
            end.complete();
          }
        });
    return end.future();
  }

  /** Reports a failure. Stored data stays, and polls continue from their own position. */
  private void reportFailure(PollRepo.DuePoll poll, Exception e) {
    meters.pollEnded(poll.provider(), "refresh_failed");
    String what = "refresh connection=" + poll.connection();
    if (SqlErrors.isTransient(e)) {
      LOG.log(Level.WARNING, what + " interrupted: " + SafeErrorMessage.of(e));
    } else {
      LOG.log(Level.ERROR, what + " failed", e);
    }
  }

  private static List<String> sources(PollRepo.DuePoll poll, FeedReader.FeedSelection part) {
    return part.resources().stream().map(r -> poll.provider() + "/" + r.wire()).toList();
  }
}
