package io.tributary.bulk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.KeyHeaders;
import io.tributary.throttle.ThrottledProviders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes of the bulk API. Each requires the feature flag {@code link_migration} of the team. */
public final class BulkRoutes implements Routes.Source {
  private static final int DEFAULT_PAGE_SIZE = 10;
  private static final int MAX_PAGE_SIZE = 50;

  private final Vertx vertx;
  private final Bus bus;
  private final ServiceConfig.Bulk settings;
  private final BulkRepo repo;
  private final BulkImportRepo importRepo;
  private final KeyHeaders keys;
  private final BulkCompletionWaiter completions;

  /** Validated body of a trigger request. */
  private record TriggerRequest(String provider, List<UUID> users, boolean waitForCompletion) {}

  /**
   * @param keys headers that may carry the API key, for the export audit
   */
  public BulkRoutes(
      Vertx vertx, Bus bus, Db db, Vault vault, ServiceConfig.Bulk settings, KeyHeaders keys) {
    this.vertx = vertx;
    this.bus = bus;
    this.settings = settings;
    this.repo = new BulkRepo(db);
    this.importRepo = new BulkImportRepo(db, vault);
    this.keys = keys;
    this.completions = new BulkCompletionWaiter(vertx, bus, repo, settings);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(
            HttpMethod.POST,
            "/v2/link/bulk_trigger_historical_pull",
            RouteAccess.TEAM,
            settings.maxBodyBytes(),
            call -> requireFeature(call).compose(v -> trigger(call)))
        .add(
            HttpMethod.POST,
            "/v2/link/bulk_import",
            RouteAccess.TEAM,
            settings.maxBodyBytes(),
            call -> requireFeature(call).compose(v -> imports(call)))
        .add(
            HttpMethod.POST,
            "/v2/link/bulk_export",
            RouteAccess.TEAM,
            settings.maxBodyBytes(),
            call -> requireFeature(call).compose(v -> exports(call)))
        .add(
            HttpMethod.POST,
            "/v2/link/bulk_pause",
            RouteAccess.TEAM,
            settings.maxBodyBytes(),
            call -> requireFeature(call).compose(v -> pause(call)))
        .get(
            "/v2/link/bulk_op",
            RouteAccess.TEAM,
            call -> requireFeature(call).compose(v -> page(call)));
  }

  private Future<Void> requireFeature(RequestContext call) {
    return repo.isEnabled(call.tenant())
        .compose(
            on ->
                on
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        ServiceException.featureDisabled("link_migration is off for this team")));
  }

  private Future<Response> trigger(RequestContext call) {
    Tenant tenant = call.tenant();
    // Parsing a list of a hundred thousand users would block the event loop for too long.
    return vertx
        .executeBlocking(() -> parseTrigger(call), false)
        .compose(
            t ->
                awaitIfRequested(
                    new BulkMessages.TriggerPulls(tenant, t.provider(), t.users()),
                    t.waitForCompletion()))
        .map(op -> Response.of(op.isPresent() ? 200 : 202, Json.object()));
  }

  /**
   * Returns the operation once it has ended. Empty when the caller does not wait, or when the wait
   * limit has passed.
   */
  private Future<Optional<UUID>> awaitIfRequested(BulkMessages.Command command, boolean untilDone) {
    return bus.<BulkMessages.BulkAccepted>request(Address.BULK, command)
        .compose(
            accepted ->
                (!untilDone
                        ? Future.succeededFuture(false)
                        : accepted.finished()
                            ? Future.succeededFuture(true)
                            : completions.awaitCompletion(accepted.op()))
                    .map(done -> done ? Optional.of(accepted.op()) : Optional.<UUID>empty()));
  }

  private Future<Response> imports(RequestContext call) {
    Tenant tenant = call.tenant();
    return vertx
        .executeBlocking(() -> BulkRequestParser.parseImport(call), false)
        .compose(
            i ->
                awaitIfRequested(
                    new BulkMessages.ImportGrants(tenant, i.provider(), i.grants()),
                    i.waitForCompletion()))
        .compose(
            op ->
                op.isEmpty()
                    ? Future.succeededFuture(Response.of(202, Json.object()))
                    : importRepo
                        .results(op.get())
                        .map(r -> Response.ok(BulkRequestParser.importResponse(r))));
  }

  private Future<Response> exports(RequestContext call) {
    Tenant tenant = call.tenant();
    Optional<String> key = keys.key(call::header);
    return vertx
        .executeBlocking(() -> BulkRequestParser.parseExport(call), false)
        .compose(
            e ->
                bus.<BulkMessages.Exported>request(
                        Address.BULK,
                        new BulkMessages.ExportGrants(
                            tenant, e.provider(), e.users(), e.after(), key))
                    .map(page -> Response.ok(BulkRequestParser.exportResponse(page, e.filters()))));
  }

  private Future<Response> pause(RequestContext call) {
    Tenant tenant = call.tenant();
    return vertx
        .executeBlocking(() -> BulkRequestParser.parsePause(call), false)
        .compose(
            p ->
                bus.<Ack>request(
                    Address.BULK,
                    new BulkMessages.PauseConnections(tenant, p.provider(), p.users())))
        .map(done -> Response.ok(Json.object()));
  }

  private static TriggerRequest parseTrigger(RequestContext call) {
    QueryParameters query = call.query();
    Optional<UUID> team = query.uuid("team_id");
    if (team.isPresent() && !team.get().equals(call.tenant().team())) {
      throw ServiceException.featureDisabled("team_id does not match the team of the API key");
    }
    JsonFields body = call.body();
    List<UUID> users = body.requiredUuids("user_ids", Integer.MAX_VALUE);
    String provider =
        body.requiredChoice(
            "provider",
            slug -> Optional.of(slug).filter(ThrottledProviders.BULK::contains),
            ThrottledProviders.BULK);
    boolean wait = body.flag("wait_for_completion").orElse(false);
    call.requireValid();
    return new TriggerRequest(provider, users, wait);
  }

  private Future<Response> page(RequestContext call) {
    QueryParameters query = call.query();
    int size = query.integer("page_size", DEFAULT_PAGE_SIZE, 0, MAX_PAGE_SIZE);
    String cursor = query.text("next_cursor").orElse(null);
    call.requireValid();
    Tenant tenant = call.tenant();
    List<?> filters = List.of("bulk_op", tenant.team(), tenant.environment());
    KeysetCursor before = KeysetCursor.decode(cursor, filters);
    return repo.page(tenant, before.at(), before.id(), size + 1)
        .map(
            found -> {
              List<BulkOperation> shown = found.subList(0, Math.min(size, found.size()));
              ArrayNode data = Json.array();
              shown.forEach(op -> data.add(Json.tree(op)));
              ObjectNode out = Json.object();
              out.set("data", data);
              out.put(
                  "next_cursor",
                  found.size() > size && size > 0 ? nextCursor(filters, shown) : null);
              return Response.ok(out);
            });
  }

  private static String nextCursor(List<?> filters, List<BulkOperation> shown) {
    BulkOperation last = shown.getLast();
    return KeysetCursor.encode(filters, last.startedAt(), last.id());
  }
}
