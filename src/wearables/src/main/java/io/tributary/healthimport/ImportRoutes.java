package io.tributary.healthimport;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ImportConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.BodyDrain;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.provider.apple.AppleExport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Routes that upload files and list, show and cancel imports. */
final class ImportRoutes implements Routes.Source {
  private static final int PAGE = 20;
  private static final int MAX_PAGE = 100;
  private static final Set<String> TYPES =
      Set.of(
          "application/zip",
          "application/x-zip-compressed",
          "application/xml",
          "text/xml",
          "application/octet-stream");

  private final Vertx vertx;
  private final Db db;
  private final ImportConfig settings;
  private final ImportRepo repo;
  private final ImportFiles files;

  ImportRoutes(Vertx vertx, Db db, ImportConfig settings, ImportRepo repo, ImportFiles files) {
    this.vertx = vertx;
    this.db = db;
    this.settings = settings;
    this.repo = repo;
    this.files = files;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(
            HttpMethod.POST,
            "/v2/user/{user_id}/import/apple_health_kit",
            RouteAccess.TEAM,
            Routes.STREAMED,
            this::upload)
        .get("/v2/user/{user_id}/import", RouteAccess.TEAM, this::page)
        .get("/v2/user/{user_id}/import/{import_id}", RouteAccess.TEAM, this::get)
        .delete("/v2/user/{user_id}/import/{import_id}", RouteAccess.TEAM, this::cancel);
  }

  private Future<Response> upload(RequestContext call) {
    Future<Response> reply;
    try {
      reply = receive(call);
    } catch (ServiceException r) {
      reply = Future.failedFuture(r);
    }
    return reply
        .onSuccess(
            r -> {
              if (r.status() != 202) {
                BodyDrain.drain(vertx, call.request());
              }
            })
        .onFailure(e -> BodyDrain.drain(vertx, call.request()));
  }

  private Future<Response> receive(RequestContext call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    HttpServerRequest request = call.request();
    Optional<String> wrong = unsupported(call);
    if (wrong.isPresent()) {
      return Future.succeededFuture(Response.of(415, Json.object().put("detail", wrong.get())));
    }
    long announced = contentLength(call);
    if (announced > settings.maxBytes()) {
      return Future.failedFuture(FileUpload.tooLarge(settings.maxBytes()));
    }
    UUID id = Ids.uuid();
    return repo.hasDemoConnections(tenant, user)
        .compose(
            known -> {
              if (known.isEmpty()) {
                return Future.failedFuture(ServiceException.notFound("user"));
              }
              return known.get()
                  ? Future.failedFuture(
                      ServiceException.badRequest(
                          "the user has demo connections; use another user for real data"))
                  : vertx.executeBlocking(files::prepare, false);
            })
        .compose(
            free -> {
              if (free - announced < settings.minFreeBytes()) {
                return Future.failedFuture(
                    ServiceException.unavailable(
                        "there is not enough storage space for this file at the moment; try again",
                        Duration.ofMinutes(1)));
              }
              if (!files.beginUpload(id, settings.maxUploads())) {
                return Future.failedFuture(
                    ServiceException.unavailable(
                        "too many uploads at once; try again", Duration.ofSeconds(5)));
              }
              return store(call, tenant, user, id, request);
            });
  }

  private Future<Response> store(
      RequestContext call, Tenant tenant, UUID user, UUID id, HttpServerRequest request) {
    if ("100-continue".equalsIgnoreCase(call.header("expect"))) {
      call.response().writeContinue();
    }
    return FileUpload.receive(vertx, request, files.path(id), settings.maxBytes())
        .compose(
            taken ->
                vertx
                    .executeBlocking(
                        () -> {
                          files.sync(id);
                          return taken;
                        },
                        false)
                    .compose(
                        settled ->
                            db.txAsync(
                                tx -> {
                                  if (!repo.insert(
                                      tx,
                                      id,
                                      tenant,
                                      user,
                                      AppleExport.SLUG,
                                      settled.format(),
                                      settled.bytes())) {
                                    throw ServiceException.notFound("user");
                                  }
                                  return repo.find(tx, tenant, user, id).orElseThrow();
                                })))
        .transform(
            r -> {
              if (r.succeeded()) {
                files.endUpload(id);
                return Future.succeededFuture(Response.of(202, r.result().json()));
              }
              return vertx
                  .executeBlocking(
                      () -> {
                        files.delete(id);
                        return null;
                      },
                      false)
                  .transform(
                      gone -> {
                        files.endUpload(id);
                        return Future.failedFuture(r.cause());
                      });
            });
  }

  /** Returns why the headers make the body unacceptable; empty if it is acceptable. */
  private static Optional<String> unsupported(RequestContext call) {
    String type = call.header("content-type");
    String encoding = call.header("content-encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      return Optional.of("the body must not have a content-encoding");
    }
    String plain =
        type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
    return plain.isEmpty() || TYPES.contains(plain)
        ? Optional.empty()
        : Optional.of("send the file itself as application/zip or application/xml");
  }

  /** Returns the Content-Length; 0 if absent. */
  private static long contentLength(RequestContext call) {
    String length = call.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private Future<Response> get(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    return repo.find(call.tenant(), user, call.pathUuid("import_id"))
        .map(
            found ->
                Response.ok(found.orElseThrow(() -> ServiceException.notFound("import")).json()));
  }

  private Future<Response> cancel(RequestContext call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    UUID id = call.pathUuid("import_id");
    return db.txAsync(
            tx -> {
              ImportView found =
                  repo.find(tx, tenant, user, id)
                      .orElseThrow(() -> ServiceException.notFound("import"));
              if (repo.cancel(tx, id)) {
                PendingRecordRepo.deleteAll(tx, id);
              } else {
                found = repo.find(tx, tenant, user, id).orElse(found);
                if (!found.status().equals("canceled")) {
                  throw ServiceException.conflict("the import has already ended");
                }
              }
              return repo.find(tx, tenant, user, id).orElse(found);
            })
        .map(i -> Response.ok(i.json()));
  }

  private Future<Response> page(RequestContext call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    QueryParameters query = call.query();
    int size = query.integer("page_size", PAGE, 1, MAX_PAGE);
    String cursor = query.text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("import", tenant.team(), tenant.environment(), user);
    KeysetCursor before = KeysetCursor.decode(cursor, filters);
    return repo.hasDemoConnections(tenant, user)
        .compose(
            known ->
                known.isEmpty()
                    ? Future.failedFuture(ServiceException.notFound("user"))
                    : repo.page(tenant, user, before.at(), before.id(), size + 1))
        .map(
            found -> {
              List<ImportView> shown = found.subList(0, Math.min(size, found.size()));
              ArrayNode imports = Json.array();
              shown.forEach(i -> imports.add(i.json()));
              ObjectNode out = Json.object();
              out.set("imports", imports);
              out.put(
                  "next_cursor",
                  found.size() > size
                      ? KeysetCursor.encode(
                          filters, shown.getLast().createdAt(), shown.getLast().id())
                      : null);
              return Response.ok(out);
            });
  }
}
