package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.http.Routes;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.openapi.contract.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the paths and the access rules of the OpenAPI document against the served routes. */
class OpenApiTest {
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void theDocumentIsServedOnceAndThenRemembered() {
    TestResponse first = node.send("GET", "/openapi.json", null, Map.of()).expect(200);
    assertEquals("public, max-age=300", first.header("cache-control"));
    String tag = first.header("etag");
    assertNotNull(tag);
    node.send("GET", "/openapi.json", null, Map.of("if-none-match", tag)).expect(304);
    assertEquals(
        "http://localhost:" + node.node().port(), api.tree().at("/servers/0/url").asText());
  }

  @Test
  void whatIsServedIsDocumentedAndNothingElse() {
    Set<String> served = new TreeSet<>();
    node.node().routes().specs().stream()
        // The internal calls of the bundled pages are not part of the public API.
        .filter(s -> !s.template().matches("/(portal|review|link/(s|files|brand))/.*"))
        .forEach(s -> served.add(s.method() + " " + s.template()));
    Set<String> documented =
        api.contract().operations().stream()
            .map(o -> route(o).map(s -> s.method() + " " + s.template()).orElse(name(o)))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(String.join("\n", served), String.join("\n", documented));
  }

  /**
   * Returns the route that serves an operation. A route with a path parameter may serve several
   * operations.
   */
  private static Optional<Routes.RouteSpec> route(Operation o) {
    List<Routes.RouteSpec> routes =
        node.node().routes().specs().stream()
            .filter(s -> s.method().equals(o.getHttpMethod()))
            .toList();
    return routes.stream()
        .filter(s -> s.template().equals(o.getOpenAPIPath()))
        .findFirst()
        .or(() -> routes.stream().filter(s -> matchesTemplate(s, o.getOpenAPIPath())).findFirst());
  }

  private static boolean matchesTemplate(Routes.RouteSpec s, String path) {
    return s.template().contains("{path}")
        && path.matches(Pattern.quote(s.template()).replace("{path}", "\\E[a-z0-9_]+\\Q"));
  }

  private static String name(Operation o) {
    return o.getHttpMethod() + " " + o.getOpenAPIPath();
  }

  @Test
  void everyOperationDeclaresJustThePathParametersOfItsTemplate() {
    for (Operation o : api.contract().operations()) {
      Set<String> template = new TreeSet<>();
      Matcher m = PARAMETER.matcher(o.getOpenAPIPath());
      while (m.find()) {
        template.add(m.group(1));
      }
      Set<String> declared =
          o.getParameters().stream()
              .filter(p -> p.getIn().toString().equals("path"))
              .map(p -> p.getName())
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(template, declared, o.getOperationId());
    }
  }

  @Test
  void everyOperationNamesTheKeyThatItsRouteAsksFor() {
    Map<String, String> wanted = new TreeMap<>();
    Map<String, String> found = new TreeMap<>();
    for (Operation o : api.contract().operations()) {
      Routes.RouteSpec s = route(o).orElseThrow();
      String schemes = schemes(api.operation(o).path("security"));
      found.put(name(o), schemes);
      wanted.put(
          name(o),
          switch (s.access()) {
            case TEAM -> "apiKey teamToken";
            case CLIENT -> "apiKey teamToken userToken";
            case MANAGEMENT -> "managementKey";
            // A route whose handler checks the link token itself is registered as open.
            case SESSION -> throw new AssertionError("no part of the API: " + s.template());
            case OPEN -> schemes.equals("linkToken") ? "linkToken" : "";
          });
    }
    assertEquals(wanted, found);
  }

  private static String schemes(JsonNode security) {
    JsonNode valid = security.isMissingNode() ? api.tree().get("security") : security;
    List<String> out = new ArrayList<>();
    valid.forEach(s -> s.fieldNames().forEachRemaining(out::add));
    return String.join(" ", out);
  }

  @Test
  void everyOperationHasAnIdOfItsOwnATagAndASummary() {
    Set<String> ids = new HashSet<>();
    Set<String> tags = new HashSet<>();
    api.tree().get("tags").forEach(t -> tags.add(t.get("name").asText()));
    for (Operation o : api.contract().operations()) {
      assertTrue(ids.add(o.getOperationId()), o.getOperationId());
      assertTrue(tags.containsAll(o.getTags()) && o.getTags().size() == 1, o.getOperationId());
      assertTrue(api.operation(o).hasNonNull("summary"), o.getOperationId());
    }
  }

  @Test
  void everySchemaIsUsed() {
    String text = api.tree().toString();
    api.tree()
        .at("/components/schemas")
        .fieldNames()
        .forEachRemaining(
            name ->
                assertTrue(
                    text.contains("\"#/components/schemas/" + name + "\""), "unused: " + name));
  }
}
