package io.tributary.lab.result;

import io.tributary.bus.Bus;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires the result feature: intake, review and routes. */
public final class LabResultFeature {
  private final Bus bus;
  private final ResultIntake intake;
  private final ResultReads reads;
  private final UnmatchedCommands commands;
  private final List<Routes.Source> routes;

  public LabResultFeature(
      Db db,
      Bus bus,
      Outbox outbox,
      OrderLifecycle book,
      FeatureFlagCache switches,
      ErasedSampleIds erased) {
    this.bus = bus;
    this.reads = new ResultReads(db);
    ResultAttacher attachment = new ResultAttacher(book, outbox);
    UnmatchedResultStore unmatched = new UnmatchedResultStore(outbox);
    this.intake = new ResultIntake(book, attachment, unmatched, erased);
    this.commands = new UnmatchedCommands(db, book, attachment, unmatched);
    this.routes =
        List.of(
            new ResultRoutes(reads, book),
            new UnmatchedRoutes(bus, switches, new UnmatchedReads(db)));
  }

  /** Creates the intake of laboratory reports, which runs in the caller's transaction. */
  public static ResultIntake intake(OrderLifecycle book, Outbox outbox, ErasedSampleIds erased) {
    return new ResultIntake(
        book, new ResultAttacher(book, outbox), new UnmatchedResultStore(outbox), erased);
  }

  /** Returns the intake of laboratory reports. */
  public ResultIntake intake() {
    return intake;
  }

  public ResultReads reads() {
    return reads;
  }

  public List<Routes.Source> routes() {
    return routes;
  }

  /** Serves commands. Deploy on every node. */
  public Deployable newVerticle() {
    return new UnmatchedVerticle(bus, commands);
  }
}
