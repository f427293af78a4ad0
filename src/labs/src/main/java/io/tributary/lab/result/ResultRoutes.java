package io.tributary.lab.result;

import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.lab.order.OrderBook;
import io.vertx.core.Future;
import java.util.UUID;

/** Results of orders and of transactions: labs.md §10 and §12. */
final class ResultRoutes implements Routes.Source {
  private final ResultReads reads;
  private final OrderBook book;

  ResultRoutes(ResultReads reads, OrderBook book) {
    this.reads = reads;
    this.book = book;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/order/{order_id}/result", Access.TEAM, this::result);
    routes.get("/v3/order/{order_id}/result/metadata", Access.TEAM, this::metadata);
    routes.get("/v3/order_transaction/{transaction_id}/result", Access.TEAM, this::ofTransaction);
  }

  private Future<Reply> result(Call call) {
    UUID order = call.pathUuid("order_id");
    return reads
        .one(call.tenant(), order)
        .compose(
            shown ->
                book.transaction(shown.transaction())
                    .map(t -> Reply.ok(shown.report().set("order_transaction", t))));
  }

  private Future<Reply> metadata(Call call) {
    UUID order = call.pathUuid("order_id");
    return reads.one(call.tenant(), order).map(s -> Reply.ok(s.report().get("metadata")));
  }

  private Future<Reply> ofTransaction(Call call) {
    UUID transaction = call.pathUuid("transaction_id");
    return reads
        .ofTransaction(call.tenant(), transaction)
        .map(all -> TransactionResults.merge(all.stream().map(ResultReads.Shown::report).toList()))
        .compose(
            merged ->
                book.transaction(transaction)
                    .map(t -> Reply.ok(merged.set("order_transaction", t))));
  }
}
