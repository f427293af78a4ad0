package io.tributary.lab.result;

import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Future;
import java.util.UUID;

/** Routes for the results of orders and transactions. */
final class ResultRoutes implements Routes.Source {
  private final ResultReads reads;
  private final OrderLifecycle book;

  ResultRoutes(ResultReads reads, OrderLifecycle book) {
    this.reads = reads;
    this.book = book;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/order/{order_id}/result", RouteAccess.TEAM, this::result);
    routes.get("/v3/order/{order_id}/result/metadata", RouteAccess.TEAM, this::metadata);
    routes.get(
        "/v3/order_transaction/{transaction_id}/result", RouteAccess.TEAM, this::ofTransaction);
  }

  private Future<Response> result(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    return reads
        .requireOne(call.tenant(), order)
        .compose(
            shown ->
                book.transaction(shown.transaction())
                    .map(t -> Response.ok(shown.report().set("order_transaction", t))));
  }

  private Future<Response> metadata(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    return reads.requireOne(call.tenant(), order).map(s -> Response.ok(s.report().get("metadata")));
  }

  private Future<Response> ofTransaction(RequestContext call) {
    UUID transaction = call.pathUuid("transaction_id");
    return reads
        .ofTransaction(call.tenant(), transaction)
        .map(
            all ->
                TransactionResults.merge(
                    all.stream().map(ResultReads.StoredReport::report).toList()))
        .compose(
            merged ->
                book.transaction(transaction)
                    .map(t -> Response.ok(merged.set("order_transaction", t))));
  }
}
