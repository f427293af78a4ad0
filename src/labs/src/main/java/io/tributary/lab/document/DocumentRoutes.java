package io.tributary.lab.document;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
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
 * Routes for the documents of orders. Data is read on the event loop. Rendering is CPU-intensive
 * and runs on a small worker pool, so a burst of documents slows down documents only.
 */
public final class DocumentRoutes implements Routes.Source {
  private static final int WORKERS = 2;
  private static final int MAX_LABELS = 50;

  private final DocumentDataReader data;
  private final ResultReads results;
  private final WorkerExecutor workers;

  public DocumentRoutes(Vertx vertx, Db db, ResultReads results) {
    this.data = new DocumentDataReader(db);
    this.results = results;
    this.workers = vertx.createSharedWorkerExecutor("lab-papers", WORKERS, 30, TimeUnit.SECONDS);
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/order/{order_id}/requisition/pdf", RouteAccess.TEAM, this::requisition);
    routes.get("/v3/order/{order_id}/labels/pdf", RouteAccess.TEAM, this::labels);
    routes.get(
        "/v3/order/{order_id}/collection_instruction_pdf", RouteAccess.TEAM, this::instructions);
    routes.get("/v3/order/{order_id}/abn_pdf", RouteAccess.TEAM, this::beneficiaryNotice);
    routes.get(
        "/v3/lab_test/{lab_test_id}/collection_instruction_pdf", RouteAccess.TEAM, this::ofLabTest);
    routes.get("/v3/order/{order_id}/result/pdf", RouteAccess.TEAM, this::result);
    routes.get(
        "/v3/order_transaction/{transaction_id}/result/pdf", RouteAccess.TEAM, this::ofTransaction);
  }

  private Future<Response> renderPdf(Callable<byte[]> paper) {
    return workers
        .executeBlocking(paper, false)
        .map(bytes -> Response.ok(new Response.Raw("application/pdf", bytes)));
  }

  private Future<Response> requisition(RequestContext call) {
    return data.requisition(call.tenant(), call.pathUuid("order_id"))
        .compose(r -> renderPdf(() -> PdfDocumentRenderer.requisition(r)));
  }

  private Future<Response> labels(RequestContext call) {
    UUID order = call.pathUuid("order_id");
    QueryParameters q = call.query();
    Optional<LocalDate> collected =
        Optional.ofNullable(q.requiredText("collection_date"))
            .filter(t -> !t.isEmpty())
            .flatMap(t -> date(q, t));
    int number = q.integer("number_of_labels", 3, 1, MAX_LABELS);
    call.requireValid();
    return data.tubeLabel(call.tenant(), order, collected.orElseThrow())
        .compose(l -> renderPdf(() -> PdfDocumentRenderer.labels(l, number)));
  }

  private static Optional<LocalDate> date(QueryParameters q, String text) {
    Optional<LocalDate> day =
        Times.parseDate(text)
            .or(
                () ->
                    Times.parseInstant(text)
                        .map(t -> t.atOffset(java.time.ZoneOffset.UTC).toLocalDate()));
    if (day.isEmpty()) {
      q.addError("collection_date", "Input should be a date, YYYY-MM-DD", "date_parsing");
    }
    return day;
  }

  private Future<Response> instructions(RequestContext call) {
    return data.instructions(call.tenant(), call.pathUuid("order_id"))
        .compose(i -> renderPdf(() -> PdfDocumentRenderer.instructions(i)));
  }

  private Future<Response> ofLabTest(RequestContext call) {
    return data.instructionsOfLabTest(call.tenant(), call.pathUuid("lab_test_id"))
        .compose(i -> renderPdf(() -> PdfDocumentRenderer.instructions(i)));
  }

  /**
   * Always 404: no order has an advance beneficiary notice, and {@code has_abn} is false for all.
   */
  private Future<Response> beneficiaryNotice(RequestContext call) {
    return data.requireVisible(call.tenant(), call.pathUuid("order_id"))
        .compose(v -> Future.failedFuture(ServiceException.notFound("advance beneficiary notice")));
  }

  private Future<Response> result(RequestContext call) {
    return results
        .requireOne(call.tenant(), call.pathUuid("order_id"))
        .compose(shown -> reportRenderers(call.tenant(), List.of(shown)))
        .compose(papers -> mergedPdf(papers));
  }

  private Future<Response> ofTransaction(RequestContext call) {
    return results
        .ofTransaction(call.tenant(), call.pathUuid("transaction_id"))
        .compose(all -> reportRenderers(call.tenant(), all))
        .compose(papers -> mergedPdf(papers));
  }

  /** Returns the laboratory's own report, or a rendered one once the results are complete. */
  private Future<List<Callable<byte[]>>> reportRenderers(
      Tenant tenant, List<ResultReads.StoredReport> all) {
    return Future.all(all.stream().map(s -> results.labReport(tenant, s.order())).toList())
        .map(
            own -> {
              List<Callable<byte[]>> out = new ArrayList<>();
              for (int i = 0; i < all.size(); i++) {
                ResultReads.StoredReport shown = all.get(i);
                Optional<byte[]> theirs = own.resultAt(i);
                if (theirs.isPresent()) {
                  out.add(theirs::get);
                } else if (shown.complete()) {
                  out.add(
                      () ->
                          PdfDocumentRenderer.results(
                              ResultReportConverter.toReport(shown.report(), true)));
                }
              }
              if (out.isEmpty()) {
                throw ServiceException.notFound("result document");
              }
              return out;
            });
  }

  private Future<Response> mergedPdf(List<Callable<byte[]>> papers) {
    return renderPdf(
        () -> {
          List<byte[]> files = new ArrayList<>();
          for (Callable<byte[]> paper : papers) {
            files.add(paper.call());
          }
          return ResultReportConverter.mergePdfs(files);
        });
  }
}
