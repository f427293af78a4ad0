package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.team.Bootstrap;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StartMessagesTest {
  private static final Path FILE = Path.of("/data/bootstrap.json");
  private static final String SAVED =
      "Saved to /data/bootstrap.json; delete the file once you have stored the keys.\n";

  private static String firstTeam(boolean terminal) {
    return StartMessages.firstTeam(
        new Bootstrap.FirstTeam(UUID.randomUUID(), UUID.randomUUID(), "sk_us_a", "mg_b", true),
        FILE,
        "http://localhost:8080",
        terminal);
  }

  @Test
  void aTerminalGetsTheKeysAndTheirFile() {
    String text = firstTeam(true);
    assertTrue(text.contains("  API key         sk_us_a\n"), text);
    assertTrue(text.contains("  management key  mg_b\n"), text);
    assertTrue(text.contains("\n" + SAVED), text);
    assertTrue(
        text.contains("curl -H 'x-service-api-key: sk_us_a' http://localhost:8080/v2/user\n"),
        text);
  }

  @Test
  void anyOtherOutputGetsTheFileOnly() {
    String text = firstTeam(false);
    assertFalse(text.contains("sk_us_a") || text.contains("mg_b"), text);
    assertTrue(text.endsWith("\n" + SAVED), text);
  }

  @Test
  void theBannerNamesTheInstallation() {
    assertEquals(
        """

        Tributary 1.2.3
          address         http://localhost:8080
          database        db:5432/tributary
          data directory  /data
          keys            /data/bootstrap.json
          master key      /data/secret.key
        """,
        StartMessages.banner(
            "1.2.3",
            "http://localhost:8080",
            "db:5432/tributary",
            Path.of("/data"),
            FILE.toString(),
            "/data/secret.key"));
  }
}
