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

/** The OpenAPI document of a node, with validation of responses against it. */
public final class OpenApiDocument {
  /**
   * Cached, because every node of a version serves the same document and parsing it takes a second.
   */
  private static ParsedOpenApiDocument cached;

  private record ParsedOpenApiDocument(String served, JsonNode tree, OpenAPIContract contract) {
    static ParsedOpenApiDocument of(Vertx vertx, String served) {
      return new ParsedOpenApiDocument(
          served,
          Json.parse(served.replace("application/fhir+json", "application/json")),
          OpenAPIContract.from(vertx, new JsonObject(withSupportedContentTypes(served))).await());
    }
  }

  private final Vertx vertx;
  private final JsonNode tree;
  private final OpenAPIContract contract;

  private OpenApiDocument(Vertx vertx, JsonNode tree, OpenAPIContract contract) {
    this.vertx = vertx;
    this.tree = tree;
    this.contract = contract;
  }

  /** Reads and validates the document that the node serves. */
  public static OpenApiDocument of(TestNode node) {
    String served = node.send("GET", "/openapi.json", null, Map.of()).expect(200).text();
    ParsedOpenApiDocument parsed = parsed(node.vertx(), served);
    return new OpenApiDocument(node.vertx(), parsed.tree, parsed.contract);
  }

  private static synchronized ParsedOpenApiDocument parsed(Vertx vertx, String served) {
    if (cached == null || !cached.served.equals(served)) {
      cached = ParsedOpenApiDocument.of(vertx, served);
    }
    return cached;
  }

  /**
   * Replaces content types that the library does not support. Only JSON responses are validated
   * against schemas.
   */
  private static String withSupportedContentTypes(String text) {
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

  /** Returns the JSON of an operation. */
  public JsonNode operation(Operation o) {
    return operation(o.getHttpMethod(), o.getOpenAPIPath());
  }

  /** Asserts that the document describes the response, and returns it. */
  public TestResponse assertValid(TestResponse answer, int status, String operationId) {
    answer.expect(status);
    assertNotNull(
        contract.operation(operationId).getResponse(status),
        operationId + " does not document " + status);
    ResponseValidator.create(vertx, contract)
        .validate(
            ValidatableResponse.create(
                status,
                Buffer.buffer(answer.bytes()),
                withSupportedContentTypes(answer.header("content-type"))),
            operationId)
        .await();
    // A response may contain fields beyond its schema; for the service's own responses, such a
    // field is a gap in the document.
    JsonNode schema = operation(contract.operation(operationId)).at("/responses/" + status);
    if (schema.has("$ref")) {
      schema = tree.at(schema.get("$ref").asText().substring(1));
    }
    assertNoUndocumentedFields(
        answer.json(), schema.at("/content/application~1json/schema"), operationId + " " + status);
    return answer;
  }

  private void assertNoUndocumentedFields(JsonNode value, JsonNode schema, String where) {
    if (value.isNull()) {
      return;
    }
    List<JsonNode> choices = alternatives(schema);
    if (value.isArray()) {
      JsonNode items = choices.getFirst().path("items");
      for (int i = 0; i < value.size() && !items.isMissingNode(); i++) {
        assertNoUndocumentedFields(value.get(i), items, where + "[" + i + "]");
      }
    } else if (value.isObject()) {
      value
          .fields()
          .forEachRemaining(
              f -> {
                List<JsonNode> fitting =
                    choices.stream().flatMap(c -> memberSchemas(c, f.getKey())).toList();
                assertTrue(!fitting.isEmpty(), where + ": " + f.getKey() + " is not documented");
                assertNoUndocumentedFields(
                    f.getValue(), fitting.getFirst(), where + "." + f.getKey());
              });
    }
  }

  /** Returns the schema of a key; an object without declared keys accepts all. */
  private Stream<JsonNode> memberSchemas(JsonNode schema, String key) {
    if (schema.path("properties").has(key)) {
      return Stream.of(schema.get("properties").get(key));
    }
    if (schema.has("additionalProperties")) {
      return Stream.of(schema.get("additionalProperties"));
    }
    return schema.has("properties") ? Stream.empty() : Stream.of(schema);
  }

  private List<JsonNode> alternatives(JsonNode schema) {
    if (schema.has("$ref")) {
      return alternatives(tree.at(schema.get("$ref").asText().substring(1)));
    }
    if (schema.has("anyOf")) {
      List<JsonNode> out = new ArrayList<>();
      schema.get("anyOf").forEach(s -> out.addAll(alternatives(s)));
      out.removeIf(s -> s.path("type").asText().equals("null"));
      return out;
    }
    return List.of(schema);
  }

  private JsonNode operation(HttpMethod method, String template) {
    return tree.get("paths").path(template).path(method.name().toLowerCase(Locale.ROOT));
  }
}
