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
  private static final Duration COUNT_EVERY = Duration.ofMinutes(1);
  private static final Duration LONGEST_BREAK = Duration.ofDays(1);

  private final HistoricalPullJob.Parts parts;
  private final PollRepo repo;
  private final PollJob runs;
  private final ServiceConfig config;
  private final PollScheduler pace;
  private final Map<PollRepo.Link, Begun> begun = new HashMap<>();
  private final Map<PollRepo.Link, Running> running = new HashMap<>();
  private ProviderSlotPool.Desk desk;
  private JobRunner<PollRepo.Poll> loop;
  private volatile boolean stopping;

  PollVerticle(HistoricalPullJob.Parts parts, PollRepo repo, ServiceConfig config) {
    this.parts = parts;
    this.repo = repo;
    this.runs = new PollJob(parts, DataOrigin.Channel.POLL);
    this.config = config;
    this.pace =
        new PollScheduler(
            config.pull().pollEvery(),
            config.providers().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().quotas())));
  }

  /** Poll in progress. */
  private static final class Running {
    /** True once the link has ended; no more calls are made with its tokens. */
    private volatile boolean lost;
  }

  /**
   * Poll that was interrupted by a wait. A user's quota may be smaller than a poll, which would
   * never complete if it started from the beginning each time.
   *
   * @param at start of the poll
   * @param read feeds that were read
   * @param calls calls made so far
   */
  private record Begun(Instant at, Set<String> read, AtomicInteger calls) {}

  @Override
  public Future<?> start() {
    desk = parts.rests().slots().desk(ProviderSlotPool.Lane.NEW);
    loop =
        new JobRunner<>(
            vertx,
            parts.db(),
            "poll",
            parts.settings().slots(),
            parts.settings().claimEvery(),
            this::claim,
            this::poll);
    loop.start();
    vertx.setPeriodic(Math.max(20, parts.settings().lease().toMillis() / 3), id -> heartbeat());
    vertx.setPeriodic(0, COUNT_EVERY.toMillis(), id -> count());
    return Future.succeededFuture();
  }

  /**
   * Abandons a poll that hangs in a call. Its lease expires, and repeating the read is harmless.
   */
  @Override
  public Future<?> stop() {
    stopping = true;
    return loop.stop()
        .timeout(Math.max(1, config.node().drainLimit().toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .onComplete(done -> desk.close());
  }

  private List<PollRepo.Poll> claim(int free) {
    ProviderSlotPool.Offer offer = desk.offer();
    List<PollRepo.Poll> polls = List.of();
    try {
      polls = offer.empty() ? polls : repo.claim(free, offer);
    } finally {
      desk.claimed(offer, polls.stream().map(PollVerticle::work).toList());
    }
    return polls;
  }

  private static ProviderSlotPool.Work work(PollRepo.Poll poll) {
    return new ProviderSlotPool.Work(poll.provider(), poll.tenant().team());
  }

  private void poll(PollRepo.Poll poll) {
    PollRepo.Link link = new PollRepo.Link(poll.connection(), poll.generation());
    Running claim = new Running();
    running.put(link, claim);
    Begun b =
        begun.computeIfAbsent(
            link, l -> new Begun(Instant.now(), new HashSet<>(), new AtomicInteger()));
    PollJob.Outcome outcome = new PollJob.Outcome(false, null);
    try {
      List<FeedReader.Part> left =
          runs.parts(poll).stream().filter(p -> !b.read().contains(p.feed().name())).toList();
      outcome =
          runs.run(
              poll,
              left,
              () -> !stopping && !claim.lost,
              (part, ok) -> {
                if (ok) {
                  b.read().add(part.feed().name());
                }
              },
              b.calls()::addAndGet,
              desk.seat(work(poll), poll.app()));
    } finally {
      running.remove(link, claim);
      desk.ended(work(poll));
      if (outcome.pause() == null) {
        begun.remove(link);
      }
      if (outcome.success() && !poll.demo()) {
        pace.made(poll.provider(), b.calls().get());
      }
      Duration wait = outcome.pause() == null ? jittered(every(poll)) : outcome.pause();
      repo.done(poll, wait, outcome.success(), b.at());
      parts.meters().polled(poll.provider(), outcome.success() ? "success" : "failure");
    }
  }

  /** Returns the poll interval. Demo data is generated at its own interval. */
  private Duration every(PollRepo.Poll poll) {
    return poll.demo()
        ? config.demo().newDataEvery()
        : parts
            .adapters()
            .of(poll.provider(), false)
            .map(a -> pace.every(a.descriptor(), poll.app()))
            .orElse(config.pull().pollEvery());
  }

  private void count() {
    // Discards the progress of polls that never resume, because their connection has ended.
    Instant old = Instant.now().minus(LONGEST_BREAK);
    begun.values().removeIf(b -> b.at().isBefore(old));
    try {
      pace.connections(repo.polledBy());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "polled connections not counted: " + e.getMessage());
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
      Map<PollRepo.Link, Running> told = Map.copyOf(running);
      Set<PollRepo.Link> kept = repo.heartbeat(told.keySet());
      told.forEach((link, claim) -> claim.lost |= !kept.contains(link));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "poll leases not renewed: " + SafeErrorMessage.of(e));
    }
  }
}
