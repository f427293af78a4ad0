package io.tributary.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the examples of the SDK documentation unchanged in a shell. */
class SdkDocTest {
  /** A shell block with the documented response, if there is one. */
  private static final Pattern EXAMPLE =
      Pattern.compile("```sh\n(.*?)```\n(?:\n```json\n(.*?)```)?", Pattern.DOTALL);

  private static final long LONGEST_SECONDS = 60;

  @Test
  void everyExampleDoesWhatTheDocumentSays() throws Exception {
    String document = Files.readString(Path.of("src/docs/sdk.md"));
    try (TestNode node = SdkHarness.node()) {
      SdkHarness user = SdkHarness.user(node);
      Map<String, String> names =
          Map.of("A", node.url(""), "K", node.first().apiKey(), "U", user.id.toString());
      Matcher example = EXAMPLE.matcher(document);
      int n = 0;
      while (example.find()) {
        n++;
        JsonNode answer = Json.parse(shell(names, example.group(1)));
        if (example.group(2) == null) {
          assertTrue(answer.get("success").asBoolean(), example.group(1) + answer);
        } else {
          same(Json.parse(example.group(2)), answer, example.group(1));
        }
      }
      assertEquals(9, n, "examples in src/docs/sdk.md");
    }
  }

  /** Asserts equality, except for placeholder texts of the documentation. */
  private static void same(JsonNode shown, JsonNode answer, String what) {
    if (shown.isContainerNode()) {
      assertEquals(shown.size(), answer.size(), what + answer);
      shown
          .properties()
          .forEach(field -> same(field.getValue(), answer.path(field.getKey()), what));
      for (int i = 0; shown.isArray() && i < shown.size(); i++) {
        same(shown.get(i), answer.path(i), what);
      }
    } else if (shown.asText().endsWith("…")) {
      String begin = shown.asText().substring(0, shown.asText().length() - 1);
      assertTrue(answer.isTextual() && answer.asText().startsWith(begin), what + answer);
    } else {
      assertEquals(shown, answer, what);
    }
  }

  private static byte[] shell(Map<String, String> names, String script)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("example", ".json");
    Process p;
    try {
      ProcessBuilder shell =
          new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      shell.environment().putAll(names);
      p = shell.start();
      assertTrue(p.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS), script);
      byte[] said = Files.readAllBytes(out);
      assertEquals(0, p.exitValue(), script + new String(said, StandardCharsets.UTF_8));
      return said;
    } finally {
      Files.delete(out);
    }
  }
}
