package io.tributary.portal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the shell commands of the portal documentation unchanged. */
class PortalDocTest {
  private static final Path DOC = Path.of("src/docs/portal.md");
  private static final Pattern COMMAND = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern IMAGE = Pattern.compile("\\((images/[^)]+)\\)");

  @Test
  void everyCommandMakesALinkThatOpens() throws Exception {
    try (TestNode node = TestNode.start()) {
      PortalHarness portal = new PortalHarness(node);
      Map<String, String> names =
          Map.of(
              "A", node.url(""),
              "O", node.first().org().toString(),
              "T", node.first().team().toString(),
              "M", node.first().managementKey());
      Matcher command = COMMAND.matcher(Files.readString(DOC));
      int n = 0;
      while (command.find()) {
        n++;
        ProcessBuilder shell = new ProcessBuilder("bash", "-euc", command.group(1));
        shell.environment().putAll(names);
        Process p = shell.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        JsonNode made = Json.parse(p.getInputStream().readAllBytes());
        assertEquals(0, p.waitFor(), command.group(1));
        JsonNode opened =
            portal.opened(PortalHarness.token(made.get("url").asText())).expect(200).json();
        assertEquals(
            command.group(1).contains("\"read_only\": true"),
            opened.get("read_only").asBoolean(),
            command.group(1));
      }
      assertEquals(2, n);
    }
  }

  @Test
  void everyPictureIsThere() throws Exception {
    Matcher image = IMAGE.matcher(Files.readString(DOC));
    int n = 0;
    while (image.find()) {
      n++;
      assertTrue(Files.size(DOC.resolveSibling(image.group(1))) < 300_000, image.group(1));
    }
    assertEquals(4, n);
  }
}
