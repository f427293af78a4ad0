package io.tributary.pull;

import io.tributary.config.ServiceConfig;
import io.tributary.core.SafeErrorMessage;
import io.tributary.ingest.DataOrigin;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Polls connections that are due, with a limited number of concurrent polls. */
final class PollVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(PollVerticle.class.getName());
  private static final Duration COUNT_INTERVAL = Duration.ofMinutes(1);
  private static final Duration MAX_INTERRUPTION = Duration.ofDays(1);

  private final HistoricalPullJob.PullServices services;
  private final PollRepo repo;
  private final PollJob executor;
  private final ServiceConfig config;
  private final PollScheduler scheduler;
  private final Map<PollRepo.LinkGeneration, InterruptedPoll> interrupted = new HashMap<>();
  private final Map<PollRepo.LinkGeneration, Running> running = new HashMap<>();
  private ProviderSlotPool.Claimer claimer;
  private JobRunner<PollRepo.DuePoll> runner;
  private volatile boolean stopping;

  PollVerticle(HistoricalPullJob.PullServices parts, PollRepo repo, ServiceConfig config) {
    this.services = parts;
    this.repo = repo;
    this.executor = new PollJob(parts, DataOrigin.Channel.POLL);
    this.config = config;
    this.scheduler =
        new PollScheduler(
            config.pull().pollInterval(),
            config.providers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().quotas())));
  }

  /** Poll in progress. */
  private static final class Running {
    /** True once the link has ended; no more calls are made with its tokens. */
    private volatile boolean claimLost;
  }

  /**
   * Poll that was interrupted by a wait. A user's quota may be smaller than a poll, which would
   * never complete if it started from the beginning each time.
   *
   * @param at start of the poll
   * @param read feeds that were read
   * @param calls calls made so far
   */
  private record InterruptedPoll(Instant at, Set<String> read, AtomicInteger calls) {}

  @Override
  public Future<?> start() {
    claimer = services.cooldowns().slots().newClaimer(ProviderSlotPool.Lane.NEW_DATA);
    runner =
        new JobRunner<>(
            vertx,
            services.db(),
            "poll",
            services.settings().concurrency(),
            services.settings().claimInterval(),
            this::claim,
            this::poll);
    runner.start();
    vertx.setPeriodic(Math.max(20, services.settings().lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(0, COUNT_INTERVAL.toMillis(), id -> refreshCounts());
    return Future.succeededFuture();
  }

  /**
   * Abandons a poll that hangs in a call. Its lease expires, and repeating the read is harmless.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    return runner
        .stop()
        .timeout(Math.max(1, config.node().shutdownTimeout().toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .onComplete(done -> claimer.close());
  }

  private List<PollRepo.DuePoll> claim(int free) {
    ProviderSlotPool.Offer offer = claimer.offer();
    List<PollRepo.DuePoll> polls = List.of();
    try {
      polls = offer.isEmpty() ? polls : repo.claim(free, offer);
    } finally {
      claimer.recordClaim(offer, polls.stream().map(PollVerticle::work).toList());
    }
    return polls;
  }

  private static ProviderSlotPool.TeamWork work(PollRepo.DuePoll poll) {
    return new ProviderSlotPool.TeamWork(poll.provider(), poll.tenant().team());
  }

  private void poll(PollRepo.DuePoll poll) {
    PollRepo.LinkGeneration link =
        new PollRepo.LinkGeneration(poll.connection(), poll.generation());
    Running claim = new Running();
    running.put(link, claim);
    InterruptedPoll b =
        interrupted.computeIfAbsent(
            link, l -> new InterruptedPoll(Instant.now(), new HashSet<>(), new AtomicInteger()));
    PollJob.Outcome outcome = new PollJob.Outcome(false, null);
    try {
      List<FeedReader.FeedSelection> left =
          executor.pollableFeeds(poll).stream()
              .filter(p -> !b.read().contains(p.feed().name()))
              .toList();
      outcome =
          executor.run(
              poll,
              left,
              () -> !stopping && !claim.claimLost,
              (part, ok) -> {
                if (ok) {
                  b.read().add(part.feed().name());
                }
              },
              b.calls()::addAndGet,
              claimer.slot(work(poll), poll.app()));
    } finally {
      running.remove(link, claim);
      claimer.release(work(poll));
      if (outcome.pause() == null) {
        interrupted.remove(link);
      }
      if (outcome.success() && !poll.demo()) {
        scheduler.recordCalls(poll.provider(), b.calls().get());
      }
      Duration wait = outcome.pause() == null ? jittered(interval(poll)) : outcome.pause();
      repo.complete(poll, wait, outcome.success(), b.at());
      services.meters().pollEnded(poll.provider(), outcome.success() ? "success" : "failure");
    }
  }

  /** Returns the poll interval. Demo data is generated at its own interval. */
  private Duration interval(PollRepo.DuePoll poll) {
    return poll.demo()
        ? config.demo().newDataInterval()
        : services
            .adapters()
            .of(poll.provider(), false)
            .map(a -> scheduler.interval(a.descriptor(), poll.app()))
            .orElse(config.pull().pollInterval());
  }

  private void refreshCounts() {
    // Discards the progress of polls that never resume, because their connection has ended.
    Instant old = Instant.now().minus(MAX_INTERRUPTION);
    interrupted.values().removeIf(b -> b.at().isBefore(old));
    try {
      scheduler.setConnections(repo.pollCounts());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "poll: due connections not counted: " + e.getMessage());
    }
  }

  private static Duration jittered(Duration d) {
    long ms = Math.max(10, d.toMillis());
    return Duration.ofMillis(ms - ms / 10 + ThreadLocalRandom.current().nextLong(ms / 5 + 1));
  }

  private void heartbeat() {
    if (running.isEmpty()) {
      return;
    }
    try {
      Map<PollRepo.LinkGeneration, Running> told = Map.copyOf(running);
      Set<PollRepo.LinkGeneration> kept = repo.heartbeat(told.keySet());
      told.forEach((link, claim) -> claim.claimLost |= !kept.contains(link));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "poll: leases not renewed: " + SafeErrorMessage.of(e));
    }
  }
}
