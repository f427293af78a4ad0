package io.tributary.report.parsing;

import io.tributary.config.ReportConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.lab.order.IdempotencyStore;
import io.tributary.metrics.Metrics;
import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.reader.ReaderService;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Entry point of report parsing for the composition root: routes and one verticle per node. */
public final class ReportParsingFeature {
  private static final Duration DRAWING_WAIT = Duration.ofSeconds(10);

  private final ServiceConfig config;
  private final FeatureFlagCache featureFlags;
  private final Metrics metrics;
  private final JobParts parts;

  /**
   * @param node stable name of this node, which owns its folder
   * @param readers closed together with the verticle
   * @param meaning called on workers only, because it may have to load tables
   */
  public ReportParsingFeature(
      Vertx vertx,
      Db db,
      ServiceConfig config,
      String node,
      Outbox outbox,
      Encryption secrets,
      FeatureFlagCache switches,
      ReaderService readers,
      Supplier<ReportInterpreter> meaning,
      Metrics meters) {
    this(
        vertx,
        db,
        config,
        node,
        outbox,
        secrets,
        switches,
        ReportReader.of(readers),
        (printed, team, between) -> meaning.get().interpret(printed, team, between),
        meters);
  }

  ReportParsingFeature(
      Vertx vertx,
      Db db,
      ServiceConfig config,
      String node,
      Outbox outbox,
      Encryption secrets,
      FeatureFlagCache switches,
      ReportReader reader,
      PrintedReportInterpreter meaning,
      Metrics meters) {
    this.config = config;
    this.featureFlags = switches;
    this.metrics = meters;
    ReportConfig settings = config.report();
    this.parts =
        new JobParts(
            vertx,
            db,
            settings,
            new JobRepo(db, settings.lease()),
            new ParsingJobLifecycle(outbox, settings.maxEventBytes()),
            new FileStore(secrets),
            new ReportFiles(config.data().dir(), node),
            reader,
            meaning,
            new SynonymRepo(db),
            // A separate worker pool, so that a report that is hard to interpret does not block
            // other work.
            vertx.createSharedWorkerExecutor(
                "report-meaning",
                settings.concurrency(),
                settings.interpretation().timeout().toNanos(),
                TimeUnit.NANOSECONDS));
  }

  /**
   * Returns the folder for temporary files of this node's readers, which is cleaned when the node
   * starts.
   */
  public static Path scratch(Path data, String node) {
    return new ReportFiles(data, node).scratch();
  }

  public Routes.Source routes() {
    ReportUploadHandler desk =
        new ReportUploadHandler(
            parts.db(),
            featureFlags,
            parts.settings().effectiveLimits(),
            parts.repo(),
            parts.store(),
            parts.files(),
            parts.reader(),
            new IdempotencyStore(
                parts.db(),
                config.orders().inProgressTimeout(),
                config.orders().idempotencyKeyTtl()),
            storeSemaphore());
    return new ReportRoutes(
        parts.vertx(), featureFlags, parts.settings(), parts.repo(), parts.files(), desk);
  }

  private FairSemaphore<Tenant> storeSemaphore() {
    ReportConfig.Upload intake = parts.settings().upload();
    // In a small database pool, most connections remain for other work.
    int most = Math.max(1, config.db().poolSize() / 4);
    return new FairSemaphore<>(
        Math.min(intake.maxConcurrentWrites(), most),
        intake.writeQueueTimeout(),
        "too many uploads are being stored; try again");
  }

  /** Returns the state machine of jobs, for the review package. */
  public ParsingJobLifecycle lifecycle() {
    return parts.lifecycle();
  }

  /** Returns the original files, for the review package. */
  public OriginalFiles originals(ReaderService readers) {
    return originals(readers, DRAWING_WAIT);
  }

  OriginalFiles originals(ReaderService readers, Duration turn) {
    return new OriginalFiles(
        parts.vertx(), parts.db(), parts.store(), parts.files(), readers, turn);
  }

  public SynonymRepo synonyms() {
    return parts.synonyms();
  }

  public Deployable verticle() {
    return new ParserVerticle(parts, metrics, config.node().shutdownTimeout());
  }
}
