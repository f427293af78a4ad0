package io.tributary.pull;

import io.tributary.provider.ThrottleMessages;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Ends runs of historical pull jobs that did not reach their last page. Shared by all threads. */
final class PullFailureHandler {
  private static final System.Logger LOG = System.getLogger(PullFailureHandler.class.getName());

  private final HistoricalPullJob.PullServices services;
  private final PullRepo repo;

  PullFailureHandler(HistoricalPullJob.PullServices parts, PullRepo repo) {
    this.services = parts;
    this.repo = repo;
  }

  /**
   * @return the outcome for the metrics
   */
  String handle(PullJob job, FailureDecision verdict, RuntimeException cause) {
    switch (verdict) {
      case FailureDecision.Requeue(Duration wait) -> {
        repo.release(job, wait);
        return "put_back";
      }
      case FailureDecision.Lost l -> {
        LOG.log(Level.INFO, "pull=" + job.id() + " claim lost to another node");
        return "lost";
      }
      case FailureDecision.Retry(String error, Duration wait, boolean counts) -> {
        int attempt = job.attempt() + (counts ? 1 : 0);
        if (counts && attempt >= services.settings().maxAttempts()) {
          return fail(job, "retry_quota_exhausted", cause);
        }
        return retry(job, error, wait == null ? waitBefore(attempt) : wait, attempt);
      }
      case FailureDecision.Fail(String error) -> {
        return fail(job, error, cause);
      }
      case FailureDecision.Terminal(String errorType, String message) -> {
        return endConnection(job, errorType, message);
      }
    }
  }

  private Duration waitBefore(int attempt) {
    List<Duration> waits = services.settings().retrySchedule();
    return waits.get(Math.clamp(attempt - 1, 0, waits.size() - 1));
  }

  private String retry(PullJob job, String error, Duration wait, int attempt) {
    services
        .db()
        .tx(
            tx -> {
              if (repo.lockClaim(tx, job)) {
                repo.retry(tx, job, wait, attempt, error);
                services
                    .ingest()
                    .recordAttempt(tx, job.user(), job.provider(), job.resources(), false);
              }
              return null;
            });
    LOG.log(Level.INFO, "pull=" + job.id() + " retry in ms=" + wait.toMillis() + " after " + error);
    return "retrying";
  }

  private String fail(PullJob job, String error, RuntimeException cause) {
    if (error.equals("unexpected_error")) {
      LOG.log(Level.ERROR, "pull=" + job.id() + " feed=" + job.feed() + " failed", cause);
    } else {
      LOG.log(
          Level.WARNING,
          "pull="
              + job.id()
              + " feed="
              + job.feed()
              + " failed: "
              + error
              + " after "
              + cause.getClass().getSimpleName());
    }
    List<UUID> triggers =
        services
            .db()
            .tx(
                tx -> {
                  repo.lockConnection(tx, job);
                  if (!repo.lockClaim(tx, job)) {
                    return List.<UUID>of();
                  }
                  repo.endJob(tx, job.id(), "failure", error);
                  services
                      .ingest()
                      .recordAttempt(tx, job.user(), job.provider(), job.resources(), false);
                  return HistoricalPullPlanner.finishTriggers(tx, job.connection(), null);
                });
    notifyThrottle(job, triggers);
    return "failure";
  }

  /** Ends the connection and every job of this link. */
  private String endConnection(PullJob job, String errorType, String message) {
    List<UUID> triggers =
        services
            .db()
            .tx(
                tx -> {
                  repo.lockConnection(tx, job);
                  services
                      .connections()
                      .find(tx, job.connection())
                      .filter(c -> c.generation() == job.generation())
                      .ifPresent(c -> services.states().fail(tx, c, errorType, message));
                  repo.lockOtherJobs(tx, job)
                      .forEach(other -> repo.endJob(tx, other, "failure", "non_retriable_error"));
                  if (repo.lockClaim(tx, job)) {
                    repo.endJob(tx, job.id(), "failure", "non_retriable_error");
                    services
                        .ingest()
                        .recordAttempt(tx, job.user(), job.provider(), job.resources(), false);
                  }
                  return HistoricalPullPlanner.finishTriggers(tx, job.connection(), null);
                });
    notifyThrottle(job, triggers);
    LOG.log(Level.WARNING, "pull=" + job.id() + " connection ended: " + errorType);
    return "failure";
  }

  /** Notifies the throttle that triggered pulls have ended. */
  void notifyThrottle(PullJob job, List<UUID> triggers) {
    triggers.forEach(
        t ->
            services
                .permitClients()
                .send(job.provider(), new ThrottleMessages.PullFinished(job.app(), t)));
  }
}
