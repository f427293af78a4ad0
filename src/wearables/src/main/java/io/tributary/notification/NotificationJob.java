package io.tributary.notification;

import io.tributary.config.NotificationConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionEnded;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ScopeChange;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.provider.FetchTarget;
import io.tributary.provider.NotificationParser;
import io.tributary.provider.ProviderException;
import io.tributary.pull.FailureDecision;
import io.tributary.pull.NotificationPull;
import io.tributary.telemetry.Tracing;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Processes the notifications of one connection and feed: reads the changed data in the same way as
 * a poll.
 *
 * <p>A notification is deleted once its records are stored. If the node dies in between, another
 * node repeats the read, which is harmless. Shared by all threads; a run blocks its virtual thread.
 */
final class NotificationJob {
  private static final System.Logger LOG = System.getLogger(NotificationJob.class.getName());

  private final Db db;
  private final NotificationRepo repo;
  private final ConnectionRepo connections;
  private final ConnectionLifecycle states;
  private final ScopeChange scopeChange;
  private final NotificationPull reader;
  private final NotificationConfig settings;
  private final NotificationMetrics meters;

  NotificationJob(
      Db db,
      NotificationRepo repo,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ScopeChange grants,
      NotificationPull reads,
      NotificationConfig settings,
      NotificationMetrics meters) {
    this.db = db;
    this.repo = repo;
    this.connections = connections;
    this.states = states;
    this.scopeChange = grants;
    this.reader = reads;
    this.settings = settings;
    this.meters = meters;
  }

  /** Notifications that one read handles. */
  private record ReadStep(List<NotificationRepo.ClaimedNotification> hints, ReadAction work) {}

  private interface ReadAction {
    void read(NotificationPull.NotificationReader reading, String feed);
  }

  /**
   * @param going turns false when the work must stop; the remaining notifications are then released
   */
  void run(NotificationRepo.NotificationGroup group, BooleanSupplier going) {
    Tracing.setSubject(group.connection());
    Tracing.setAttribute("provider", group.provider());
    Connection c =
        connections.find(db, group.connection()).filter(Connection::connected).orElse(null);
    if (c == null) {
      if (!holdIfPaused(group, group.hints())) {
        // The connection has ended, so its notifications are ignored.
        repo.delete(group.hints());
        meters.processed(group.provider(), "ignored", group.hints().size());
      }
      return;
    }
    switch (group.what()) {
      case REVOKED -> applyRevocation(group);
      case SCOPES -> applyScopes(group);
      case CHANGED -> readChanges(group, c, going);
    }
  }

  /** Holds change notifications of a paused connection until it resumes. */
  private boolean holdIfPaused(
      NotificationRepo.NotificationGroup group, List<NotificationRepo.ClaimedNotification> hints) {
    boolean held = group.what() == NotificationParser.NotificationEvent.CHANGED && repo.hold(hints);
    if (held) {
      meters.processed(group.provider(), "held", hints.size());
    }
    return held;
  }

  /** Handles a grant that the user has withdrawn at the provider. */
  private void applyRevocation(NotificationRepo.NotificationGroup group) {
    applyChange(
        group,
        group.hints(),
        "revoked",
        (tx, c) -> {
          if (c.connected()) {
            scopeChange.grantWithdrawn(tx, c);
          }
        });
  }

  /** Applies the latest scopes and drops older notifications about scopes. */
  private void applyScopes(NotificationRepo.NotificationGroup group) {
    NotificationRepo.ClaimedNotification last =
        group.hints().stream()
            .max(NotificationRepo.ClaimedNotification.BY_ARRIVAL)
            .orElseThrow(IllegalStateException::new);
    boolean holds =
        db.tx(
            tx -> {
              Optional<Connection> c = connections.lock(tx, group.connection());
              boolean there = repo.delete(tx, List.of(last)) > 0;
              repo.deleteOlderScopes(tx, last);
              c.filter(x -> there && x.connected())
                  .ifPresent(
                      x -> scopeChange.scopesChanged(tx, x, last.scopes().orElse(List.of())));
              return there;
            });
    meters.processed(group.provider(), holds ? "scopes" : "ignored", group.hints().size());
  }

  private interface ConnectionChange {
    void on(Tx tx, Connection connection);
  }

  /**
   * Applies a change if the notifications still exist. A new link deletes those of the old grant,
   * which must then have no effect.
   */
  private void applyChange(
      NotificationRepo.NotificationGroup group,
      List<NotificationRepo.ClaimedNotification> hints,
      String outcome,
      ConnectionChange change) {
    boolean holds =
        db.tx(
            tx -> {
              Optional<Connection> c = connections.lock(tx, group.connection());
              boolean there = repo.delete(tx, hints) > 0;
              c.filter(x -> there).ifPresent(x -> change.on(tx, x));
              return there;
            });
    meters.processed(group.provider(), holds ? outcome : "ignored", hints.size());
  }

  private void readChanges(
      NotificationRepo.NotificationGroup group, Connection c, BooleanSupplier going) {
    List<ReadStep> steps = planReads(group.hints());
    int next = 0;
    try (NotificationPull.NotificationReader reading = reader.open(c, going)) {
      for (; next < steps.size(); next++) {
        ReadStep step = steps.get(next);
        try {
          group
              .feed()
              .map(List::of)
              .orElseGet(reading::feeds)
              .forEach(feed -> step.work().read(reading, feed));
          repo.delete(step.hints());
          meters.processed(group.provider(), "read", step.hints().size());
        } catch (RuntimeException e) {
          if (!handleFailure(group, c, step.hints(), e, going)) {
            next++;
            throw e;
          }
        }
      }
    } catch (RuntimeException e) {
      List<NotificationRepo.ClaimedNotification> left =
          steps.subList(next, steps.size()).stream().flatMap(s -> s.hints().stream()).toList();
      if (!left.isEmpty()) {
        handleFailure(group, c, left, e, going);
      }
    }
  }

  /**
   * Groups notifications into reads. Adjacent or overlapping day ranges become one read, and
   * notifications without a range share one. The others are read in order of arrival, because data
   * delivered by a notification is superseded by that of a later one.
   */
  private static List<ReadStep> planReads(List<NotificationRepo.ClaimedNotification> all) {
    List<NotificationRepo.ClaimedNotification> hints =
        all.stream().sorted(NotificationRepo.ClaimedNotification.BY_ARRIVAL).toList();
    List<NotificationRepo.ClaimedNotification> dated = new ArrayList<>();
    List<NotificationRepo.ClaimedNotification> undated = new ArrayList<>();
    List<ReadStep> out = new ArrayList<>();
    for (NotificationRepo.ClaimedNotification h : hints) {
      switch (h.wanted().orElse(null)) {
        case null -> undated.add(h);
        case FetchTarget.Days d -> dated.add(h);
        case FetchTarget w -> out.add(new ReadStep(List.of(h), (r, feed) -> r.fetch(feed, w)));
      }
    }
    if (!undated.isEmpty()) {
      out.add(new ReadStep(undated, NotificationPull.NotificationReader::latest));
    }
    out.addAll(spans(dated));
    return out;
  }

  private static List<ReadStep> spans(List<NotificationRepo.ClaimedNotification> dated) {
    dated.sort(Comparator.comparing(h -> days(h).first()));
    List<ReadStep> out = new ArrayList<>();
    for (int i = 0; i < dated.size(); ) {
      LocalDate first = days(dated.get(i)).first();
      LocalDate last = days(dated.get(i)).last();
      List<NotificationRepo.ClaimedNotification> of = new ArrayList<>();
      while (i < dated.size() && !days(dated.get(i)).first().isAfter(last.plusDays(1))) {
        LocalDate end = days(dated.get(i)).last();
        last = end.isAfter(last) ? end : last;
        of.add(dated.get(i++));
      }
      LocalDate until = last;
      out.add(new ReadStep(List.copyOf(of), (r, feed) -> r.days(feed, first, until)));
    }
    return out;
  }

  private static FetchTarget.Days days(NotificationRepo.ClaimedNotification hint) {
    return (FetchTarget.Days) hint.wanted().orElseThrow();
  }

  /**
   * Handles notifications whose read failed.
   *
   * @return true when other reads of the connection are worth an attempt now
   */
  private boolean handleFailure(
      NotificationRepo.NotificationGroup group,
      Connection c,
      List<NotificationRepo.ClaimedNotification> hints,
      RuntimeException cause,
      BooleanSupplier going) {
    return switch (FailureDecision.classify(cause)) {
      case FailureDecision.Requeue(Duration wait) -> {
        repo.release(hints, wait, false);
        yield false;
      }
      case FailureDecision.Lost l -> false;
      case FailureDecision.Retry(String error, Duration wait, boolean counts) -> {
        retry(group, hints, error, wait, counts);
        yield counts;
      }
      case FailureDecision.Terminal(String errorType, String message) -> {
        end(group, c, hints, errorType, message);
        yield false;
      }
      case FailureDecision.Fail(String error) ->
          switch (cause) {
            case ConnectionEnded gone -> onConnectionEnded(group, c, hints);
            case ProviderException.ScopeMissing s -> drop(group, hints, "no_scope");
            // The document named by the notification may not exist yet, or may have been deleted.
            case ProviderException.Rejected r -> onMissingDocument(group, hints);
            default -> {
              if (going.getAsBoolean()) {
                LOG.log(Level.ERROR, "notice " + describe(group) + " failed", cause);
                retry(group, hints, error, null, true);
              } else {
                // A failure while the node stops is no evidence against the read.
                repo.release(hints, Duration.ZERO, false);
              }
              yield going.getAsBoolean();
            }
          };
    };
  }

  /**
   * Handles a connection that has ended. If it was relinked meanwhile, the changes must still be
   * read.
   */
  private boolean onConnectionEnded(
      NotificationRepo.NotificationGroup group,
      Connection seen,
      List<NotificationRepo.ClaimedNotification> hints) {
    boolean linkedAnew =
        connections
            .find(db, seen.id())
            .filter(c -> c.connected() && c.generation() != seen.generation())
            .isPresent();
    if (!linkedAnew) {
      return holdIfPaused(group, hints) || drop(group, hints, "ignored");
    }
    repo.release(hints, Duration.ZERO, false);
    meters.processed(group.provider(), "later", hints.size());
    return false;
  }

  private boolean onMissingDocument(
      NotificationRepo.NotificationGroup group, List<NotificationRepo.ClaimedNotification> hints) {
    List<NotificationRepo.ClaimedNotification> over =
        hints.stream()
            .filter(h -> h.attempt() + 1 >= settings.maxAttemptsWithoutConnection())
            .toList();
    List<NotificationRepo.ClaimedNotification> rest =
        hints.stream().filter(h -> !over.contains(h)).toList();
    if (!over.isEmpty()) {
      drop(group, over, "missing");
    }
    if (!rest.isEmpty()) {
      postpone(group, rest, null, true);
    }
    return true;
  }

  private void retry(
      NotificationRepo.NotificationGroup group,
      List<NotificationRepo.ClaimedNotification> hints,
      String error,
      Duration wait,
      boolean counts) {
    List<NotificationRepo.ClaimedNotification> over =
        counts
            ? hints.stream().filter(h -> h.attempt() + 1 >= settings.maxAttempts()).toList()
            : List.of();
    List<NotificationRepo.ClaimedNotification> rest =
        hints.stream().filter(h -> !over.contains(h)).toList();
    if (!over.isEmpty()) {
      LOG.log(Level.WARNING, "notices " + describe(group) + " given up after " + error);
      drop(group, over, "given_up");
    }
    if (!rest.isEmpty()) {
      LOG.log(Level.INFO, "notice " + describe(group) + " again after " + error);
      postpone(group, rest, wait, counts);
    }
  }

  private void postpone(
      NotificationRepo.NotificationGroup group,
      List<NotificationRepo.ClaimedNotification> hints,
      Duration wait,
      boolean counts) {
    int attempt =
        hints.stream().mapToInt(NotificationRepo.ClaimedNotification::attempt).max().orElse(0);
    List<Duration> waits = settings.retrySchedule();
    repo.release(
        hints, wait == null ? waits.get(Math.min(attempt, waits.size() - 1)) : wait, counts);
    meters.processed(group.provider(), "later", hints.size());
  }

  private boolean drop(
      NotificationRepo.NotificationGroup group,
      List<NotificationRepo.ClaimedNotification> hints,
      String outcome) {
    repo.delete(hints);
    meters.processed(group.provider(), outcome, hints.size());
    return true;
  }

  private void end(
      NotificationRepo.NotificationGroup group,
      Connection seen,
      List<NotificationRepo.ClaimedNotification> hints,
      String errorType,
      String message) {
    applyChange(
        group,
        hints,
        "ended",
        (tx, c) -> {
          if (c.generation() == seen.generation()) {
            states.fail(tx, c, errorType, message);
          }
        });
    LOG.log(Level.WARNING, "notice " + describe(group) + " connection ended: " + errorType);
  }

  private static String describe(NotificationRepo.NotificationGroup group) {
    return "connection=" + group.connection() + " feed=" + group.feed().orElse("all");
  }
}
