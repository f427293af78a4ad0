package io.tributary.pull;

import io.tributary.config.ServiceConfig;
import io.tributary.ingest.Origin;
import io.tributary.job.ClaimLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The incremental stage: polls connections that are due, a bounded number at a time. */
final class PollVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(PollVerticle.class.getName());

  private final PullRun.Parts parts;
  private final PollRepo repo;
  private final PollRun runs;
  private final ServiceConfig config;
  private final Set<UUID> running = new TreeSet<>();
  private ProviderSlots.Desk desk;
  private ClaimLoop<PollRepo.Poll> loop;
  private volatile boolean stopping;

  PollVerticle(PullRun.Parts parts, PollRepo repo, ServiceConfig config) {
    this.parts = parts;
    this.repo = repo;
    this.runs = new PollRun(parts, Origin.Channel.POLL);
    this.config = config;
  }

  @Override
  public Future<?> start() {
    desk = parts.rests().slots().desk(ProviderSlots.Lane.NEW);
    loop =
        new ClaimLoop<>(
            vertx,
            parts.db(),
            "poll",
            parts.settings().slots(),
            parts.settings().claimEvery(),
            this::claim,
            this::poll);
    loop.start();
    vertx.setPeriodic(Math.max(20, parts.settings().lease().toMillis() / 3), id -> heartbeat());
    return Future.succeededFuture();
  }

  /** A poll that hangs in a call is left: its lease runs out and reading again is harmless. */
  @Override
  public Future<?> stop() {
    stopping = true;
    return loop.stop()
        .timeout(Math.max(1, config.node().drainLimit().toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .onComplete(done -> desk.close());
  }

  private List<PollRepo.Poll> claim(int free) {
    ProviderSlots.Offer offer = desk.offer();
    List<PollRepo.Poll> polls = List.of();
    try {
      polls = offer.empty() ? polls : repo.claim(free, offer);
    } finally {
      desk.claimed(offer, polls.stream().map(PollRepo.Poll::provider).toList());
    }
    return polls;
  }

  private void poll(PollRepo.Poll poll) {
    running.add(poll.connection());
    Instant began = Instant.now();
    PollRun.Outcome outcome = new PollRun.Outcome(false, null);
    try {
      outcome = runs.run(poll, runs.parts(poll), () -> !stopping, (part, ok) -> {});
    } finally {
      running.remove(poll.connection());
      desk.ended(poll.provider());
      Duration wait = outcome.pause() == null ? jittered(every(poll)) : outcome.pause();
      repo.done(poll, wait, outcome.success(), began);
      parts.meters().polled(poll.provider(), outcome.success() ? "success" : "failure");
    }
  }

  /** Invented data appear at their own pace. */
  private Duration every(PollRepo.Poll poll) {
    return poll.demo() ? config.demo().newDataEvery() : config.pull().pollEvery();
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
      repo.heartbeat(List.copyOf(running));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "poll leases not renewed: " + e.getMessage());
    }
  }
}
