package io.tributary.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionListener;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ProviderSessions;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.SafeErrorMessage;
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
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.SubscriptionClient.Level;
import io.tributary.provider.SubscriptionClient.ProviderSubscription;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Determines which subscriptions should exist. Without a public URL no provider can reach this
 * service, so no subscription is planned and all data is polled.
 */
public final class SubscriptionPlanner implements ConnectionListener {
  private static final System.Logger LOG = System.getLogger(SubscriptionPlanner.class.getName());

  /** Queue that wakes the loop that processes subscriptions. */
  static final String QUEUE = ConnectionLifecycle.SUBSCRIPTION_QUEUE;

  /** Queue that signals a new connection of a provider with one subscription per connection. */
  static final String LINKED_QUEUE = "subscribe_linked";

  /**
   * Field of the account state that carries the subscriptions to remove until the grant is revoked.
   */
  private static final String FIELD = "subscriptions";

  private final Db db;
  private final ServiceConfig config;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final NotificationUrls hooks;
  private final SubscriptionRepo repo;
  private final Metrics meters;
  private volatile Map<String, Long> countByState = Map.of();

  public SubscriptionPlanner(
      Db db,
      ServiceConfig config,
      Encryption secrets,
      Adapters adapters,
      OAuthApplications apps,
      NotificationUrls hooks,
      Metrics meters) {
    this.db = db;
    this.config = config;
    this.adapters = adapters;
    this.apps = apps;
    this.hooks = hooks;
    this.repo = new SubscriptionRepo(db, secrets, config.subscription().lease());
    this.meters = meters;
    for (String state : List.of("pending", "active", "failed", "deleting")) {
      meters.gauge(
          "tributary_subscriptions", () -> countByState.getOrDefault(state, 0L), "state", state);
    }
  }

  /** Returns the verticle that processes subscriptions; deploy one per node on virtual threads. */
  public Supplier<Deployable> verticle(
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ProviderSessions accounts,
      PermitClients gates) {
    SubscriptionJob runs =
        new SubscriptionJob(
            db,
            repo,
            hooks,
            adapters,
            apps,
            connections,
            states,
            accounts,
            gates,
            config.subscription(),
            meters);
    return () ->
        new SubscriptionVerticle(
            db, this, repo, runs, config.subscription(), config.node().shutdownTimeout());
  }

  /** Adds missing subscriptions and marks unwanted ones. Handles its own failures. */
  void plan() {
    try {
      if (!config.http().publicUrl().isEmpty()) {
        config.providers().keySet().stream().sorted().forEach(p -> runIsolated(p, () -> plan(p)));
        db.queueNotifier().wake(QUEUE);
      }
      Map<String, Long> now = new TreeMap<>();
      repo.countByState().forEach(c -> now.put(c.state(), c.n()));
      countByState = now;
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING, "subscriptions: planning failed: " + SafeErrorMessage.of(e));
    }
  }

  private void plan(String provider) {
    SubscriptionClient subscriber = subscriber(provider).orElse(null);
    if (subscriber == null) {
      return;
    }
    boolean ofApps = subscriber.level() == Level.APP;
    List<UUID> ids =
        ofApps
            ? Stream.concat(Stream.of(Ids.DEFAULT_APP), repo.ownApps(provider).stream()).toList()
            : repo.linkedApps(provider);
    for (UUID id : ids) {
      runIsolated(provider + " app=" + id, () -> plan(provider, subscriber, id));
    }
  }

  private void plan(String provider, SubscriptionClient subscriber, UUID id) {
    AppCredentials app = apps.find(id, provider).orElse(null);
    if (app == null) {
      return;
    }
    List<String> kinds = subscriber.subscriptionNames(app);
    if (subscriber.level() == Level.APP) {
      repo.planForApp(provider, id, kinds);
    } else {
      repo.planForConnections(provider, id, kinds);
    }
  }

  /**
   * Isolates failures of one provider or application, such as a secret that cannot be decrypted.
   */
  private static void runIsolated(String whose, Runnable look) {
    try {
      look.run();
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "subscriptions: planning failed: provider=" + whose + ": " + SafeErrorMessage.of(e));
    }
  }

  private Optional<SubscriptionClient> subscriber(String provider) {
    return adapters.of(provider, false).flatMap(Adapter::subscriber);
  }

  private Optional<SubscriptionClient> connectionSubscriber(String provider) {
    return subscriber(provider).filter(s -> s.level() == Level.CONNECTION);
  }

  @Override
  public void onLinked(Tx tx, Connection c) {
    if (!c.demo() && connectionSubscriber(c.provider()).isPresent()) {
      repo.resetForRelink(tx, c.id(), c.appId());
      tx.wakeAfterCommit(LINKED_QUEUE);
    }
  }

  @Override
  public ObjectNode onEnding(Tx tx, Connection c) {
    ObjectNode state = c.state().deepCopy();
    if (!c.demo() && connectionSubscriber(c.provider()).isPresent()) {
      ArrayNode made = repo.deleteOfConnection(tx, c.id());
      if (!made.isEmpty()) {
        state.set(FIELD, made);
      }
    }
    return state;
  }

  @Override
  public void removeDependents(AppCredentials app, OAuth.Session session, PermitClient gate) {
    JsonNode made = session.state().path(FIELD);
    SubscriptionClient subscriber = connectionSubscriber(app.provider()).orElse(null);
    if (subscriber == null || made.isEmpty()) {
      return;
    }
    NotificationUrls.Webhook hook = hooks.findOrCreate(app.provider(), app.id());
    // Acquires all permits at once. Acquiring them one by one and starting over when the last one
    // is missing would never complete.
    gate.acquire(made.size());
    for (JsonNode s : made) {
      try {
        subscriber.remove(
            new SubscriptionClient.SubscriptionRequest(
                app,
                Optional.of(session),
                s.path("kind").asText(),
                hooks.url(hook),
                hook.secret(),
                url -> hooks.belongsToOther(hook, url)),
            new ProviderSubscription(s.path("id").asText(), Optional.empty(), Optional.empty()));
      } catch (ProviderException.Rejected
          | ProviderException.ScopeMissing
          | ProviderException.AccountRevoked e) {
        // The subscription is gone or belongs to another application. Revoking the grant ends it as
        // well.
        LOG.log(
            System.Logger.Level.INFO,
            "subscription of an ended connection not removed: provider=" + app.provider());
      }
    }
  }
}
