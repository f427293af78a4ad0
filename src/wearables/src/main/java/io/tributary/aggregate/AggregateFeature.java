package io.tributary.aggregate;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.ingest.IngestListener;
import io.tributary.read.SourcePriorities;
import io.tributary.read.StoredSamples;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Creates the routes, verticles and listeners of the aggregation feature. */
public final class AggregateFeature {
  /** Slugs of the labs, which are valid sources but are not in the provider catalog. */
  private static final Set<String> LAB_SLUGS =
      Set.of(
          "ayumetrix",
          "spiriplex",
          "ussl",
          "quest",
          "sonora_quest",
          "labcorp",
          "bioreference",
          "us_biotek",
          "sanocardio",
          "ihd",
          "nexus",
          "my_uti",
          "crl",
          "mtl");

  private final Bus bus;
  private final Db db;
  private final ServiceConfig config;
  private final FeatureFlagCache featureFlags;
  private final Predicate<String> knownSlug;
  private final SourcePriorityRepo priorities;
  private final QueryRunner runner;
  private final InstantSource clock;

  /**
   * @param knownSlug whether a provider with this slug exists
   */
  public AggregateFeature(
      Vertx vertx,
      Bus bus,
      Db db,
      ServiceConfig config,
      FeatureFlagCache switches,
      StoredSamples samples,
      Predicate<String> knownSlug,
      InstantSource clock) {
    this.bus = bus;
    this.db = db;
    this.config = config;
    this.featureFlags = switches;
    this.knownSlug = knownSlug.or(LAB_SLUGS::contains);
    this.priorities = new SourcePriorityRepo(db);
    this.clock = clock;
    this.runner =
        new QueryRunner(vertx, db, samples, new SourcePriorities(db), config.aggregate(), clock);
  }

  public List<Routes.Source> routes() {
    ContinuousParser parser = parser();
    return List.of(
        new AggregateRoutes(bus, db, featureFlags, config.aggregate(), knownSlug),
        new ContinuousRoutes(
            new ContinuousQueryRepo(db, config.continuousQuery()),
            parser,
            featureFlags,
            config.aggregate()),
        new ContinuousQueryResultRoutes(db, featureFlags, parser, config.aggregate()));
  }

  private ContinuousParser parser() {
    return new ContinuousParser(
        new QueryParser(config.aggregate(), knownSlug), config.continuousQuery());
  }

  /** Creates the listener that schedules continuous query runs when data changes. */
  public IngestListener changeListener() {
    return new ContinuousQueryScheduler(config.continuousQuery());
  }

  /** Creates the verticle that runs continuous queries; one per node. */
  public Supplier<Deployable> continuousVerticle(Outbox outbox) {
    ContinuousQueryTaskRepo tasks = new ContinuousQueryTaskRepo(db, config.continuousQuery());
    ContinuousQueryJob run =
        new ContinuousQueryJob(
            db,
            tasks,
            parser(),
            runner,
            outbox,
            config,
            task -> featureFlags.of(task.tenant()).await().aggregation(),
            clock);
    return () -> new ContinuousVerticle(db, tasks, run, config);
  }

  /** Creates the verticle that answers queries; one per node. */
  public Supplier<Deployable> queryVerticle() {
    return () -> new AggregateVerticle(bus, runner, priorities, config.aggregate().concurrency());
  }
}
