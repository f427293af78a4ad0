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
 * @param security names of the accepted security schemes; empty means public
 * @param statuses documented response statuses
 */
record ApiOperation(
    String id,
    String method,
    String path,
    List<ApiParameter> parameters,
    Set<String> security,
    Set<Integer> statuses,
    boolean takesBody) {
  record ApiParameter(String name, String in, boolean required) {}

  static List<ApiOperation> of(JsonNode document) {
    List<ApiOperation> out = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        out.add(of(document, path.getKey(), method.getKey(), method.getValue()));
      }
    }
    return out;
  }

  private static ApiOperation of(JsonNode document, String path, String method, JsonNode o) {
    List<ApiParameter> parameters = new ArrayList<>();
    for (JsonNode p : o.path("parameters")) {
      JsonNode q = p.has("$ref") ? document.at(p.get("$ref").asText().substring(1)) : p;
      parameters.add(
          new ApiParameter(
              q.get("name").asText(), q.get("in").asText(), q.path("required").asBoolean()));
    }
    Set<String> security = new TreeSet<>();
    (o.has("security") ? o.get("security") : document.get("security"))
        .forEach(s -> s.fieldNames().forEachRemaining(security::add));
    Set<Integer> statuses = new TreeSet<>();
    o.get("responses").fieldNames().forEachRemaining(s -> statuses.add(Integer.valueOf(s)));
    return new ApiOperation(
        o.get("operationId").asText(),
        method.toUpperCase(Locale.ROOT),
        path,
        List.copyOf(parameters),
        security,
        statuses,
        o.has("requestBody"));
  }

  List<ApiParameter> parametersIn(String place) {
    return parameters.stream().filter(p -> p.in().equals(place)).toList();
  }

  boolean hasParameter(String parameter) {
    return parameters.stream().anyMatch(p -> p.name().equals(parameter));
  }

  boolean acceptsManagementKey() {
    return security.contains("managementKey");
  }

  boolean acceptsTeamKey() {
    return security.contains("apiKey");
  }

  /** Returns whether a user access token is accepted. */
  boolean acceptsUserToken() {
    return security.contains("userToken");
  }

  /** Returns whether errors use the FHIR {@code OperationOutcome} format. */
  boolean isFhir() {
    return path.startsWith("/fhir/");
  }

  boolean json() {
    return !security.isEmpty() || path.startsWith("/v2/user/sign_in");
  }
}
