package io.tributary.lab.result;

import io.tributary.db.Db;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.lab.order.OrderBook;
import java.util.List;

/** Puts the feature together. */
public final class Results {
  private final ResultIntake intake;
  private final ResultReads reads;
  private final List<Routes.Source> routes;

  public Results(Db db, Outbox outbox, OrderBook book) {
    this.reads = new ResultReads(db);
    Attachment attachment = new Attachment(book, outbox);
    this.intake = new ResultIntake(book, attachment, new UnmatchedBook(outbox));
    this.routes = List.of(new ResultRoutes(reads, book));
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
}
