package io.tributary.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * JSON Schemas of events.
 *
 * <p>Shapes that the read API also returns are defined only in the OpenAPI document. The other
 * shapes are in a resource of the same format.
 */
final class EventSchemas {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
  private static final String COMPONENT = "#/components/schemas/";
  private static final Map<Resource, String> SUMMARIES =
      Map.of(
          Resource.ACTIVITY,
          "Activity",
          Resource.BODY,
          "Body",
          Resource.ELECTROCARDIOGRAM,
          "Electrocardiogram",
          Resource.MEAL,
          "Meal",
          Resource.MENSTRUAL_CYCLE,
          "MenstrualCycle",
          Resource.PROFILE,
          "Profile",
          Resource.SLEEP,
          "Sleep",
          Resource.SLEEP_CYCLE,
          "SleepCycle",
          Resource.WORKOUTS,
          "Workout");

  private final Map<String, ObjectNode> components;

  /**
   * @param data schemas of {@code data} for all types; only shapes that these reference are kept
   */
  EventSchemas(Collection<ObjectNode> data) {
    Map<String, ObjectNode> all = new HashMap<>();
    resource("/openapi.json").at("/components/schemas").fields().forEachRemaining(f -> put(all, f));
    resource("/event/shapes.json").fields().forEachRemaining(f -> put(all, f));
    Set<String> used = new TreeSet<>();
    data.forEach(d -> collect(all, d, used));
    all.keySet().retainAll(used);
    this.components = Map.copyOf(all);
  }

  private static void put(Map<String, ObjectNode> all, Map.Entry<String, JsonNode> named) {
    all.put(named.getKey(), (ObjectNode) named.getValue());
  }

  static JsonNode resource(String name) {
    try (InputStream in = EventSchemas.class.getResourceAsStream(name)) {
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the schema of {@code data} for the daily events of a resource. */
  static ObjectNode dailyData(Resource resource) {
    return switch (resource.kind()) {
      case SUMMARY -> reference(SUMMARIES.get(resource));
      case SHALLOW -> reference("WorkoutStreamNotice");
      case POINT, INTERVAL -> sampleGroup(resource);
    };
  }

  /** Returns the schema of a group of samples of one series. */
  private static ObjectNode sampleGroup(Resource resource) {
    String sample =
        Arrays.stream(resource.path().split("_"))
            .map(w -> Character.toUpperCase(w.charAt(0)) + w.substring(1))
            .collect(Collectors.joining());
    ObjectNode out = Json.object().put("type", "object");
    out.put("description", "Samples of one resource, source, device and workout.");
    ObjectNode properties = out.putObject("properties");
    properties.putObject("user_id").put("type", "string").put("format", "uuid");
    properties.set("source", reference("Source"));
    properties
        .putObject("source_id")
        .put("type", "integer")
        .put("description", "Stable for the same series of a user.");
    ObjectNode samples = properties.putObject("data").put("type", "array");
    samples.put("minItems", 1).put("maxItems", 1000).set("items", reference(sample + "Sample"));
    out.putArray("required").add("user_id").add("source").add("source_id").add("data");
    return out;
  }

  static ObjectNode reference(String shape) {
    return Json.object().put("$ref", COMPONENT + shape);
  }

  /** Returns the schema of a complete event. */
  ObjectNode schema(String type, String description, ObjectNode data) {
    ObjectNode out = Json.object().put("$schema", DIALECT).put("title", type);
    out.put("description", description).put("type", "object");
    ObjectNode properties = out.putObject("properties");
    properties.putObject("event_type").put("const", type);
    properties.set("data", data);
    properties.putObject("team_id").put("type", "string").put("format", "uuid");
    ObjectNode user = properties.putObject("user_id").put("format", "uuid");
    user.putArray("type").add("string").add("null");
    ObjectNode reference = properties.putObject("client_user_id");
    reference.putArray("type").add("string").add("null");
    reference.put("description", "The customer's own ID for the user.");
    ArrayNode required = out.putArray("required");
    properties.fieldNames().forEachRemaining(required::add);
    out.put("additionalProperties", false);
    Set<String> used = new TreeSet<>();
    collect(components, data, used);
    ObjectNode definitions = Json.object();
    used.forEach(
        name ->
            definitions.set(name, localizeRefs(requireNullable(components.get(name).deepCopy()))));
    localizeRefs(data);
    if (!definitions.isEmpty()) {
      out.set("$defs", definitions);
    }
    return out;
  }

  private static void collect(Map<String, ObjectNode> components, JsonNode node, Set<String> used) {
    JsonNode ref = node.get("$ref");
    if (ref != null) {
      String name = ref.textValue().substring(COMPONENT.length());
      if (used.add(name)) {
        collect(components, component(components, name), used);
      }
    }
    node.forEach(child -> collect(components, child, used));
  }

  private static ObjectNode component(Map<String, ObjectNode> components, String name) {
    ObjectNode found = components.get(name);
    if (found == null) {
      throw new IllegalStateException("no shape " + name);
    }
    return found;
  }

  /** Rewrites references to point to the {@code $defs} inside the schema itself. */
  private static JsonNode localizeRefs(JsonNode node) {
    if (node instanceof ObjectNode object && object.path("$ref").isTextual()) {
      object.put("$ref", object.get("$ref").textValue().replace(COMPONENT, "#/$defs/"));
    }
    node.forEach(EventSchemas::localizeRefs);
    return node;
  }

  /** Marks nullable properties as required, because events contain unknown values as null. */
  private static JsonNode requireNullable(JsonNode node) {
    if (node instanceof ObjectNode object && object.path("properties") instanceof ObjectNode all) {
      Set<String> required = new TreeSet<>();
      object.path("required").forEach(name -> required.add(name.textValue()));
      all.fields()
          .forEachRemaining(
              f -> {
                if (nullable(f.getValue())) {
                  required.add(f.getKey());
                }
              });
      ArrayNode names = object.putArray("required");
      required.forEach(names::add);
    }
    node.forEach(EventSchemas::requireNullable);
    return node;
  }

  private static boolean nullable(JsonNode schema) {
    JsonNode type = schema.path("type");
    boolean named = "null".equals(type.asText());
    for (JsonNode t : type) {
      named |= "null".equals(t.asText());
    }
    for (JsonNode choice : schema.path("anyOf")) {
      named |= "null".equals(choice.path("type").asText());
    }
    return named;
  }
}
