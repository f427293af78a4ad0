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
    Optional<PullRange.Days> left() {
      return read == windows.size()
          ? Optional.empty()
          : Optional.of(new PullRange.Days(windows.getLast().first(), windows.get(read).last()));
    }
  }

  private final HistoricalPullJob.Parts parts;
  private final FeedReader reads;

  /**
   * @param channel provenance channel of the records: poll or refresh
   */
  PollJob(HistoricalPullJob.Parts parts, DataOrigin.Channel channel) {
    this.parts = parts;
    this.reads = new FeedReader(parts, channel);
  }

  /** Returns the feeds of the connection that can be polled now. */
  List<FeedReader.Part> parts(PollRepo.Poll poll) {
    return parts
        .connections()
        .find(parts.db(), poll.connection())
        .filter(c -> c.generation() == poll.generation() && c.connected())
        .map(c -> reads.parts(c).stream().filter(p -> p.feed().poll()).toList())
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
      PollRepo.Poll poll,
      List<FeedReader.Part> wanted,
      BooleanSupplier going,
      BiConsumer<FeedReader.Part, Boolean> ended,
      IntConsumer made,
      PullSlot seat) {
    Tracing.about(poll.connection());
    Tracing.note("provider", poll.provider());
    boolean all = true;
    int lookBack = lookBack(poll);
    for (FeedReader.Part part : wanted) {
      Progress progress = new Progress(windows(poll, part.feed(), lookBack));
      try {
        if (!going.getAsBoolean()) {
          return new Outcome(false, Duration.ZERO);
        }
        read(poll, part, progress, going, made, seat);
        ended.accept(part, true);
      } catch (RuntimeException e) {
        ended.accept(part, false);
        parts.rests().after(ProviderSlotPool.Lane.NEW, poll.provider(), poll.app(), e);
        Outcome stop = judge(poll, part, progress, FailureDecision.of(e), e);
        if (stop != null) {
          return stop;
        }
        all = false;
      }
    }
    return new Outcome(all, null);
  }

  private void read(
      PollRepo.Poll poll,
      FeedReader.Part part,
      Progress progress,
      BooleanSupplier going,
      IntConsumer made,
      PullSlot seat) {
    Connection connection =
        parts
            .connections()
            .find(parts.db(), poll.connection())
            .filter(c -> c.generation() == poll.generation())
            .orElseThrow(() -> new ConnectionEnded("linked anew or removed"));
    FeedReader.Opened opened = reads.open(connection, going, made, seat);
    try (opened) {
      for (PullRange.Days days : progress.windows) {
        reads.window(
            opened, part, new Puller.Window(days.first(), days.last(), Instant.now(), true));
        progress.read++;
      }
    }
  }

  private List<PullRange.Days> windows(PollRepo.Poll poll, Feed feed, int lookBack) {
    PullRange range =
        PollDays.of(
            poll.since(),
            Instant.now(),
            parts.settings().pollReread(),
            lookBack,
            parts.settings().maxDays());
    return PullRange.windows(range.days(), feed.windowDays());
  }

  private int lookBack(PollRepo.Poll poll) {
    return parts
        .adapters()
        .of(poll.provider(), poll.demo())
        .map(a -> a.descriptor().lookBackDays())
        .orElse(0);
  }

  private static Optional<IngestTarget> target(Tx tx, PollRepo.Poll poll) {
    return PullRepo.target(
        tx, poll.tenant(), poll.user(), poll.provider(), poll.connection(), poll.generation());
  }

  /**
   * Records a failure.
   *
   * @param error error of the days that were not read; null when they only have to wait
   */
  private void failed(PollRepo.Poll poll, FeedReader.Part part, Progress progress, String error) {
    parts
        .db()
        .tx(
            tx -> {
              if (target(tx, poll).isPresent()) {
                parts.ingest().attempted(tx, poll.user(), poll.provider(), part.resources(), false);
                if (error != null && progress.left().isPresent()) {
                  PullRange.Days left = progress.left().get();
                  CoverageRepo.failed(
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
  private Outcome judge(
      PollRepo.Poll poll,
      FeedReader.Part part,
      Progress progress,
      FailureDecision verdict,
      RuntimeException cause) {
    return switch (verdict) {
      case FailureDecision.PutBack(Duration wait) -> new Outcome(false, wait);
      case FailureDecision.Lost l -> new Outcome(false, null);
      case FailureDecision.Retry(String error, Duration wait, boolean counts) -> {
        failed(poll, part, progress, counts ? error : null);
        LOG.log(
            Level.INFO,
            "poll connection=" + poll.connection() + " feed=" + part.feed().name() + " " + error);
        yield counts ? null : new Outcome(false, wait);
      }
      case FailureDecision.Fail(String error) -> {
        if (cause instanceof ConnectionEnded) {
          yield new Outcome(false, null);
        }
        failed(poll, part, progress, error);
        LOG.log(
            error.equals("unexpected_error") ? Level.ERROR : Level.WARNING,
            "poll connection=" + poll.connection() + " feed=" + part.feed().name() + " " + error,
            cause);
        yield null;
      }
      case FailureDecision.Terminal(String errorType, String message) -> {
        end(poll, errorType, message);
        yield new Outcome(false, null);
      }
    };
  }

  private void end(PollRepo.Poll poll, String errorType, String message) {
    parts
        .db()
        .tx(
            tx ->
                parts
                    .connections()
                    .lock(tx, poll.connection())
                    .filter(c -> c.generation() == poll.generation())
                    .map(c -> parts.states().fail(tx, c, errorType, message)));
    LOG.log(Level.WARNING, "poll connection=" + poll.connection() + " ended: " + errorType);
  }
}
