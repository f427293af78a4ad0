package io.tributary.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the examples of the webhook documentation in one shell from top to bottom. */
class WebhookDocTest {
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```\n", Pattern.DOTALL);
  private static final long LONGEST_SECONDS = 120;

  @Test
  void everyExampleDoesWhatTheDocumentSays() throws Exception {
    Matcher block = BLOCK.matcher(Files.readString(Path.of("src/docs/webhooks.md")));
    StringBuilder script = new StringBuilder();
    int n = 0;
    while (block.find()) {
      script.append(block.group(1));
      n++;
    }
    assertEquals(8, n, "examples in src/docs/webhooks.md");
    try (WebhookTestServer receiver = new WebhookTestServer();
        TestNode node = TestNode.start()) {
      Path out = Files.createTempFile("example", ".txt");
      ProcessBuilder shell =
          new ProcessBuilder("bash", "-euo", "pipefail", "-c", script.toString())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile());
      shell
          .environment()
          .putAll(
              Map.of(
                  "M", node.first().managementKey(),
                  "W", node.url(new WebhookFixture(node).base().replace("/webhook", "")),
                  "H", receiver.url("/in")));
      Process process = shell.start();
      assertTrue(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS));
      String said = Files.readString(out);
      Files.delete(out);
      assertEquals(0, process.exitValue(), said);
      assertTrue(said.contains("[\"delivered\","), said);
    }
  }
}
