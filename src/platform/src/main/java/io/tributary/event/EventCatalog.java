package io.tributary.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Catalog of event types: description, JSON Schema and example of each.
 *
 * <p>It is read from resources once, on first use. Returned JSON trees are copies.
 */
public final class EventCatalog {
  private final EventSchemas schemas;
  private final EventExamples examples = new EventExamples();
  private final Map<String, CatalogEntry> types = new LinkedHashMap<>();

  /**
   * Catalog entry of an event type.
   *
   * @param eventType name of the type
   * @param family filter entry that matches the type and its siblings
   * @param title two or three words
   * @param description one sentence
   */
  public record Entry(String eventType, String family, String title, String description) {}

  private record CatalogEntry(Entry entry, ObjectNode data, JsonNode example) {}

  private static final class Holder {
    static final EventCatalog CATALOG = new EventCatalog();
  }

  private EventCatalog() {
    Map<String, CatalogEntry> all = new LinkedHashMap<>();
    for (Resource r : Resource.values()) {
      String title = r.wire().replace('_', ' ');
      JsonNode example = examples.dailyData(r);
      put(
          all,
          EventTypes.created(r),
          title,
          "New data: " + title + ".",
          EventSchemas.dailyData(r),
          example);
      put(
          all,
          EventTypes.updated(r),
          title,
          "Existing data changed: " + title + ".",
          EventSchemas.dailyData(r),
          example);
      put(
          all,
          EventTypes.historical(r),
          title,
          "Historical data of a user from a provider is complete: " + title + ".",
          EventSchemas.reference("HistoricalDone"),
          examples.named("historical"));
    }
    EventSchemas.resource("/event/types.json")
        .fields()
        .forEachRemaining(
            f ->
                put(
                    all,
                    f.getKey(),
                    title(f.getKey()),
                    f.getValue().get("description").textValue(),
                    EventSchemas.reference(f.getValue().get("shape").textValue()),
                    examples.named(f.getValue().get("example").textValue())));
    EventTypes.allTypes().forEach(t -> types.put(t, all.get(t)));
    this.schemas = new EventSchemas(types.values().stream().map(CatalogEntry::data).toList());
  }

  private static void put(
      Map<String, CatalogEntry> all,
      String type,
      String title,
      String description,
      ObjectNode data,
      JsonNode example) {
    all.put(
        type, new CatalogEntry(new Entry(type, family(type), title, description), data, example));
  }

  /**
   * Returns the family filter of a type: {@code labtest.order.*} for {@code labtest.order.created}.
   */
  private static String family(String type) {
    return type.substring(0, type.indexOf('.', type.indexOf('.') + 1)) + ".*";
  }

  private static String title(String type) {
    return type.substring(type.indexOf('.') + 1, type.lastIndexOf('.'))
        .replace('_', ' ')
        .replace('.', ' ');
  }

  public static EventCatalog shared() {
    return Holder.CATALOG;
  }

  /** Returns all types, sorted by name. */
  public List<Entry> types() {
    return types.values().stream().map(CatalogEntry::entry).toList();
  }

  public Optional<Entry> type(String type) {
    return find(type).map(CatalogEntry::entry);
  }

  /** Returns the JSON Schema (draft 2020-12) of a complete event, including its {@code data}. */
  public Optional<JsonNode> schema(String type) {
    return find(type).map(m -> schemas.schema(type, m.entry().description(), m.data().deepCopy()));
  }

  /** Returns an example of {@code data} for a fictitious user; empty for an unknown type. */
  public Optional<JsonNode> example(String type) {
    return find(type).map(m -> m.example().deepCopy());
  }

  /** Returns the example with the given team and user IDs. */
  public Optional<JsonNode> example(String type, UUID team, UUID user) {
    return example(type)
        .map(
            data ->
                replaced(
                    data,
                    Map.of(examples.team(), team.toString(), examples.user(), user.toString())));
  }

  /** Returns an example of a complete event for a fictitious user. */
  public Optional<ObjectNode> event(String type) {
    return example(type)
        .map(
            data -> {
              ObjectNode out = Json.object().put("event_type", type);
              out.set("data", data);
              return out.put("team_id", examples.team())
                  .put("user_id", examples.user())
                  .put("client_user_id", examples.clientUser());
            });
  }

  private Optional<CatalogEntry> find(String type) {
    return Optional.ofNullable(types.get(type));
  }

  private static JsonNode replaced(JsonNode node, Map<String, String> texts) {
    switch (node) {
      case ObjectNode object ->
          new ArrayList<>(object.properties())
              .forEach(f -> object.set(f.getKey(), replaced(f.getValue(), texts)));
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          array.set(i, replaced(array.get(i), texts));
        }
      }
      case TextNode text -> {
        String other = texts.get(text.textValue());
        return other == null ? text : TextNode.valueOf(other);
      }
      default -> {}
    }
    return node;
  }
}
