package io.tributary.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Fixed;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Serves the catalogue of events. Open: it holds no data. */
public final class EventTypeRoutes implements Routes.Source {
  private static final String LIST = "/v2/event_types";

  private final Map<String, Fixed> pages = new ConcurrentHashMap<>();

  @Override
  public void mount(Routes routes) {
    routes
        .get(LIST, Access.OPEN, c -> answer(c, pages.computeIfAbsent("", k -> list())))
        .get(LIST + "/{event_type}", Access.OPEN, this::one);
  }

  private Future<Reply> one(Call call) {
    String type = call.path("event_type");
    if (!EventTypes.known(type)) {
      throw Refusal.notFound("event type");
    }
    return answer(call, pages.computeIfAbsent(type, EventTypeRoutes::page));
  }

  private static Future<Reply> answer(Call call, Fixed page) {
    return Future.succeededFuture(page.answer(call));
  }

  private static Fixed list() {
    return Fixed.json(Map.of("event_types", EventCatalog.shared().types()));
  }

  private static Fixed page(String type) {
    EventCatalog catalog = EventCatalog.shared();
    ObjectNode out = (ObjectNode) Json.tree(catalog.type(type).orElseThrow());
    out.set("schema", catalog.schema(type).orElseThrow());
    out.set("example", catalog.event(type).orElseThrow());
    return Fixed.json(out);
  }
}
