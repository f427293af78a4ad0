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
  private final ScopeChange grants;
  private final NotificationPull reads;
  private final NotificationConfig settings;
  private final InboundMetrics meters;

  NotificationJob(
      Db db,
      NotificationRepo repo,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ScopeChange grants,
      NotificationPull reads,
      NotificationConfig settings,
      InboundMetrics meters) {
    this.db = db;
    this.repo = repo;
    this.connections = connections;
    this.states = states;
    this.grants = grants;
    this.reads = reads;
    this.settings = settings;
    this.meters = meters;
  }

  /** Notifications that one read handles. */
  private record Step(List<NotificationRepo.Stored> hints, Work work) {}

  private interface Work {
    void read(NotificationPull.Reading reading, String feed);
  }

  /**
   * @param going turns false when the work must stop; the remaining notifications are then released
   */
  void run(NotificationRepo.Group group, BooleanSupplier going) {
    Tracing.about(group.connection());
    Tracing.note("provider", group.provider());
    Connection c =
        connections.find(db, group.connection()).filter(Connection::connected).orElse(null);
    if (c == null) {
      if (!held(group, group.hints())) {
        // The connection has ended, so its notifications are ignored.
        repo.done(group.hints());
        meters.worked(group.provider(), "ignored", group.hints().size());
      }
      return;
    }
    switch (group.what()) {
      case REVOKED -> revoked(group);
      case SCOPES -> scopes(group);
      case CHANGED -> changed(group, c, going);
    }
  }

  /** Holds change notifications of a paused connection until it resumes. */
  private boolean held(NotificationRepo.Group group, List<NotificationRepo.Stored> hints) {
    boolean held = group.what() == NotificationParser.What.CHANGED && repo.hold(hints);
    if (held) {
      meters.worked(group.provider(), "held", hints.size());
    }
    return held;
  }

  /** Handles a grant that the user has withdrawn at the provider. */
  private void revoked(NotificationRepo.Group group) {
    settledBy(
        group,
        group.hints(),
        "revoked",
        (tx, c) -> {
          if (c.connected()) {
            grants.ended(tx, c);
          }
        });
  }

  /** Applies the latest scopes and drops older notifications about scopes. */
  private void scopes(NotificationRepo.Group group) {
    NotificationRepo.Stored last =
        group.hints().stream()
            .max(NotificationRepo.Stored.TOLD)
            .orElseThrow(IllegalStateException::new);
    boolean holds =
        db.tx(
            tx -> {
              Optional<Connection> c = connections.lock(tx, group.connection());
              boolean there = repo.done(tx, List.of(last)) > 0;
              repo.outdated(tx, last);
              c.filter(x -> there && x.connected())
                  .ifPresent(x -> grants.now(tx, x, last.scopes().orElse(List.of())));
              return there;
            });
    meters.worked(group.provider(), holds ? "scopes" : "ignored", group.hints().size());
  }

  private interface Change {
    void on(Tx tx, Connection connection);
  }

  /**
   * Applies a change if the notifications still exist. A new link deletes those of the old grant,
   * which must then have no effect.
   */
  private void settledBy(
      NotificationRepo.Group group,
      List<NotificationRepo.Stored> hints,
      String outcome,
      Change change) {
    boolean holds =
        db.tx(
            tx -> {
              Optional<Connection> c = connections.lock(tx, group.connection());
              boolean there = repo.done(tx, hints) > 0;
              c.filter(x -> there).ifPresent(x -> change.on(tx, x));
              return there;
            });
    meters.worked(group.provider(), holds ? outcome : "ignored", hints.size());
  }

  private void changed(NotificationRepo.Group group, Connection c, BooleanSupplier going) {
    List<Step> steps = steps(group.hints());
    int next = 0;
    try (NotificationPull.Reading reading = reads.open(c, going)) {
      for (; next < steps.size(); next++) {
        Step step = steps.get(next);
        try {
          group
              .feed()
              .map(List::of)
              .orElseGet(reading::feeds)
              .forEach(feed -> step.work().read(reading, feed));
          repo.done(step.hints());
          meters.worked(group.provider(), "read", step.hints().size());
        } catch (RuntimeException e) {
          if (!settle(group, c, step.hints(), e, going)) {
            next++;
            throw e;
          }
        }
      }
    } catch (RuntimeException e) {
      List<NotificationRepo.Stored> left =
          steps.subList(next, steps.size()).stream().flatMap(s -> s.hints().stream()).toList();
      if (!left.isEmpty()) {
        settle(group, c, left, e, going);
      }
    }
  }

  /**
   * Groups notifications into reads. Adjacent or overlapping day ranges become one read, and
   * notifications without a range share one. The others are read in order of arrival, because data
   * delivered by a notification is superseded by that of a later one.
   */
  private static List<Step> steps(List<NotificationRepo.Stored> all) {
    List<NotificationRepo.Stored> hints =
        all.stream().sorted(NotificationRepo.Stored.TOLD).toList();
    List<NotificationRepo.Stored> dated = new ArrayList<>();
    List<NotificationRepo.Stored> undated = new ArrayList<>();
    List<Step> out = new ArrayList<>();
    for (NotificationRepo.Stored h : hints) {
      switch (h.wanted().orElse(null)) {
        case null -> undated.add(h);
        case FetchTarget.Days d -> dated.add(h);
        case FetchTarget w -> out.add(new Step(List.of(h), (r, feed) -> r.fetch(feed, w)));
      }
    }
    if (!undated.isEmpty()) {
      out.add(new Step(undated, NotificationPull.Reading::news));
    }
    out.addAll(spans(dated));
    return out;
  }

  private static List<Step> spans(List<NotificationRepo.Stored> dated) {
    dated.sort(Comparator.comparing(h -> days(h).first()));
    List<Step> out = new ArrayList<>();
    for (int i = 0; i < dated.size(); ) {
      LocalDate first = days(dated.get(i)).first();
      LocalDate last = days(dated.get(i)).last();
      List<NotificationRepo.Stored> of = new ArrayList<>();
      while (i < dated.size() && !days(dated.get(i)).first().isAfter(last.plusDays(1))) {
        LocalDate end = days(dated.get(i)).last();
        last = end.isAfter(last) ? end : last;
        of.add(dated.get(i++));
      }
      LocalDate until = last;
      out.add(new Step(List.copyOf(of), (r, feed) -> r.days(feed, first, until)));
    }
    return out;
  }

  private static FetchTarget.Days days(NotificationRepo.Stored hint) {
    return (FetchTarget.Days) hint.wanted().orElseThrow();
  }

  /**
   * Handles notifications whose read failed.
   *
   * @return true when other reads of the connection are worth an attempt now
   */
  private boolean settle(
      NotificationRepo.Group group,
      Connection c,
      List<NotificationRepo.Stored> hints,
      RuntimeException cause,
      BooleanSupplier going) {
    return switch (FailureDecision.of(cause)) {
      case FailureDecision.PutBack(Duration wait) -> {
        repo.later(hints, wait, false);
        yield false;
      }
      case FailureDecision.Lost l -> false;
      case FailureDecision.Retry(String error, Duration wait, boolean counts) -> {
        again(group, hints, error, wait, counts);
        yield counts;
      }
      case FailureDecision.Terminal(String errorType, String message) -> {
        end(group, c, hints, errorType, message);
        yield false;
      }
      case FailureDecision.Fail(String error) ->
          switch (cause) {
            case ConnectionEnded gone -> gone(group, c, hints);
            case ProviderException.ScopeMissing s -> drop(group, hints, "no_scope");
            // The document named by the notification may not exist yet, or may have been deleted.
            case ProviderException.Rejected r -> missing(group, hints);
            default -> {
              if (going.getAsBoolean()) {
                LOG.log(Level.ERROR, "notice " + name(group) + " failed", cause);
                again(group, hints, error, null, true);
              } else {
                // A failure while the node stops is no evidence against the read.
                repo.later(hints, Duration.ZERO, false);
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
  private boolean gone(
      NotificationRepo.Group group, Connection seen, List<NotificationRepo.Stored> hints) {
    boolean linkedAnew =
        connections
            .find(db, seen.id())
            .filter(c -> c.connected() && c.generation() != seen.generation())
            .isPresent();
    if (!linkedAnew) {
      return held(group, hints) || drop(group, hints, "ignored");
    }
    repo.later(hints, Duration.ZERO, false);
    meters.worked(group.provider(), "later", hints.size());
    return false;
  }

  private boolean missing(NotificationRepo.Group group, List<NotificationRepo.Stored> hints) {
    List<NotificationRepo.Stored> over =
        hints.stream().filter(h -> h.attempt() + 1 >= settings.missingTries()).toList();
    List<NotificationRepo.Stored> rest = hints.stream().filter(h -> !over.contains(h)).toList();
    if (!over.isEmpty()) {
      drop(group, over, "missing");
    }
    if (!rest.isEmpty()) {
      later(group, rest, null, true);
    }
    return true;
  }

  private void again(
      NotificationRepo.Group group,
      List<NotificationRepo.Stored> hints,
      String error,
      Duration wait,
      boolean counts) {
    List<NotificationRepo.Stored> over =
        counts
            ? hints.stream().filter(h -> h.attempt() + 1 >= settings.retryQuota()).toList()
            : List.of();
    List<NotificationRepo.Stored> rest = hints.stream().filter(h -> !over.contains(h)).toList();
    if (!over.isEmpty()) {
      LOG.log(Level.WARNING, "notices " + name(group) + " given up after " + error);
      drop(group, over, "given_up");
    }
    if (!rest.isEmpty()) {
      LOG.log(Level.INFO, "notice " + name(group) + " again after " + error);
      later(group, rest, wait, counts);
    }
  }

  private void later(
      NotificationRepo.Group group,
      List<NotificationRepo.Stored> hints,
      Duration wait,
      boolean counts) {
    int attempt = hints.stream().mapToInt(NotificationRepo.Stored::attempt).max().orElse(0);
    List<Duration> waits = settings.retryWaits();
    repo.later(hints, wait == null ? waits.get(Math.min(attempt, waits.size() - 1)) : wait, counts);
    meters.worked(group.provider(), "later", hints.size());
  }

  private boolean drop(
      NotificationRepo.Group group, List<NotificationRepo.Stored> hints, String outcome) {
    repo.done(hints);
    meters.worked(group.provider(), outcome, hints.size());
    return true;
  }

  private void end(
      NotificationRepo.Group group,
      Connection seen,
      List<NotificationRepo.Stored> hints,
      String errorType,
      String message) {
    settledBy(
        group,
        hints,
        "ended",
        (tx, c) -> {
          if (c.generation() == seen.generation()) {
            states.fail(tx, c, errorType, message);
          }
        });
    LOG.log(Level.WARNING, "notice " + name(group) + " connection ended: " + errorType);
  }

  private static String name(NotificationRepo.Group group) {
    return "connection=" + group.connection() + " feed=" + group.feed().orElse("all");
  }
}
