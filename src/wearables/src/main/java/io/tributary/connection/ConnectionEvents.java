package io.tributary.connection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.Descriptor;
import io.tributary.provider.ProviderCatalog;
import java.util.Optional;

/**
 * Builds the webhook events about connections.
 *
 * @param legacyFields true to send deprecated field names as well
 */
record ConnectionEvents(ProviderCatalog catalog, Adapters adapters, boolean legacyFields) {
  Event created(Connection c) {
    ObjectNode data = Json.object().put("user_id", c.userId().toString());
    data.set("provider", Json.tree(catalog.info(c.provider())));
    data.put("external_user_id", c.externalUserId());
    Optional<Descriptor> d = adapters.of(c.provider(), c.demo()).map(Adapter::descriptor);
    data.set(
        "resource_availability",
        d.<JsonNode>map(x -> Json.tree(ResourceAvailability.of(x, c.scopesGranted())))
            .orElseGet(Json::object));
    if (legacyFields) {
      data.set("source", data.get("provider").deepCopy());
    }
    return event(c, EventTypes.CONNECTION_CREATED, data);
  }

  Event failed(Connection c, String errorType, String message) {
    ObjectNode data =
        Json.object()
            .put("user_id", c.userId().toString())
            .put("provider", c.provider())
            .put("message", "The connection stopped working and has to be linked again.")
            .put("error_type", errorType)
            .put("error_details", message);
    return event(c, EventTypes.CONNECTION_ERROR, data);
  }

  private static Event event(Connection c, String type, ObjectNode data) {
    return new Event(type, c.tenant(), c.userId(), c.clientUserId(), data);
  }
}
