package io.tributary.erasure;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.ServiceException;
import io.tributary.http.CacheableJson;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for erasure receipts and for the public key that verifies them. */
public final class ReceiptRoutes implements Routes.Source {
  private final Receipts receipts;
  private volatile CacheableJson keys;

  public ReceiptRoutes(Receipts receipts) {
    this.receipts = receipts;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/user/{user_id}/erasure_receipt", RouteAccess.TEAM, this::get)
        .get("/v1/org/{org_id}/erasure_receipt", RouteAccess.MANAGEMENT, this::list)
        .get("/.well-known/jwks.json", RouteAccess.OPEN, this::jwks);
  }

  private Future<Response> get(RequestContext c) {
    return receipts
        .find(c.tenant(), c.pathUuid("user_id"))
        .map(
            found ->
                Response.ok(
                    found.orElseThrow(() -> ServiceException.notFound("erasure receipt")).json()));
  }

  private Future<Response> list(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    Optional<UUID> team = c.query().uuid("team_id");
    c.requireValid();
    List<?> filters = List.of("erasure receipts", org, team);
    KeysetCursor from = KeysetCursor.decode(c.query().text("next_cursor").orElse(null), filters);
    return receipts.list(org, team, from).map(found -> Response.ok(page(found, filters)));
  }

  private static ObjectNode page(List<Receipts.StoredReceipt> found, List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode items = out.putArray("receipts");
    found.stream().limit(Receipts.PAGE).forEach(r -> items.add(r.json()));
    Receipts.StoredReceipt last =
        found.size() > Receipts.PAGE ? found.get(Receipts.PAGE - 1) : null;
    return out.put(
        "next_cursor",
        last == null ? null : KeysetCursor.encode(filters, last.erasedAt(), last.id()));
  }

  private Future<Response> jwks(RequestContext c) {
    CacheableJson known = keys;
    if (known != null) {
      return Future.succeededFuture(known.respond(c));
    }
    return receipts
        .keys()
        .map(
            json -> {
              keys = CacheableJson.of(json);
              return keys.respond(c);
            });
  }
}
