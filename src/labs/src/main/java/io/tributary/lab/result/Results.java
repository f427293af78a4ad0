package io.tributary.lab.result;

import io.tributary.bus.Bus;
import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.lab.order.ErasedSamples;
import io.tributary.lab.order.OrderBook;
import io.tributary.team.SwitchBook;
import io.vertx.core.Deployable;
import java.util.List;

/** Puts the feature together. */
public final class Results {
  private final Bus bus;
  private final ResultIntake intake;
  private final ResultReads reads;
  private final UnmatchedCommands commands;
  private final List<Routes.Source> routes;

  public Results(
      Db db, Bus bus, Outbox outbox, OrderBook book, SwitchBook switches, ErasedSamples erased) {
    this.bus = bus;
    this.reads = new ResultReads(db);
    Attachment attachment = new Attachment(book, outbox);
    UnmatchedBook unmatched = new UnmatchedBook(outbox);
    this.intake = new ResultIntake(book, attachment, unmatched, erased);
    this.commands = new UnmatchedCommands(db, book, attachment, unmatched);
    this.routes =
        List.of(
            new ResultRoutes(reads, book),
            new UnmatchedRoutes(bus, switches, new UnmatchedReads(db)));
  }

  /** What takes reports of laboratories in, in the caller's transaction. */
  public static ResultIntake intake(OrderBook book, Outbox outbox, ErasedSamples erased) {
    return new ResultIntake(book, new Attachment(book, outbox), new UnmatchedBook(outbox), erased);
  }

  /** What takes reports of laboratories in. */
  public ResultIntake intake() {
    return intake;
  }

  public ResultReads reads() {
    return reads;
  }

  public List<Routes.Source> routes() {
    return routes;
  }

  /** Serves commands; deploy it on every node. */
  public Deployable verticle() {
    return new UnmatchedVerticle(bus, commands);
  }
}
