package io.tributary.report.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ReportConfig;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Multipart;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.http.UnreadBody;
import io.tributary.kernel.Json;
import io.tributary.kernel.Keyset;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.lab.order.Idempotency;
import io.tributary.lab.order.IdempotencyKey;
import io.tributary.team.LabSwitch;
import io.tributary.team.SwitchBook;
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

/** Takes reports in and shows their jobs: lab-report-parsing.md §1. */
final class ReportRoutes implements Routes.Source {
  private static final System.Logger LOG = System.getLogger(ReportRoutes.class.getName());
  private static final String ALL = "/lab_report/v1/parser/job";
  private static final int PAGE = 50;
  private static final int MOST = 100;

  private final Vertx vertx;
  private final SwitchBook switches;
  private final ReportConfig settings;
  private final ReportConfig.Limits limits;
  private final JobRepo repo;
  private final ReportFiles files;
  private final UploadDesk desk;
  private final UploadPlaces places;

  ReportRoutes(
      Vertx vertx,
      SwitchBook switches,
      ReportConfig settings,
      JobRepo repo,
      ReportFiles files,
      UploadDesk desk) {
    this.vertx = vertx;
    this.switches = switches;
    this.settings = settings;
    this.limits = settings.inForce();
    this.repo = repo;
    this.files = files;
    this.desk = desk;
    this.places = new UploadPlaces(settings.uploads(), settings.intake().perTeam());
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(HttpMethod.POST, ALL, Access.TEAM, Routes.STREAMED, this::take)
        .get(ALL, Access.TEAM, this::many)
        .get(ALL + "/{job_id}", Access.TEAM, call -> one(call, call.pathUuid("job_id")));
  }

  private Future<Void> allowed(Tenant tenant) {
    return switches
        .of(tenant)
        .map(
            s -> {
              if (!s.lab().contains(LabSwitch.REPORT_PARSING)) {
                throw Refusal.switchedOff("report_parsing is off for this team");
              }
              return null;
            });
  }

  private Future<Reply> take(Call call) {
    return allowed(call.tenant())
        .compose(ok -> received(call))
        .onComplete(
            r -> {
              if (r.failed()) {
                UnreadBody.drain(vertx, call.request());
              }
            });
  }

  /** The headers are judged before the body is asked for. */
  private Future<Reply> received(Call call) {
    Optional<IdempotencyKey> key = IdempotencyKey.unhashed(call, "lab_report/job");
    Multipart form;
    try {
      form = Multipart.of(call.header("content-type"));
    } catch (Multipart.Malformed e) {
      throw Upload.malformed(e.getMessage());
    }
    if (announced(call) > limits.maxTotalBytes() + Upload.FORM) {
      throw Upload.tooLarge(limits);
    }
    UploadPlaces.Place place = places.enter(call.tenant().team());
    try {
      return taken(call, key, form, place);
    } catch (RuntimeException | Error fault) {
      place.close();
      throw fault;
    }
  }

  /**
   * All of it on a thread of its own, which gives the place back: that waits for no worker, and no
   * loop that has ended.
   */
  private Future<Reply> taken(
      Call call, Optional<IdempotencyKey> key, Multipart form, UploadPlaces.Place place) {
    long bytes = announced(call) > 0 ? announced(call) : limits.maxTotalBytes() + Upload.FORM;
    boolean asks = "100-continue".equalsIgnoreCase(call.header("expect"));
    Context context = vertx.getOrCreateContext();
    BodyPuller body = new BodyPuller(context, call.request(), settings.intake());
    Callable<Reply> work =
        () -> {
          try (place) {
            room(place, bytes);
            if (asks) {
              context.runOnContext(v -> call.response().writeContinue());
            }
            Idempotency.Outcome o = desk.take(call.tenant(), key, form, body);
            return Reply.of(o.status(), o.body());
          }
        };
    Promise<Reply> done = Promise.promise();
    Thread.ofVirtual()
        .name("report-upload")
        .start(
            () -> {
              try {
                Reply reply = work.call();
                context.runOnContext(v -> done.complete(reply));
              } catch (Throwable e) {
                context.runOnContext(v -> done.fail(e));
              }
            });
    return done.future();
  }

  private void room(UploadPlaces.Place place, long bytes) {
    try {
      place.reserve(bytes, files.free(), settings.keepFree());
    } catch (IOException e) {
      LOG.log(Level.ERROR, "the folder of reports is not there: " + e.getMessage());
      throw UploadPlaces.noRoom();
    }
  }

  /** 0 when the sender does not say. */
  private static long announced(Call call) {
    String length = call.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private Future<Reply> one(Call call, UUID id) {
    return allowed(call.tenant())
        .compose(ok -> repo.row(call.tenant(), id))
        // Of many results it is read and written on a worker.
        .compose(row -> vertx.executeBlocking(() -> shown(row), false));
  }

  private static Reply shown(Optional<Row> row) {
    ParsingJob job = row.map(ParsingJob::read).orElseThrow(() -> Refusal.notFound("job"));
    byte[] bytes = Json.bytes(job.json());
    return new Reply(200, new Reply.Raw("application/json", bytes), Map.of());
  }

  /** A list; one job where its id is in the query. */
  private Future<Reply> many(Call call) {
    Query query = call.query();
    if (query.textOrEmpty("job_id").isPresent()) {
      UUID id = query.requiredUuid("job_id");
      call.check();
      return one(call, id);
    }
    JobFilter filter = JobFilter.read(query);
    int limit = query.integer("limit", PAGE, 1, MOST);
    String cursor = query.text("next_cursor").orElse(null);
    call.check();
    Tenant tenant = call.tenant();
    List<?> filters = List.of("parsing_job", tenant.team(), tenant.environment(), filter);
    Keyset after = Keyset.read(cursor, filters);
    return allowed(tenant)
        .compose(ok -> repo.page(tenant, filter, after, limit + 1))
        .map(found -> Reply.ok(page(found, limit, filters)));
  }

  private static ObjectNode page(List<ParsingJob> found, int limit, List<?> filters) {
    List<ParsingJob> shown = found.subList(0, Math.min(limit, found.size()));
    ObjectNode out = Json.object();
    ArrayNode jobs = out.putArray("jobs");
    shown.forEach(j -> jobs.add(j.line()));
    return out.put(
        "next_cursor",
        found.size() > limit
            ? Keyset.write(filters, shown.getLast().createdAt(), shown.getLast().id())
            : null);
  }
}
