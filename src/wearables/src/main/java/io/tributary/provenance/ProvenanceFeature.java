package io.tributary.provenance;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.ingest.GroupCommit;
import io.tributary.provider.Adapters;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.read.MergedSamples;
import io.tributary.read.StoredSamples;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.function.Supplier;

/** Creates the routes and the verticle of the provenance feature. */
public final class ProvenanceFeature {
  private final Db db;
  private final Bus bus;
  private final ServiceConfig config;
  private final Adapters adapters;
  private final RawDocumentReader raws;
  private final GroupCommit intake;
  private final StoredSamples samples;
  private final RemapRepo runs;

  public ProvenanceFeature(
      Db db,
      Bus bus,
      ServiceConfig config,
      Adapters adapters,
      RawDocumentReader raws,
      GroupCommit intake,
      StoredSamples samples) {
    this.db = db;
    this.bus = bus;
    this.config = config;
    this.adapters = adapters;
    this.raws = raws;
    this.intake = intake;
    this.samples = samples;
    this.runs = new RemapRepo(db, config.provenance().lease());
  }

  public List<Routes.Source> routes() {
    return List.of(
        new ExplainRoutes(bus, runs, config.provenance()),
        new CompletenessRoutes(db, config.provenance()));
  }

  /**
   * Creates the verticle that answers requests and runs remapping jobs; one per node, on virtual
   * threads.
   */
  public Supplier<Deployable> verticle() {
    Provenance provenance = new Provenance(adapters, raws, config.provenance().maxDocuments());
    return () ->
        new ExplainVerticle(
            db,
            bus,
            new SummaryExplainer(db, provenance),
            new SampleExplainer(db, samples, provenance),
            new MergeExplainer(new MergedSamples(db), config.provenance().pageSize()),
            new RemapHandler(db, adapters, raws, runs),
            runs,
            new RemapJob(db, adapters, raws, intake, runs, config.provenance().maxAttempts()),
            config);
  }
}
