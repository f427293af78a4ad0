package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An operation of the API document.
 *
 * @param security names of the schemes that open it; empty = open to all
 * @param statuses what it says it answers
 */
record Op(
    String id,
    String method,
    String path,
    List<Parameter> parameters,
    Set<String> security,
    Set<Integer> statuses,
    boolean takesBody) {
  record Parameter(String name, String in, boolean required) {}

  static List<Op> of(JsonNode document) {
    List<Op> out = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        out.add(of(document, path.getKey(), method.getKey(), method.getValue()));
      }
    }
    return out;
  }

  private static Op of(JsonNode document, String path, String method, JsonNode o) {
    List<Parameter> parameters = new ArrayList<>();
    for (JsonNode p : o.path("parameters")) {
      JsonNode q = p.has("$ref") ? document.at(p.get("$ref").asText().substring(1)) : p;
      parameters.add(
          new Parameter(
              q.get("name").asText(), q.get("in").asText(), q.path("required").asBoolean()));
    }
    Set<String> security = new TreeSet<>();
    (o.has("security") ? o.get("security") : document.get("security"))
        .forEach(s -> s.fieldNames().forEachRemaining(security::add));
    Set<Integer> statuses = new TreeSet<>();
    o.get("responses").fieldNames().forEachRemaining(s -> statuses.add(Integer.valueOf(s)));
    return new Op(
        o.get("operationId").asText(),
        method.toUpperCase(Locale.ROOT),
        path,
        List.copyOf(parameters),
        security,
        statuses,
        o.has("requestBody"));
  }

  List<Parameter> in(String place) {
    return parameters.stream().filter(p -> p.in().equals(place)).toList();
  }

  boolean has(String parameter) {
    return parameters.stream().anyMatch(p -> p.name().equals(parameter));
  }

  boolean management() {
    return security.contains("managementKey");
  }

  boolean team() {
    return security.contains("apiKey");
  }

  /** Whether a user's own token opens it. */
  boolean client() {
    return security.contains("userToken");
  }

  /** Whether mistakes are answered in the shape of FHIR. */
  boolean fhir() {
    return path.startsWith("/fhir/");
  }

  boolean json() {
    return !security.isEmpty() || path.startsWith("/v2/user/sign_in");
  }
}
