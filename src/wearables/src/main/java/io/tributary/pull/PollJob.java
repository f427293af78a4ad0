package io.tributary.pull;

import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionEnded;
import io.tributary.db.Tx;
import io.tributary.ingest.CoverageRepo;
import io.tributary.ingest.DataOrigin;
import io.tributary.ingest.IngestTarget;
import io.tributary.provider.Feed;
import io.tributary.provider.Puller;
import io.tributary.telemetry.Tracing;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Reads new data of one connection, for polls and for refreshes. New and changed records become
 * daily events.
 *
 * <p>Repeating a read is harmless, so it needs no claim of its own. Shared by all threads.
 */
final class PollJob {
  private static final System.Logger LOG = System.getLogger(PollJob.class.getName());

  /**
   * Result of a poll.
   *
   * @param pause wait until the next attempt, requested by the provider or by the throttle; null
   *     for the normal interval
   */
  record Outcome(boolean success, Duration pause) {}

  /** Windows of a feed, newest first, and the number that has been read. Not thread-safe. */
  private static final class Progress {
    private final List<PullRange.Days> windows;
    private int read;

    Progress(List<PullRange.Days> windows) {
      this.windows = windows;
    }

    /** Returns the days that were not read, including the window in progress. */
    Optional<PullRange.Days> unread() {
      return read == windows.size()
          ? Optional.empty()
          : Optional.of(new PullRange.Days(windows.getLast().first(), windows.get(read).last()));
    }
  }

  private final HistoricalPullJob.PullServices services;
  private final FeedReader reader;

  /**
   * @param channel provenance channel of the records: poll or refresh
   */
  PollJob(HistoricalPullJob.PullServices parts, DataOrigin.Channel channel) {
    this.services = parts;
    this.reader = new FeedReader(parts, channel);
  }

  /** Returns the feeds of the connection that can be polled now. */
  List<FeedReader.FeedSelection> pollableFeeds(PollRepo.DuePoll poll) {
    return services
        .connections()
        .find(services.db(), poll.connection())
        .filter(c -> c.generation() == poll.generation() && c.connected())
        .map(c -> reader.availableFeeds(c).stream().filter(p -> p.feed().poll()).toList())
        .orElse(List.of());
  }

  /**
   * Reads the feeds one after another.
   *
   * @param ended receives each feed that was attempted; true means read and stored
   * @param going turns false when the poll must stop
   * @param made receives the number of calls made
   * @param seat slot of the poll
   */
  Outcome run(
      PollRepo.DuePoll poll,
      List<FeedReader.FeedSelection> wanted,
      BooleanSupplier going,
      BiConsumer<FeedReader.FeedSelection, Boolean> ended,
      IntConsumer made,
      PullSlot seat) {
    Tracing.setSubject(poll.connection());
    Tracing.setAttribute("provider", poll.provider());
    boolean all = true;
    int lookBack = lookBack(poll);
    for (FeedReader.FeedSelection part : wanted) {
      Progress progress = new Progress(windows(poll, part.feed(), lookBack));
      try {
        if (!going.getAsBoolean()) {
          return new Outcome(false, Duration.ZERO);
        }
        read(poll, part, progress, going, made, seat);
        ended.accept(part, true);
      } catch (RuntimeException e) {
        ended.accept(part, false);
        services
            .cooldowns()
            .recordFailure(ProviderSlotPool.Lane.NEW_DATA, poll.provider(), poll.app(), e);
        Outcome stop = decide(poll, part, progress, FailureDecision.classify(e), e);
        if (stop != null) {
          return stop;
        }
        all = false;
      }
    }
    return new Outcome(all, null);
  }

  private void read(
      PollRepo.DuePoll poll,
      FeedReader.FeedSelection part,
      Progress progress,
      BooleanSupplier going,
      IntConsumer made,
      PullSlot seat) {
    Connection connection =
        services
            .connections()
            .find(services.db(), poll.connection())
            .filter(c -> c.generation() == poll.generation())
            .orElseThrow(() -> new ConnectionEnded("relinked or removed"));
    FeedReader.OpenConnection opened = reader.open(connection, going, made, seat);
    try (opened) {
      for (PullRange.Days days : progress.windows) {
        reader.readWindow(
            opened, part, new Puller.Window(days.first(), days.last(), Instant.now(), true));
        progress.read++;
      }
    }
  }

  private List<PullRange.Days> windows(PollRepo.DuePoll poll, Feed feed, int lookBack) {
    PullRange range =
        PollDays.of(
            poll.since(),
            Instant.now(),
            services.settings().pollOverlapDays(),
            lookBack,
            services.settings().maxDays());
    return PullRange.windows(range.calendarDays(), feed.windowDays());
  }

  private int lookBack(PollRepo.DuePoll poll) {
    return services
        .adapters()
        .of(poll.provider(), poll.demo())
        .map(a -> a.descriptor().lookbackDays())
        .orElse(0);
  }

  private static Optional<IngestTarget> target(Tx tx, PollRepo.DuePoll poll) {
    return PullRepo.lockTarget(
        tx, poll.tenant(), poll.user(), poll.provider(), poll.connection(), poll.generation());
  }

  /**
   * Records a failure.
   *
   * @param error error of the days that were not read; null when they only have to wait
   */
  private void recordFailure(
      PollRepo.DuePoll poll, FeedReader.FeedSelection part, Progress progress, String error) {
    services
        .db()
        .tx(
            tx -> {
              if (target(tx, poll).isPresent()) {
                services
                    .ingest()
                    .recordAttempt(tx, poll.user(), poll.provider(), part.resources(), false);
                if (error != null && progress.unread().isPresent()) {
                  PullRange.Days left = progress.unread().get();
                  CoverageRepo.recordFailed(
                      tx,
                      poll.user(),
                      poll.provider(),
                      part.resources(),
                      left.first(),
                      left.last(),
                      error);
                }
              }
              return null;
            });
  }

  /** Decides how to continue. Returns null when the other feeds are worth an attempt. */
  private Outcome decide(
      PollRepo.DuePoll poll,
      FeedReader.FeedSelection part,
      Progress progress,
      FailureDecision verdict,
      RuntimeException cause) {
    return switch (verdict) {
      case FailureDecision.Requeue(Duration wait) -> new Outcome(false, wait);
      case FailureDecision.Lost l -> new Outcome(false, null);
      case FailureDecision.Retry(String error, Duration wait, boolean counts) -> {
        recordFailure(poll, part, progress, counts ? error : null);
        LOG.log(
            Level.INFO,
            "poll connection=" + poll.connection() + " feed=" + part.feed().name() + " " + error);
        yield counts ? null : new Outcome(false, wait);
      }
      case FailureDecision.Fail(String error) -> {
        if (cause instanceof ConnectionEnded) {
          yield new Outcome(false, null);
        }
        recordFailure(poll, part, progress, error);
        LOG.log(
            error.equals("unexpected_error") ? Level.ERROR : Level.WARNING,
            "poll connection=" + poll.connection() + " feed=" + part.feed().name() + " " + error,
            cause);
        yield null;
      }
      case FailureDecision.Terminal(String errorType, String message) -> {
        endConnection(poll, errorType, message);
        yield new Outcome(false, null);
      }
    };
  }

  private void endConnection(PollRepo.DuePoll poll, String errorType, String message) {
    services
        .db()
        .tx(
            tx ->
                services
                    .connections()
                    .lock(tx, poll.connection())
                    .filter(c -> c.generation() == poll.generation())
                    .map(c -> services.states().fail(tx, c, errorType, message)));
    LOG.log(Level.WARNING, "poll connection=" + poll.connection() + " ended: " + errorType);
  }
}
