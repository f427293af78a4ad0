package io.tributary.lab.document;

import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.kernel.Times;
import io.tributary.lab.result.ResultReads;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Papers of orders: labs.md §16. Data are read on the event loop; what costs processor time is
 * drawn by few workers, so that a rush of papers slows papers only.
 */
public final class DocumentRoutes implements Routes.Source {
  private static final int WORKERS = 2;
  private static final int MOST_LABELS = 50;

  private final PaperData data;
  private final ResultReads results;
  private final WorkerExecutor workers;

  public DocumentRoutes(Vertx vertx, Db db, ResultReads results) {
    this.data = new PaperData(db);
    this.results = results;
    this.workers = vertx.createSharedWorkerExecutor("lab-papers", WORKERS, 30, TimeUnit.SECONDS);
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/order/{order_id}/requisition/pdf", Access.TEAM, this::requisition);
    routes.get("/v3/order/{order_id}/labels/pdf", Access.TEAM, this::labels);
    routes.get("/v3/order/{order_id}/collection_instruction_pdf", Access.TEAM, this::instructions);
    routes.get("/v3/order/{order_id}/abn_pdf", Access.TEAM, this::notice);
    routes.get(
        "/v3/lab_test/{lab_test_id}/collection_instruction_pdf", Access.TEAM, this::ofLabTest);
    routes.get("/v3/order/{order_id}/result/pdf", Access.TEAM, this::result);
    routes.get(
        "/v3/order_transaction/{transaction_id}/result/pdf", Access.TEAM, this::ofTransaction);
  }

  private Future<Reply> drawn(Callable<byte[]> paper) {
    return workers
        .executeBlocking(paper, false)
        .map(bytes -> Reply.ok(new Reply.Raw("application/pdf", bytes)));
  }

  private Future<Reply> requisition(Call call) {
    return data.requisition(call.tenant(), call.pathUuid("order_id"))
        .compose(r -> drawn(() -> Papers.requisition(r)));
  }

  private Future<Reply> labels(Call call) {
    UUID order = call.pathUuid("order_id");
    Query q = call.query();
    Optional<LocalDate> collected =
        Optional.ofNullable(q.requiredText("collection_date"))
            .filter(t -> !t.isEmpty())
            .flatMap(t -> date(q, t));
    int number = q.integer("number_of_labels", 3, 1, MOST_LABELS);
    call.check();
    return data.label(call.tenant(), order, collected.orElseThrow())
        .compose(l -> drawn(() -> Papers.labels(l, number)));
  }

  private static Optional<LocalDate> date(Query q, String text) {
    Optional<LocalDate> day =
        Times.date(text)
            .or(
                () ->
                    Times.instant(text)
                        .map(t -> t.atOffset(java.time.ZoneOffset.UTC).toLocalDate()));
    if (day.isEmpty()) {
      q.add("collection_date", "Input should be a date, YYYY-MM-DD", "date_parsing");
    }
    return day;
  }

  private Future<Reply> instructions(Call call) {
    return data.instructions(call.tenant(), call.pathUuid("order_id"))
        .compose(i -> drawn(() -> Papers.instructions(i)));
  }

  private Future<Reply> ofLabTest(Call call) {
    return data.ofLabTest(call.tenant(), call.pathUuid("lab_test_id"))
        .compose(i -> drawn(() -> Papers.instructions(i)));
  }

  /** No order has one: has_abn is false for all. */
  private Future<Reply> notice(Call call) {
    return data.known(call.tenant(), call.pathUuid("order_id"))
        .compose(v -> Future.failedFuture(Refusal.notFound("advance beneficiary notice")));
  }

  private Future<Reply> result(Call call) {
    return results
        .one(call.tenant(), call.pathUuid("order_id"))
        .compose(shown -> papers(call.tenant(), List.of(shown)))
        .compose(papers -> joined(papers));
  }

  private Future<Reply> ofTransaction(Call call) {
    return results
        .ofTransaction(call.tenant(), call.pathUuid("transaction_id"))
        .compose(all -> papers(call.tenant(), all))
        .compose(papers -> joined(papers));
  }

  /** The laboratory's own paper; else ours, once the results are complete. */
  private Future<List<Callable<byte[]>>> papers(Tenant tenant, List<ResultReads.Shown> all) {
    return Future.all(all.stream().map(s -> results.paper(tenant, s.order())).toList())
        .map(
            own -> {
              List<Callable<byte[]>> out = new ArrayList<>();
              for (int i = 0; i < all.size(); i++) {
                ResultReads.Shown shown = all.get(i);
                Optional<byte[]> theirs = own.resultAt(i);
                if (theirs.isPresent()) {
                  out.add(theirs::get);
                } else if (shown.complete()) {
                  out.add(() -> Papers.results(ResultPapers.sheet(shown.report(), true)));
                }
              }
              if (out.isEmpty()) {
                throw Refusal.notFound("result document");
              }
              return out;
            });
  }

  private Future<Reply> joined(List<Callable<byte[]>> papers) {
    return drawn(
        () -> {
          List<byte[]> files = new ArrayList<>();
          for (Callable<byte[]> paper : papers) {
            files.add(paper.call());
          }
          return ResultPapers.joined(files);
        });
  }
}
