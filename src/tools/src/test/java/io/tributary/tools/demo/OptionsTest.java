package io.tributary.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {
  @Test
  void whatIsNotSaidIsTheDefault() {
    DemoOptions o = DemoOptions.parse("--users", "200", "--kills", "3", "--kill-postgres");
    assertEquals(200, o.users());
    assertEquals(3, o.kills());
    assertTrue(o.killPostgres());
    assertEquals(DemoOptions.defaults().days(), o.days());
    assertTrue(o.target().isEmpty());
    assertEquals(30_000, o.quota());
    assertEquals(5000, DemoOptions.parse("--users", "3").quota());
    assertEquals(7, DemoOptions.parse("--users", "200", "--quota", "7").quota());
  }

  @Test
  void aRunningServiceIsReachedWithTheKeysOfItsFile(@TempDir Path dir) throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("bootstrap.json"),
            """
            {"api_key":"sk_us_a","management_key":"mg_b","org_id":"o","team_id":"t",\
            "environment":"sandbox","base_url":"http://elsewhere"}\
            """);
    DemoTarget target =
        DemoOptions.parse(
                "--url",
                "http://localhost:1/",
                "--bootstrap",
                file.toString(),
                "--simulator",
                "http://s")
            .target()
            .orElseThrow();
    assertEquals(
        new DemoTarget("http://localhost:1", "sk_us_a", "mg_b", "o", "t", "sandbox"), target);
    assertEquals("/v1/org/o/team/t", target.managedTeam());
  }

  @Test
  void whatCannotWorkIsRefusedByName() {
    for (String[] wrong :
        new String[][] {
          {"--user", "3"},
          {"--users"},
          {"--users", "many"},
          {"--users", "0"},
          {"--days", "171"},
          {"--url", "http://s", "--simulator", "http://s"},
          {
            "--url",
            "http://s",
            "--api-key",
            "a",
            "--management-key",
            "b",
            "--org",
            "o",
            "--team",
            "t"
          }
        }) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> DemoOptions.parse(wrong)).getMessage();
      assertTrue(message.contains("--"), message);
    }
  }
}
