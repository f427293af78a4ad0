package io.tributary.testkit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The OpenAPI document that a node serves, and whether replies are as it says. */
public final class ApiDocument {
  /** Every node of a version serves the same, and to read it takes a second of computing. */
  private static Parsed last;

  private record Parsed(String served, JsonNode tree, OpenAPIContract contract) {
    static Parsed of(Vertx vertx, String served) {
      return new Parsed(
          served,
          Json.parse(served.replace("application/fhir+json", "application/json")),
          OpenAPIContract.from(vertx, new JsonObject(known(served))).await());
    }
  }

  private final Vertx vertx;
  private final JsonNode tree;
  private final OpenAPIContract contract;

  private ApiDocument(Vertx vertx, JsonNode tree, OpenAPIContract contract) {
    this.vertx = vertx;
    this.tree = tree;
    this.contract = contract;
  }

  /** Reads and validates what the node serves. */
  public static ApiDocument of(TestNode node) {
    String served = node.send("GET", "/openapi.json", null, Map.of()).expect(200).text();
    Parsed parsed = parsed(node.vertx(), served);
    return new ApiDocument(node.vertx(), parsed.tree, parsed.contract);
  }

  private static synchronized Parsed parsed(Vertx vertx, String served) {
    if (last == null || !last.served.equals(served)) {
      last = Parsed.of(vertx, served);
    }
    return last;
  }

  /**
   * The library knows no pages and pictures, and few names of JSON; only JSON replies are held
   * against schemas here.
   */
  private static String known(String text) {
    return text.replaceAll(
            "\"(text/html|text/event-stream|application/pdf|image/[a-z+]+)\":", "\"text/plain\":")
        .replace("application/fhir+json", "application/json");
  }

  public JsonNode tree() {
    return tree;
  }

  public OpenAPIContract contract() {
    return contract;
  }

  /** The operation as it is written. */
  public JsonNode operation(Operation o) {
    return operation(o.getHttpMethod(), o.getOpenAPIPath());
  }

  /** Fails unless the reply is one that the document describes. */
  public Answer valid(Answer answer, int status, String operationId) {
    answer.expect(status);
    assertNotNull(
        contract.operation(operationId).getResponse(status),
        operationId + " does not document " + status);
    ResponseValidator.create(vertx, contract)
        .validate(
            ValidatableResponse.create(
                status, Buffer.buffer(answer.bytes()), known(answer.header("content-type"))),
            operationId)
        .await();
    // A reply may hold more than its schema says; for our own replies that is a gap in the
    // tree.
    JsonNode schema = operation(contract.operation(operationId)).at("/responses/" + status);
    if (schema.has("$ref")) {
      schema = tree.at(schema.get("$ref").asText().substring(1));
    }
    nothingUnknown(
        answer.json(), schema.at("/content/application~1json/schema"), operationId + " " + status);
    return answer;
  }

  private void nothingUnknown(JsonNode value, JsonNode schema, String where) {
    if (value.isNull()) {
      return;
    }
    List<JsonNode> choices = choices(schema);
    if (value.isArray()) {
      JsonNode items = choices.getFirst().path("items");
      for (int i = 0; i < value.size() && !items.isMissingNode(); i++) {
        nothingUnknown(value.get(i), items, where + "[" + i + "]");
      }
    } else if (value.isObject()) {
      value
          .fields()
          .forEachRemaining(
              f -> {
                List<JsonNode> fitting =
                    choices.stream().flatMap(c -> member(c, f.getKey())).toList();
                assertTrue(!fitting.isEmpty(), where + ": " + f.getKey() + " is not documented");
                nothingUnknown(f.getValue(), fitting.getFirst(), where + "." + f.getKey());
              });
    }
  }

  /** The schema of a key; an object without any keys of its own takes all. */
  private Stream<JsonNode> member(JsonNode schema, String key) {
    if (schema.path("properties").has(key)) {
      return Stream.of(schema.get("properties").get(key));
    }
    if (schema.has("additionalProperties")) {
      return Stream.of(schema.get("additionalProperties"));
    }
    return schema.has("properties") ? Stream.empty() : Stream.of(schema);
  }

  private List<JsonNode> choices(JsonNode schema) {
    if (schema.has("$ref")) {
      return choices(tree.at(schema.get("$ref").asText().substring(1)));
    }
    if (schema.has("anyOf")) {
      List<JsonNode> out = new ArrayList<>();
      schema.get("anyOf").forEach(s -> out.addAll(choices(s)));
      out.removeIf(s -> s.path("type").asText().equals("null"));
      return out;
    }
    return List.of(schema);
  }

  private JsonNode operation(HttpMethod method, String template) {
    return tree.get("paths").path(template).path(method.name().toLowerCase(Locale.ROOT));
  }
}
