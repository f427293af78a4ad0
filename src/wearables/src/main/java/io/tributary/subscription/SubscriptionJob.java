package io.tributary.subscription;

import io.tributary.config.SubscriptionConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionEnded;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ProviderSessions;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.PermitClients;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.SubscriptionClient.ProviderSubscription;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Processes one due subscription: creates, renews, checks or removes it at the provider.
 *
 * <p>Every step may be repeated, so another node can continue after a crash. Blocks its virtual
 * thread.
 */
final class SubscriptionJob {
  private static final System.Logger LOG = System.getLogger(SubscriptionJob.class.getName());

  private final Db db;
  private final SubscriptionRepo repo;
  private final NotificationUrls hooks;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final ConnectionRepo connections;
  private final ConnectionLifecycle states;
  private final ProviderSessions accounts;
  private final PermitClients permitClients;
  private final SubscriptionConfig settings;
  private final Metrics meters;

  SubscriptionJob(
      Db db,
      SubscriptionRepo repo,
      NotificationUrls hooks,
      Adapters adapters,
      OAuthApplications apps,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ProviderSessions accounts,
      PermitClients gates,
      SubscriptionConfig settings,
      Metrics meters) {
    this.db = db;
    this.repo = repo;
    this.hooks = hooks;
    this.adapters = adapters;
    this.apps = apps;
    this.connections = connections;
    this.states = states;
    this.accounts = accounts;
    this.permitClients = gates;
    this.settings = settings;
    this.meters = meters;
  }

  void run(SubscriptionRepo.Claimed s, BooleanSupplier going) {
    SubscriptionClient subscriber =
        adapters.of(s.provider(), false).flatMap(Adapter::subscriber).orElse(null);
    AppCredentials app = apps.find(s.app(), s.provider()).orElse(null);
    if (subscriber == null || app == null) {
      // The provider or the application is gone, so nothing can call the provider. The planner
      // recreates the row if that changes.
      repo.delete(s);
      return;
    }
    Optional<Connection> connection = s.connection().flatMap(id -> connections.find(db, id));
    if (s.connection().isPresent() && !connection.map(Connection::connected).orElse(false)) {
      // A new link requests the subscription again.
      repo.postpone(s, settings.checkInterval(), false);
      return;
    }
    String outcome;
    try {
      outcome = step(s, subscriber, app, connection, going);
    } catch (RuntimeException e) {
      outcome = handleFailure(s, connection, e);
    }
    meters
        .counter("tributary_subscription_runs", "provider", s.provider(), "outcome", outcome)
        .increment();
  }

  private String step(
      SubscriptionRepo.Claimed s,
      SubscriptionClient subscriber,
      AppCredentials app,
      Optional<Connection> connection,
      BooleanSupplier going) {
    PermitClient gate =
        permitClients.of(
            s.provider(),
            s.app(),
            connection.map(Connection::userId).orElse(Ids.DEFAULT_APP),
            going);
    NotificationUrls.Webhook hook = hooks.findOrCreate(s.provider(), s.app());
    Optional<Puller.Account> account = connection.map(c -> accounts.open(c, gate));
    try {
      return step(s, subscriber, request(s, app, hook, connection, account), hook, gate);
    } catch (ProviderException.Unauthorized expired) {
      Puller.Account a = account.orElseThrow(() -> expired);
      a.tokenRejected(a.accessToken());
      return step(s, subscriber, request(s, app, hook, connection, account), hook, gate);
    }
  }

  private SubscriptionClient.SubscriptionRequest request(
      SubscriptionRepo.Claimed s,
      AppCredentials app,
      NotificationUrls.Webhook hook,
      Optional<Connection> connection,
      Optional<Puller.Account> account) {
    return new SubscriptionClient.SubscriptionRequest(
        app,
        account.map(
            a ->
                new OAuth.Session(
                    new OAuth.Tokens(a.accessToken(), null, null),
                    connection.map(Connection::externalUserId),
                    a.state())),
        s.kind(),
        hooks.url(hook),
        hook.secret(),
        url -> hooks.belongsToOther(hook, url));
  }

  private String step(
      SubscriptionRepo.Claimed s,
      SubscriptionClient subscriber,
      SubscriptionClient.SubscriptionRequest request,
      NotificationUrls.Webhook hook,
      PermitClient gate) {
    gate.acquire(1);
    if (s.state().equals("deleting")) {
      s.made().ifPresent(made -> subscriber.remove(request, made));
      repo.delete(s);
      return "removed";
    }
    Optional<ProviderSubscription> before =
        s.state().equals("active") ? s.made() : Optional.empty();
    ProviderSubscription now;
    String outcome;
    if (before.isPresent() && expiresSoon(before.get())) {
      now = subscriber.renew(request, before.get());
      outcome = "renewed";
    } else if (before.isPresent() && subscriber.exists(request, before.get())) {
      now = before.get();
      outcome = "lives";
    } else {
      if (s.connection().isEmpty()) {
        hooks.clearSigningSecret(hook);
      }
      now = subscriber.ensure(request);
      outcome = "made";
    }
    if (s.connection().isEmpty()) {
      now.secret().ifPresent(secret -> hooks.storeSigningSecret(s.provider(), s.app(), secret));
    }
    repo.markLive(s, now, nextCheck(now));
    return outcome;
  }

  private boolean expiresSoon(ProviderSubscription made) {
    return made.expiresAt()
        .map(at -> Instant.now().plus(settings.renewBefore()).isAfter(at))
        .orElse(false);
  }

  /**
   * Wait until the next check: three quarters of the remaining lifetime, at least the interval of
   * the loop and at most the check interval. Short-lived subscriptions are therefore checked before
   * they expire.
   */
  private Duration nextCheck(ProviderSubscription made) {
    Duration check = settings.checkInterval();
    return made.expiresAt()
        .map(at -> Duration.between(Instant.now(), at).multipliedBy(3).dividedBy(4))
        .filter(left -> left.compareTo(check) < 0)
        .map(left -> left.compareTo(settings.claimInterval()) < 0 ? settings.claimInterval() : left)
        .orElse(check);
  }

  private String handleFailure(
      SubscriptionRepo.Claimed s, Optional<Connection> connection, RuntimeException e) {
    switch (e) {
      case ProviderException.RateLimited limited -> repo.postpone(s, limited.retryAfter(), false);
      case ProviderException.ScopeMissing missing -> {
        // The grant does not cover the subscription; polls find the data that it covers.
        db.tx(tx -> fail(tx, s, null));
        return "no_scope";
      }
      case ProviderException.AccountRevoked gone -> {
        endConnection(s, connection, gone.errorType(), gone.getMessage());
        return "ended";
      }
      case ProviderException.Rejected refused -> {
        return onRefused(s, connection, refused);
      }
      case ProviderException.TokenRejected ended ->
          repo.postpone(s, settings.checkInterval(), false);
      case ConnectionEnded gone -> repo.postpone(s, settings.checkInterval(), false);
      case ProviderException away -> {
        // The provider did not refuse the subscription, so it is retried without limit.
        LOG.log(
            Level.INFO, describe(s) + " will be retried after " + away.getClass().getSimpleName());
        repo.postpone(s, retryWait(s), false);
      }
      default -> {
        LOG.log(Level.ERROR, describe(s) + " failed", e);
        repo.postpone(s, settings.retrySchedule().getLast(), false);
      }
    }
    return "later";
  }

  private String onRefused(
      SubscriptionRepo.Claimed s, Optional<Connection> connection, ProviderException.Rejected why) {
    LOG.log(
        Level.WARNING,
        describe(s) + " rejected attempt=" + (s.attempt() + 1) + ": " + why.getMessage());
    if (s.attempt() + 1 < settings.maxRejections()) {
      repo.postpone(s, retryWait(s), true);
      return "refused";
    }
    if (connection.isPresent()) {
      endConnection(
          s,
          connection,
          "webhook_registration_failed",
          "the provider rejected the notification subscription of the user");
    } else {
      // Polls continue. The operator may fix the cause at the provider before the next check.
      db.tx(tx -> fail(tx, s, settings.checkInterval()));
    }
    return "failed";
  }

  private void endConnection(
      SubscriptionRepo.Claimed s, Optional<Connection> seen, String errorType, String message) {
    db.tx(
        tx -> {
          seen.flatMap(c -> connections.lock(tx, c.id()))
              .filter(c -> c.generation() == seen.orElseThrow().generation())
              .ifPresent(c -> states.fail(tx, c, errorType, message));
          return fail(tx, s, null);
        });
  }

  private Void fail(Tx tx, SubscriptionRepo.Claimed s, Duration next) {
    repo.markFailed(tx, s, next);
    return null;
  }

  private Duration retryWait(SubscriptionRepo.Claimed s) {
    List<Duration> waits = settings.retrySchedule();
    return waits.get(Math.min(s.attempt(), waits.size() - 1));
  }

  private static String describe(SubscriptionRepo.Claimed s) {
    return "subscription=" + s.id() + " provider=" + s.provider() + " kind=" + s.kind();
  }
}
