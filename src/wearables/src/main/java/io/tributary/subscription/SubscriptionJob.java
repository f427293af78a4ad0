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
import io.tributary.provider.SubscriptionClient.Made;
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
  private final PermitClients gates;
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
    this.gates = gates;
    this.settings = settings;
    this.meters = meters;
  }

  void run(SubscriptionRepo.Claimed s, BooleanSupplier going) {
    SubscriptionClient subscriber =
        adapters.of(s.provider(), false).flatMap(Adapter::subscriber).orElse(null);
    AppCredentials app = apps.of(s.app(), s.provider()).orElse(null);
    if (subscriber == null || app == null) {
      // The provider or the application is gone, so nothing can call the provider. The planner
      // recreates the row if that changes.
      repo.gone(s);
      return;
    }
    Optional<Connection> connection = s.connection().flatMap(id -> connections.find(db, id));
    if (s.connection().isPresent() && !connection.map(Connection::connected).orElse(false)) {
      // A new link requests the subscription again.
      repo.later(s, settings.checkEvery(), false);
      return;
    }
    String outcome;
    try {
      outcome = step(s, subscriber, app, connection, going);
    } catch (RuntimeException e) {
      outcome = judge(s, connection, e);
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
        gates.of(s.provider(), s.app(), connection.map(Connection::userId).orElse(Ids.NIL), going);
    NotificationUrls.Hook hook = hooks.of(s.provider(), s.app());
    Optional<Puller.Account> account = connection.map(c -> accounts.open(c, gate));
    try {
      return step(s, subscriber, request(s, app, hook, connection, account), hook, gate);
    } catch (ProviderException.Unauthorised expired) {
      Puller.Account a = account.orElseThrow(() -> expired);
      a.refused(a.accessToken());
      return step(s, subscriber, request(s, app, hook, connection, account), hook, gate);
    }
  }

  private SubscriptionClient.Request request(
      SubscriptionRepo.Claimed s,
      AppCredentials app,
      NotificationUrls.Hook hook,
      Optional<Connection> connection,
      Optional<Puller.Account> account) {
    return new SubscriptionClient.Request(
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
        url -> hooks.another(hook, url));
  }

  private String step(
      SubscriptionRepo.Claimed s,
      SubscriptionClient subscriber,
      SubscriptionClient.Request request,
      NotificationUrls.Hook hook,
      PermitClient gate) {
    gate.take(1);
    if (s.state().equals("ending")) {
      s.made().ifPresent(made -> subscriber.remove(request, made));
      repo.gone(s);
      return "removed";
    }
    Optional<Made> before = s.state().equals("live") ? s.made() : Optional.empty();
    Made now;
    String outcome;
    if (before.isPresent() && ends(before.get())) {
      now = subscriber.renew(request, before.get());
      outcome = "renewed";
    } else if (before.isPresent() && subscriber.lives(request, before.get())) {
      now = before.get();
      outcome = "lives";
    } else {
      if (s.connection().isEmpty()) {
        hooks.signsAnew(hook);
      }
      now = subscriber.ensure(request);
      outcome = "made";
    }
    if (s.connection().isEmpty()) {
      now.secret().ifPresent(secret -> hooks.signsWith(s.provider(), s.app(), secret));
    }
    repo.live(s, now, next(now));
    return outcome;
  }

  private boolean ends(Made made) {
    return made.expiresAt()
        .map(at -> Instant.now().plus(settings.renewBefore()).isAfter(at))
        .orElse(false);
  }

  /**
   * Wait until the next check: three quarters of the remaining lifetime, at least the interval of
   * the loop and at most the check interval. Short-lived subscriptions are therefore checked before
   * they expire.
   */
  private Duration next(Made made) {
    Duration check = settings.checkEvery();
    return made.expiresAt()
        .map(at -> Duration.between(Instant.now(), at).multipliedBy(3).dividedBy(4))
        .filter(left -> left.compareTo(check) < 0)
        .map(left -> left.compareTo(settings.every()) < 0 ? settings.every() : left)
        .orElse(check);
  }

  private String judge(
      SubscriptionRepo.Claimed s, Optional<Connection> connection, RuntimeException e) {
    switch (e) {
      case ProviderException.RateLimited limited -> repo.later(s, limited.waitFor(), false);
      case ProviderException.ScopeMissing missing -> {
        // The grant does not cover the subscription; polls find the data that it covers.
        db.tx(tx -> fail(tx, s, null));
        return "no_scope";
      }
      case ProviderException.AccountGone gone -> {
        end(s, connection, gone.errorType(), gone.getMessage());
        return "ended";
      }
      case ProviderException.Rejected refused -> {
        return refused(s, connection, refused);
      }
      case ProviderException.TokenRefused ended -> repo.later(s, settings.checkEvery(), false);
      case ConnectionEnded gone -> repo.later(s, settings.checkEvery(), false);
      case ProviderException away -> {
        // The provider did not refuse the subscription, so it is retried without limit.
        LOG.log(Level.INFO, name(s) + " waits after " + away.getClass().getSimpleName());
        repo.later(s, wait(s), false);
      }
      default -> {
        LOG.log(Level.ERROR, name(s) + " failed", e);
        repo.later(s, settings.retryWaits().getLast(), false);
      }
    }
    return "later";
  }

  private String refused(
      SubscriptionRepo.Claimed s, Optional<Connection> connection, ProviderException.Rejected why) {
    LOG.log(
        Level.WARNING, name(s) + " refused attempt=" + (s.attempt() + 1) + ": " + why.getMessage());
    if (s.attempt() + 1 < settings.refusals()) {
      repo.later(s, wait(s), true);
      return "refused";
    }
    if (connection.isPresent()) {
      end(
          s,
          connection,
          "webhook_registration_failed",
          "the provider refused to tell of news of the user");
    } else {
      // Polls continue. The operator may fix the cause at the provider before the next check.
      db.tx(tx -> fail(tx, s, settings.checkEvery()));
    }
    return "failed";
  }

  private void end(
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
    repo.failed(tx, s, next);
    return null;
  }

  private Duration wait(SubscriptionRepo.Claimed s) {
    List<Duration> waits = settings.retryWaits();
    return waits.get(Math.min(s.attempt(), waits.size() - 1));
  }

  private static String name(SubscriptionRepo.Claimed s) {
    return "subscription=" + s.id() + " provider=" + s.provider() + " kind=" + s.kind();
  }
}
