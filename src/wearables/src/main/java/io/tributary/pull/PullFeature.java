package io.tributary.pull;

import io.tributary.bus.Bus;
import io.tributary.config.ProviderQuota;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ProviderSessions;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.ingest.Ingest;
import io.tributary.lease.LeaseDirectory;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapters;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderException;
import io.tributary.rawdocument.RawDocumentStore;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Assembles the pull feature: the routes and verticles of a node. All verticles need virtual
 * threads.
 */
public final class PullFeature {
  private static final System.Logger LOG = System.getLogger(PullFeature.class.getName());

  private final ServiceConfig config;
  private final Bus bus;
  private final HistoricalPullJob.PullServices services;
  private final PullRepo jobs;
  private final PollRepo polls;
  private final PreferenceRules rules;

  /**
   * @param node name of this node
   */
  public PullFeature(
      Vertx vertx,
      Db db,
      Bus bus,
      ServiceConfig config,
      String node,
      Adapters adapters,
      ProviderCatalog catalog,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      ProviderSessions accounts,
      Ingest ingest,
      RawDocumentStore raws,
      Outbox outbox,
      LeaseDirectory leases,
      Metrics meters) {
    this.config = config;
    this.bus = bus;
    this.services =
        new HistoricalPullJob.PullServices(
            db,
            adapters,
            connections,
            states,
            accounts,
            ingest,
            raws,
            outbox,
            new ThrottlePermitClient.PermitClientFactory(vertx, bus, leases, config.pull()),
            config.pull(),
            new PullMetrics(meters),
            new ProviderCooldowns(
                new ProviderSlotPool(
                    config.pull().providerConcurrency(), catalog.slugs(), System::nanoTime),
                perUserOnlyProviders(config),
                config.pull().breakerResetTimeout()));
    int needed = requiredSlots(adapters.real().size(), config.pull().providerConcurrency());
    if (config.pull().concurrency() < needed) {
      LOG.log(
          Level.WARNING,
          "pull.concurrency="
              + config.pull().concurrency()
              + " per verticle is less than "
              + needed
              + ", which "
              + adapters.real().size()
              + " providers can occupy with pull.provider_concurrency="
              + config.pull().providerConcurrency()
              + " running and as many waiting: stuck providers may block others;"
              + " set TRIBUTARY_PULL_CONCURRENCY");
    }
    this.jobs = new PullRepo(db, node, config.pull().lease());
    this.polls = new PollRepo(db, config.pull().lease());
    this.rules = new PreferenceRules(catalog, adapters, config.pull().maxDays());
  }

  /**
   * Returns the slots that work of all providers can occupy: as many runs as slots, and as many
   * runs that wait without a slot.
   */
  static int requiredSlots(int providers, int providerSlots) {
    return 2 * providers * providerSlots;
  }

  private static Set<String> perUserOnlyProviders(ServiceConfig config) {
    return config.providers().entrySet().stream()
        .filter(e -> ProviderQuota.allPerUser(e.getValue().quotas()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  public List<Routes.Source> routes() {
    return List.of(
        new RefreshRoutes(bus),
        new IntrospectRoutes(services.db(), services.adapters()),
        new PreferenceRoutes(services.db(), bus, rules, config.node().region()));
  }

  /**
   * Returns a permit client for calls about new data. If no permit is granted in time, it fails as
   * if the provider had rejected the call.
   */
  public PermitClient permitClient(String provider, UUID app, UUID user, BooleanSupplier going) {
    PermitClient gate = services.permitClients().of(provider, app, user, false, going);
    return new PermitClient() {
      @Override
      public void acquire(int calls) {
        try {
          gate.acquire(calls);
        } catch (PermitDenied closed) {
          throw closed.scope() == PermitDenied.DenialScope.NODE
              ? new ProviderException.ThrottleUnreachable(closed.retryAfter())
              : new ProviderException.RateLimited(closed.retryAfter());
        }
      }

      @Override
      public void backOff(Duration pause) {
        gate.backOff(pause);
      }
    };
  }

  /** Returns the reader for provider notifications. */
  public NotificationPull notificationPull() {
    return new NotificationPull(services);
  }

  /** Returns the verticle that runs historical pull jobs; deploy one per core. */
  public Supplier<Deployable> scheduler() {
    return () -> new PullSchedulerVerticle(services, jobs, config.node().shutdownTimeout());
  }

  /** Returns the verticle that polls; deploy one per node. */
  public Supplier<Deployable> poller() {
    return () -> new PollVerticle(services, polls, config);
  }

  /** Returns the verticle that refreshes on request; deploy one per node. */
  public Supplier<Deployable> refresher() {
    return () -> new RefreshVerticle(services, bus, polls, config.users());
  }

  /** Returns the verticle that writes preferences; deploy one per node. */
  public Supplier<Deployable> preferences() {
    return () -> new PreferenceVerticle(services.db(), bus);
  }
}
