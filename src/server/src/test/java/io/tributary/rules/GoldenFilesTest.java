package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** Compares the HTTP API and the event payloads with the golden files of the wire formats. */
class GoldenFilesTest {
  private static final Path API = Path.of("src/server/src/main/resources/openapi.json");
  private static final Path EVENTS = Path.of("src/platform/src/main/resources/event");
  private static final Set<String> PROSE = Set.of("summary", "description", "title");

  /** Objects of the API document whose members are compared one by one. */
  private static final Set<String> DEEP =
      Set.of("paths", "components", "schemas", "parameters", "responses", "securitySchemes");

  private static Map<String, JsonNode> document(Path path, Set<String> deep) {
    try {
      return GoldenFile.parts((ObjectNode) Json.parse(Files.readString(path)), deep);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void theHttpApiIsUnchanged() {
    GoldenFile.named("openapi.sha256").check(GoldenFile.digests(document(API, DEEP), PROSE));
  }

  @Test
  void theSchemasOfEventsAreUnchanged() {
    Map<String, JsonNode> shapes = document(EVENTS.resolve("shapes.json"), Set.of());
    GoldenFile.named("event-schemas.sha256").check(GoldenFile.digests(shapes, PROSE));
  }

  /** Error messages are texts for readers, so their wording may change. */
  @Test
  void theExamplesOfEventsAreUnchanged() {
    Map<String, JsonNode> examples =
        document(EVENTS.resolve("examples.json"), Set.of("summaries", "samples", "data"));
    GoldenFile.named("event-examples.sha256")
        .check(GoldenFile.digests(examples, Set.of("message")));
  }

  @Test
  void theTypesOfEventsAreUnchanged() {
    Map<String, JsonNode> types = document(EVENTS.resolve("types.json"), Set.of());
    GoldenFile.named("event-types.sha256").check(GoldenFile.digests(types, PROSE));
  }

  @Test
  void theCanonicalFormKeepsValuesAndDropsProse() {
    JsonNode document =
        Json.parse("{\"b\": [1.50, \"\\u00e9\\n\"], \"title\": \"x\", \"a\": {\"title\": {}}}");
    assertEquals(
        "{\"a\":{\"title\":{}},\"b\":[1.5,\"é\\n\"]}", GoldenFile.canonical(document, PROSE));
  }

  @Test
  void plantedChangesAreFound(@TempDir Path directory) throws Exception {
    Map<String, JsonNode> before = parts("{\"a\": {\"type\": \"string\"}, \"b\": 1, \"d\": 1}");
    Map<String, JsonNode> after =
        parts("{\"a\": {\"type\": \"integer\"}, \"b\": 1, \"c\": {\"description\": \"x\"}}");
    StringBuilder lines = new StringBuilder("# comment\n");
    GoldenFile.digests(before, PROSE)
        .forEach((name, digest) -> lines.append(digest).append(' ').append(name).append('\n'));
    Path file = Files.writeString(directory.resolve("golden"), lines);
    GoldenFile golden = new GoldenFile(file);
    golden.check(GoldenFile.digests(before, PROSE));
    String message =
        assertThrows(
                AssertionFailedError.class, () -> golden.check(GoldenFile.digests(after, PROSE)))
            .getMessage();
    String digest = GoldenFile.digests(after, PROSE).get("a");
    assertTrue(message.contains("change: " + digest + " a\n"), message);
    assertTrue(message.contains("add:    ") && message.contains("remove the line of: d"), message);
    assertNotEquals(digest, GoldenFile.digests(before, PROSE).get("a"));
  }

  private static Map<String, JsonNode> parts(String json) {
    return GoldenFile.parts((ObjectNode) Json.parse(json), Set.of());
  }
}
