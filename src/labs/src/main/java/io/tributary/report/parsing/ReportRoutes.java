package io.tributary.report.parsing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ReportConfig;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.http.BodyDrain;
import io.tributary.http.Multipart;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.lab.order.IdempotencyKey;
import io.tributary.lab.order.IdempotencyStore;
import io.tributary.team.FeatureFlagCache;
import io.tributary.team.LabFeature;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/** Routes that accept report uploads and return their jobs. */
final class ReportRoutes implements Routes.Source {
  private static final System.Logger LOG = System.getLogger(ReportRoutes.class.getName());
  private static final String JOBS_PATH = "/lab_report/v1/parser/job";
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 100;

  private final Vertx vertx;
  private final FeatureFlagCache featureFlags;
  private final ReportConfig settings;
  private final ReportConfig.Limits limits;
  private final JobRepo repo;
  private final ReportFiles files;
  private final ReportUploadHandler uploadHandler;
  private final UploadAdmission admission;

  ReportRoutes(
      Vertx vertx,
      FeatureFlagCache switches,
      ReportConfig settings,
      JobRepo repo,
      ReportFiles files,
      ReportUploadHandler desk) {
    this.vertx = vertx;
    this.featureFlags = switches;
    this.settings = settings;
    this.limits = settings.effectiveLimits();
    this.repo = repo;
    this.files = files;
    this.uploadHandler = desk;
    this.admission =
        new UploadAdmission(settings.maxUploads(), settings.upload().maxUploadsPerTeam());
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(HttpMethod.POST, JOBS_PATH, RouteAccess.TEAM, Routes.STREAMED, this::upload)
        .get(JOBS_PATH, RouteAccess.TEAM, this::listOrGet)
        .get(JOBS_PATH + "/{job_id}", RouteAccess.TEAM, call -> get(call, call.pathUuid("job_id")));
  }

  private Future<Void> requireFeature(Tenant tenant) {
    return featureFlags
        .of(tenant)
        .map(
            s -> {
              if (!s.lab().contains(LabFeature.REPORT_PARSING)) {
                throw ServiceException.featureDisabled("report_parsing is off for this team");
              }
              return null;
            });
  }

  private Future<Response> upload(RequestContext call) {
    return requireFeature(call.tenant())
        .compose(ok -> acceptUpload(call))
        .onComplete(
            r -> {
              if (r.failed()) {
                BodyDrain.drain(vertx, call.request());
              }
            });
  }

  /** Validates the headers before the body is read. */
  private Future<Response> acceptUpload(RequestContext call) {
    Optional<IdempotencyKey> key = IdempotencyKey.fromCallWithoutBody(call, "lab_report/job");
    Multipart form;
    try {
      form = Multipart.of(call.header("content-type"));
    } catch (Multipart.MalformedMultipartException e) {
      throw UploadParser.malformed(e.getMessage());
    }
    if (contentLength(call) > limits.maxTotalBytes() + UploadParser.MAX_FORM_OVERHEAD) {
      throw UploadParser.tooLarge(limits);
    }
    UploadAdmission.UploadSlot place = admission.acquire(call.tenant().team());
    try {
      return processUpload(call, key, form, place);
    } catch (RuntimeException | Error fault) {
      place.close();
      throw fault;
    }
  }

  /**
   * Runs the whole upload on its own thread, which also releases the slot. Releasing therefore
   * depends on no worker and on no event loop that may have ended.
   */
  private Future<Response> processUpload(
      RequestContext call,
      Optional<IdempotencyKey> key,
      Multipart form,
      UploadAdmission.UploadSlot place) {
    long bytes =
        contentLength(call) > 0
            ? contentLength(call)
            : limits.maxTotalBytes() + UploadParser.MAX_FORM_OVERHEAD;
    boolean asks = "100-continue".equalsIgnoreCase(call.header("expect"));
    Context context = vertx.getOrCreateContext();
    RequestBodyReader body = new RequestBodyReader(context, call.request(), settings.upload());
    Callable<Response> work =
        () -> {
          try (place) {
            reserveDisk(place, bytes);
            if (asks) {
              context.runOnContext(v -> call.response().writeContinue());
            }
            IdempotencyStore.IdempotentReply o =
                uploadHandler.handle(call.tenant(), key, form, body);
            return Response.of(o.status(), o.body());
          }
        };
    Promise<Response> done = Promise.promise();
    Thread.ofVirtual()
        .name("report-upload")
        .start(
            () -> {
              try {
                Response reply = work.call();
                context.runOnContext(v -> done.complete(reply));
              } catch (Throwable e) {
                context.runOnContext(v -> done.fail(e));
              }
            });
    return done.future();
  }

  private void reserveDisk(UploadAdmission.UploadSlot place, long bytes) {
    try {
      place.reserve(bytes, files.freeBytes(), settings.minFreeBytes());
    } catch (IOException e) {
      LOG.log(Level.ERROR, "reports: folder not found: " + e.getMessage());
      throw UploadAdmission.diskFull();
    }
  }

  /** Returns the Content-Length, or 0 if it is absent or invalid. */
  private static long contentLength(RequestContext call) {
    String length = call.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private Future<Response> get(RequestContext call, UUID id) {
    return requireFeature(call.tenant())
        .compose(ok -> repo.row(call.tenant(), id))
        // A job with many results is expensive to parse and serialize, so this runs on a worker.
        .compose(row -> vertx.executeBlocking(() -> toResponse(row), false));
  }

  private static Response toResponse(Optional<Row> row) {
    ParsingJob job = row.map(ParsingJob::read).orElseThrow(() -> ServiceException.notFound("job"));
    byte[] bytes = Json.bytes(job.toJson());
    return new Response(200, new Response.Raw("application/json", bytes), Map.of());
  }

  /** Returns a list of jobs, or one job if its ID is in the query. */
  private Future<Response> listOrGet(RequestContext call) {
    QueryParameters query = call.query();
    if (query.textOrEmpty("job_id").isPresent()) {
      UUID id = query.requiredUuid("job_id");
      call.requireValid();
      return get(call, id);
    }
    JobFilter filter = JobFilter.read(query);
    int limit = query.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    String cursor = query.text("next_cursor").orElse(null);
    call.requireValid();
    Tenant tenant = call.tenant();
    List<?> filters = List.of("parsing_job", tenant.team(), tenant.environment(), filter);
    KeysetCursor after = KeysetCursor.decode(cursor, filters);
    return requireFeature(tenant)
        .compose(ok -> repo.page(tenant, filter, after, limit + 1))
        .map(found -> Response.ok(page(found, limit, filters)));
  }

  private static ObjectNode page(List<ParsingJob> found, int limit, List<?> filters) {
    List<ParsingJob> shown = found.subList(0, Math.min(limit, found.size()));
    ObjectNode out = Json.object();
    ArrayNode jobs = out.putArray("jobs");
    shown.forEach(j -> jobs.add(j.toListJson()));
    return out.put(
        "next_cursor",
        found.size() > limit
            ? KeysetCursor.encode(filters, shown.getLast().createdAt(), shown.getLast().id())
            : null);
  }
}
