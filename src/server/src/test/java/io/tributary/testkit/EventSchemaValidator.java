package io.tributary.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.event.EventCatalog;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Validates events against the event catalog. The check is stricter than the schemas: additional
 * keys and unlisted values are errors.
 */
public final class EventSchemaValidator {
  private static final Map<String, Validator> VALIDATORS = new ConcurrentHashMap<>();

  private EventSchemaValidator() {}

  /** Returns the schema violations of an event. */
  public static List<String> violations(JsonNode event) {
    String type = event.path("event_type").asText();
    OutputUnit out =
        VALIDATORS
            .computeIfAbsent(type, EventSchemaValidator::validator)
            .validate(new JsonObject(event.toString()));
    List<String> faults = new ArrayList<>();
    if (!out.getValid()) {
      out.getErrors()
          .forEach(e -> faults.add(type + " " + e.getInstanceLocation() + ": " + e.getError()));
    }
    return faults;
  }

  /**
   * Asserts that every stored message body matches the catalog, and returns the number of bodies.
   */
  public static int assertAllValid(TestNode node) {
    List<String> faults = new ArrayList<>();
    int seen = 0;
    for (var row : node.db().query("select body from message where body is not null")) {
      faults.addAll(violations(Json.parse(row.getBuffer("body").getBytes())));
      seen++;
    }
    if (!faults.isEmpty()) {
      throw new AssertionError(String.join("\n", faults));
    }
    return seen;
  }

  private static Validator validator(String type) {
    JsonNode schema = EventCatalog.shared().schema(type).orElseThrow();
    strict(schema);
    return Validator.create(
        JsonSchema.of(new JsonObject(schema.toString())),
        new JsonSchemaOptions()
            .setBaseUri("https://events.example")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Basic));
  }

  private static void strict(JsonNode node) {
    if (node instanceof ObjectNode object) {
      if (object.path("properties").isObject() && !object.has("additionalProperties")) {
        object.put("additionalProperties", false);
      }
      if (object.remove("x-extensible-enum") instanceof ArrayNode listed) {
        ArrayNode values = object.putArray("enum").addAll(listed);
        for (Iterator<JsonNode> t = object.get("type").elements(); t.hasNext(); ) {
          if (t.next().asText().equals("null")) {
            values.addNull();
          }
        }
      }
    }
    node.forEach(EventSchemaValidator::strict);
  }
}
