package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.crypto.KeyOwner;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.SqlErrors;
import io.tributary.job.JobRunner;
import io.tributary.job.KeyedSemaphore;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.PermitClients;
import io.tributary.provider.ProviderException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Revokes grants of ended connections at their providers.
 *
 * <p>Revocation is best effort with retries. The row and its tokens are deleted after the last
 * attempt.
 *
 * <p>A revocation is skipped when another connection uses the same provider account and
 * application. An expired access token is renewed once per attempt, and the renewed pair is stored
 * because the previous one is spent. Waiting for a permit and database failures do not count as
 * attempts.
 */
public final class RevocationJob {
  private static final System.Logger LOG = System.getLogger(RevocationJob.class.getName());
  private static final int SLOTS = 32;
  private static final int SLOTS_PER_PROVIDER = 4;

  private static final String CLAIM =
      """
      with due as materialized (
        select id from deregistration
         where due_at <= now() and (lease_expires_at is null or lease_expires_at < now())
           and not provider = any ($3)
         order by due_at limit $1 for update skip locked
      )
      update deregistration d set lease_expires_at = now() + make_interval(secs => $2)
        from due where d.id = due.id
      returning d.id, d.lease_expires_at, d.team_id, d.provider, d.app_id, d.demo, d.attempt, d.access_token_encrypted,
                d.refresh_token_encrypted, d.external_user_id,
                d.provider_state::text as provider_state
      """;
  // A provider revokes the application's access to an account, not a single grant. Any other
  // connection of the same account depends on it, whichever user it belongs to.
  private static final String SHARED =
      """
      select 1 from connection
       where provider = $1 and app_id = $2 and external_user_id = $3
         and (status = 'connected' or status = 'paused' and access_token_encrypted is not null)
         and not demo
       limit 1
      """;
  private static final String RENEWED =
      """
      update deregistration set access_token_encrypted = $2, refresh_token_encrypted = $3
       where id = $1
      """;
  // The claim is compared, so that a worker whose claim has expired cannot change a row that was
  // claimed again.
  private static final String RETRY =
      """
      update deregistration set attempt = attempt + $3, lease_expires_at = null,
             due_at = now() + make_interval(secs => $4)
       where id = $1 and lease_expires_at = $2
      """;

  private final Db db;
  private final OAuthApplications apps;
  private final Adapters adapters;
  private final Vault vault;
  private final PermitClients permitClients;
  private final Metrics meters;
  private final ServiceConfig.Connections settings;
  private volatile ConnectionListener listener = ConnectionListener.NONE;
  private final KeyedSemaphore<Job> slotsByProvider =
      new KeyedSemaphore<>(SLOTS_PER_PROVIDER, Job::provider);
  private JobRunner<Job> runner;
  private volatile boolean stopping;

  public RevocationJob(
      Db db,
      OAuthApplications apps,
      Adapters adapters,
      Vault vault,
      Metrics meters,
      ServiceConfig.Connections settings,
      PermitClients gates) {
    this.db = db;
    this.apps = apps;
    this.adapters = adapters;
    this.vault = vault;
    this.meters = meters;
    this.settings = settings;
    this.permitClients = gates;
  }

  /** Sets the listener that removes dependent objects before the grant is revoked. */
  public void setListener(ConnectionListener newWatch) {
    listener = newWatch;
  }

  private record Job(
      UUID id,
      OffsetDateTime claim,
      UUID team,
      String provider,
      UUID app,
      boolean demo,
      int attempt,
      byte[] access,
      byte[] refresh,
      Optional<String> externalUserId,
      ObjectNode state) {
    static Job read(Row r) {
      return new Job(
          r.getUUID("id"),
          r.getOffsetDateTime("lease_expires_at"),
          r.getUUID("team_id"),
          r.getString("provider"),
          r.getUUID("app_id"),
          r.getBoolean("demo"),
          r.getInteger("attempt"),
          RowMapping.bytes(r, "access_token_encrypted"),
          RowMapping.bytes(r, "refresh_token_encrypted"),
          Optional.ofNullable(r.getString("external_user_id")),
          RowMapping.object(r, "provider_state"));
    }
  }

  void start(Vertx vertx) {
    runner =
        new JobRunner<>(
            vertx,
            db,
            ConnectionLifecycle.REVOKE_QUEUE,
            SLOTS,
            settings.revokeInterval(),
            this::claim,
            this::work);
    runner.start();
  }

  Future<Void> stop() {
    stopping = true;
    return runner == null ? Future.succeededFuture() : runner.stop();
  }

  private List<Job> claim(int free) {
    double lease = settings.refreshLease().toMillis() / 1000.0;
    return slotsByProvider.claim(
        free, (most, full) -> RowMapping.list(db.query(CLAIM, most, lease, full), Job::read));
  }

  private void work(Job job) {
    try {
      run(job);
    } finally {
      slotsByProvider.release(job);
    }
  }

  private void run(Job job) {
    try {
      finish(job, revoke(job));
    } catch (ProviderException.RateLimited
        | ProviderException.Unavailable
        | ProviderException.Transport
        | ProviderException.AppCredentialsRejected later) {
      // The operator may restore a missing or refused application in the meantime.
      if (job.attempt() < settings.revokeRetrySchedule().size()) {
        retryLater(job, 1, settings.revokeRetrySchedule().get(job.attempt()));
      } else {
        giveUp(job, later);
      }
    } catch (NoPermit full) {
      // No call was made, so this is not an attempt.
      retryLater(job, 0, full.wait);
    } catch (RuntimeException fault) {
      if (SqlErrors.isTransient(fault)) {
        // A database failure is not an attempt.
        retryLater(job, 0, settings.revokeInterval());
      } else {
        // A permanent refusal or a bug: another attempt would end the same way.
        giveUp(job, fault);
      }
    }
  }

  private void retryLater(Job job, int tries, Duration wait) {
    db.query(RETRY, job.id(), job.claim(), tries, wait.toMillis() / 1000.0);
  }

  private void giveUp(Job job, RuntimeException why) {
    LOG.log(
        Level.WARNING,
        "revocation abandoned: provider="
            + job.provider()
            + " attempt="
            + (job.attempt() + 1)
            + " reason="
            + why.getClass().getSimpleName());
    finish(
        job,
        why instanceof ProviderException.AppCredentialsRejected ? "no_application" : "given_up");
  }

  private void finish(Job job, String outcome) {
    if (db.tx(tx -> RevocationLog.recordEnd(tx, job.id(), job.claim(), outcome))) {
      meters
          .counter("tributary_revocations", "provider", job.provider(), "outcome", outcome)
          .increment();
    }
  }

  /** Revokes the grant and returns the outcome for the metric. */
  private String revoke(Job job) {
    if (isAccountShared(job)) {
      return "shared";
    }
    Adapter adapter =
        adapters
            .of(job.provider(), job.demo())
            .orElseThrow(
                () ->
                    new ProviderException.AppCredentialsRejected(
                        "the provider is no longer offered"));
    if (adapter.oauth().isEmpty()) {
      // Password sessions expire by themselves, and the stored password was deleted with the
      // connection.
      return "ended";
    }
    revoke(
        job,
        adapter.oauth().get(),
        apps.find(job.app(), job.provider())
            .orElseThrow(
                () ->
                    new ProviderException.AppCredentialsRejected(
                        "the provider application was deleted")));
    return "ended";
  }

  private boolean isAccountShared(Job job) {
    return !job.demo()
        && job.externalUserId().isPresent()
        && db.query(SHARED, job.provider(), job.app(), job.externalUserId().get()).size() > 0;
  }

  private void revoke(Job job, OAuth oauth, AppCredentials app) {
    String context = job.id().toString();
    OAuth.Session session =
        new OAuth.Session(
            new OAuth.Tokens(
                vault.open(job.access(), context), vault.open(job.refresh(), context), null),
            job.externalUserId(),
            job.state());
    PermitClient gate = permitClient(job);
    try {
      listener.removeDependents(app, session, gate);
      gate.acquire(1);
      oauth.revoke(app, session);
    } catch (ProviderException.Unauthorized expired) {
      if (session.tokens().refresh() == null) {
        return;
      }
      OAuth.Tokens renewed;
      try {
        renewed = oauth.refresh(app, session);
      } catch (ProviderException.TokenRejected ended) {
        if (job.attempt() > 0) {
          // A refusal on the first attempt means that the grant has ended already. Later, it may
          // mean that the response to an earlier renewal was lost and the grant is still active.
          throw ended;
        }
        return;
      }
      storeRenewed(job, renewed);
      OAuth.Session last = new OAuth.Session(renewed, session.externalUserId(), session.state());
      try {
        listener.removeDependents(app, last, gate);
        gate.acquire(1);
      } catch (NoPermit full) {
        // Counts as an attempt: if the new pair cannot be stored, the next attempt recognizes the
        // old one as spent.
        throw new ProviderException.RateLimited(full.wait);
      }
      oauth.revoke(app, last);
    }
  }

  /** Thrown when no permit was granted in time. */
  private static final class NoPermit extends RuntimeException {
    private final transient Duration wait;

    NoPermit(Duration wait) {
      super("rate limit reached", null, false, false);
      this.wait = wait;
    }
  }

  /**
   * Returns the permit client of the job. Per-user quotas are ignored, because the user makes no
   * other calls any more.
   */
  private PermitClient permitClient(Job job) {
    if (job.demo()) {
      return PermitClient.UNLIMITED;
    }
    PermitClient gate = permitClients.of(job.provider(), job.app(), null, () -> !stopping);
    return new PermitClient() {
      @Override
      public void acquire(int calls) {
        try {
          gate.acquire(calls);
        } catch (ProviderException.RateLimited full) {
          throw new NoPermit(full.retryAfter());
        }
      }

      @Override
      public void backOff(Duration pause) {
        gate.backOff(pause);
      }
    };
  }

  /**
   * Stores the new pair, because the previous one is spent and must not be used by a later attempt.
   * If the database is unavailable, the revocation proceeds anyway.
   */
  private void storeRenewed(Job job, OAuth.Tokens renewed) {
    String context = job.id().toString();
    KeyOwner owner = new KeyOwner.Team(job.team());
    try {
      db.query(
          RENEWED,
          job.id(),
          vault.seal(owner, renewed.access(), context),
          vault.seal(owner, renewed.refresh(), context));
    } catch (RuntimeException away) {
      LOG.log(
          Level.WARNING,
          "revocation: refreshed tokens not stored: provider="
              + job.provider()
              + " reason="
              + away.getClass().getSimpleName());
    }
  }
}
