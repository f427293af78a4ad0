package io.tributary.fileimport;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ImportConfig;
import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.http.UnreadBody;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Keyset;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
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

/** Takes files in, shows imports, cancels them. */
final class ImportRoutes implements Routes.Source {
  private static final int PAGE = 20;
  private static final int MOST = 100;
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
            Access.TEAM,
            Routes.STREAMED,
            this::take)
        .get("/v2/user/{user_id}/import", Access.TEAM, this::page)
        .get("/v2/user/{user_id}/import/{import_id}", Access.TEAM, this::one)
        .delete("/v2/user/{user_id}/import/{import_id}", Access.TEAM, this::cancel);
  }

  private Future<Reply> take(Call call) {
    Future<Reply> reply;
    try {
      reply = received(call);
    } catch (Refusal r) {
      reply = Future.failedFuture(r);
    }
    return reply
        .onSuccess(
            r -> {
              if (r.status() != 202) {
                UnreadBody.drain(vertx, call.request());
              }
            })
        .onFailure(e -> UnreadBody.drain(vertx, call.request()));
  }

  private Future<Reply> received(Call call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    HttpServerRequest request = call.request();
    Optional<String> wrong = unsupported(call);
    if (wrong.isPresent()) {
      return Future.succeededFuture(Reply.of(415, Json.object().put("detail", wrong.get())));
    }
    long announced = announced(call);
    if (announced > settings.maxBytes()) {
      return Future.failedFuture(Upload.tooLarge(settings.maxBytes()));
    }
    UUID id = Ids.uuid();
    return repo.user(tenant, user)
        .compose(
            known -> {
              if (known.isEmpty()) {
                return Future.failedFuture(Refusal.notFound("user"));
              }
              return known.get()
                  ? Future.failedFuture(
                      Refusal.invalid(
                          "this user has demo connections, which never mix with real data"))
                  : vertx.executeBlocking(files::prepare, false);
            })
        .compose(
            free -> {
              if (free - announced < settings.keepFree()) {
                return Future.failedFuture(
                    Refusal.unavailable(
                        "there is no room for this file now; try again", Duration.ofMinutes(1)));
              }
              if (!files.arriving(id, settings.uploads())) {
                return Future.failedFuture(
                    Refusal.unavailable(
                        "too many uploads at once; try again", Duration.ofSeconds(5)));
              }
              return stored(call, tenant, user, id, request);
            });
  }

  private Future<Reply> stored(
      Call call, Tenant tenant, UUID user, UUID id, HttpServerRequest request) {
    if ("100-continue".equalsIgnoreCase(call.header("expect"))) {
      call.response().writeContinue();
    }
    return Upload.receive(vertx, request, files.path(id), settings.maxBytes())
        .compose(
            taken ->
                vertx
                    .executeBlocking(
                        () -> {
                          files.settle(id);
                          return taken;
                        },
                        false)
                    .compose(
                        settled ->
                            db.txAside(
                                tx -> {
                                  if (!repo.insert(
                                      tx,
                                      id,
                                      tenant,
                                      user,
                                      AppleExport.SLUG,
                                      settled.format(),
                                      settled.bytes())) {
                                    throw Refusal.notFound("user");
                                  }
                                  return repo.find(tx, tenant, user, id).orElseThrow();
                                })))
        .transform(
            r -> {
              if (r.succeeded()) {
                files.arrived(id);
                return Future.succeededFuture(Reply.of(202, r.result().json()));
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
                        files.arrived(id);
                        return Future.failedFuture(r.cause());
                      });
            });
  }

  /** Why the headers rule the body out, if they do. */
  private static Optional<String> unsupported(Call call) {
    String type = call.header("content-type");
    String encoding = call.header("content-encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      return Optional.of("the body must not be encoded further");
    }
    String plain =
        type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
    return plain.isEmpty() || TYPES.contains(plain)
        ? Optional.empty()
        : Optional.of("send the file itself as application/zip or application/xml");
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

  private Future<Reply> one(Call call) {
    UUID user = call.pathUuid("user_id");
    return repo.find(call.tenant(), user, call.pathUuid("import_id"))
        .map(found -> Reply.ok(found.orElseThrow(() -> Refusal.notFound("import")).json()));
  }

  private Future<Reply> cancel(Call call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    UUID id = call.pathUuid("import_id");
    return db.txAside(
            tx -> {
              FileImport found =
                  repo.find(tx, tenant, user, id).orElseThrow(() -> Refusal.notFound("import"));
              if (repo.cancel(tx, id)) {
                Facts.forget(tx, id);
              } else {
                found = repo.find(tx, tenant, user, id).orElse(found);
                if (!found.status().equals("canceled")) {
                  throw Refusal.conflict("the import has ended");
                }
              }
              return repo.find(tx, tenant, user, id).orElse(found);
            })
        .map(i -> Reply.ok(i.json()));
  }

  private Future<Reply> page(Call call) {
    Tenant tenant = call.tenant();
    UUID user = call.pathUuid("user_id");
    Query query = call.query();
    int size = query.integer("page_size", PAGE, 1, MOST);
    String cursor = query.text("next_cursor").orElse(null);
    call.check();
    List<?> filters = List.of("import", tenant.team(), tenant.environment(), user);
    Keyset before = Keyset.read(cursor, filters);
    return repo.user(tenant, user)
        .compose(
            known ->
                known.isEmpty()
                    ? Future.failedFuture(Refusal.notFound("user"))
                    : repo.page(tenant, user, before.at(), before.id(), size + 1))
        .map(
            found -> {
              List<FileImport> shown = found.subList(0, Math.min(size, found.size()));
              ArrayNode imports = Json.array();
              shown.forEach(i -> imports.add(i.json()));
              ObjectNode out = Json.object();
              out.set("imports", imports);
              out.put(
                  "next_cursor",
                  found.size() > size
                      ? Keyset.write(filters, shown.getLast().createdAt(), shown.getLast().id())
                      : null);
              return Reply.ok(out);
            });
  }
}
