package io.tributary.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.CacheableJson;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the event catalog. The routes need no authentication because the catalog holds no customer
 * data.
 */
public final class EventTypeRoutes implements Routes.Source {
  private static final String LIST = "/v2/event_types";

  private final Map<String, CacheableJson> pages = new ConcurrentHashMap<>();

  @Override
  public void mount(Routes routes) {
    routes
        .get(LIST, RouteAccess.OPEN, c -> respond(c, pages.computeIfAbsent("", k -> list())))
        .get(LIST + "/{event_type}", RouteAccess.OPEN, this::readType);
  }

  private Future<Response> readType(RequestContext call) {
    String type = call.pathParameter("event_type");
    if (!EventTypes.isKnown(type)) {
      throw ServiceException.notFound("event type");
    }
    return respond(call, pages.computeIfAbsent(type, EventTypeRoutes::page));
  }

  private static Future<Response> respond(RequestContext call, CacheableJson page) {
    return Future.succeededFuture(page.respond(call));
  }

  private static CacheableJson list() {
    return CacheableJson.of(Map.of("event_types", EventCatalog.shared().types()));
  }

  private static CacheableJson page(String type) {
    EventCatalog catalog = EventCatalog.shared();
    ObjectNode out = (ObjectNode) Json.tree(catalog.type(type).orElseThrow());
    out.set("schema", catalog.schema(type).orElseThrow());
    out.set("example", catalog.event(type).orElseThrow());
    return CacheableJson.of(out);
  }
}
