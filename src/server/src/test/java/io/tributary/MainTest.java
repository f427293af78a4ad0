package io.tributary;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the service as a separate process with embedded PostgreSQL: start, kill and stop. */
class MainTest {
  private static final Duration START = Duration.ofSeconds(90);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir Path dir;
  private final List<Process> started = new ArrayList<>();

  /** A run of the program and its output. */
  private record Run(Process process, Path out) {
    String output() {
      try {
        return Files.readString(out);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    String awaitReady() {
      eventually(
          START,
          () ->
              assertTrue(
                  output().contains("\nready http://") || output().startsWith("ready "), output()));
      return output()
          .lines()
          .filter(l -> l.startsWith("ready "))
          .findFirst()
          .orElseThrow()
          .substring(6);
    }
  }

  private Run start(String... variables) throws IOException {
    Path out = Files.createTempFile(dir, "run", ".log");
    ProcessBuilder b =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.util.logging.config.file=conf/logging.properties",
            "-cp",
            System.getProperty("java.class.path"),
            "io.tributary.Main",
            "--conf",
            "conf");
    b.environment().keySet().removeIf(k -> k.startsWith("TRIBUTARY_"));
    b.environment().put("TRIBUTARY_DATA_DIR", dir.resolve("data").toString());
    b.environment().put("TRIBUTARY_HTTP_PORT", "0");
    for (int i = 0; i < variables.length; i += 2) {
      b.environment().put(variables[i], variables[i + 1]);
    }
    Process p = b.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    started.add(p);
    return new Run(p, out);
  }

  @AfterEach
  void stopAll() throws Exception {
    for (Process p : started) {
      p.destroy();
      if (!p.waitFor(30, TimeUnit.SECONDS)) {
        p.destroyForcibly();
      }
    }
    Path pid = dir.resolve("data/postgres/cluster/postmaster.pid");
    if (Files.exists(pid)) {
      ProcessHandle.of(postmaster()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private long postmaster() throws IOException {
    return Long.parseLong(
        Files.readAllLines(dir.resolve("data/postgres/cluster/postmaster.pid")).getFirst().strip());
  }

  private boolean postmasterChangedFrom(long killed) {
    try {
      return postmaster() != killed;
    } catch (IOException e) {
      return false;
    }
  }

  private JsonNode bootstrap() throws IOException {
    return Json.parse(Files.readAllBytes(dir.resolve("data/bootstrap.json")));
  }

  private static HttpResponse<String> get(String url, String key) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create(url))
              .timeout(Duration.ofSeconds(60))
              .header("x-service-api-key", key)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFirstStartPrintsItsProgressAndKeepsItsKeysAndATermSignalDrains() throws Exception {
    Run run = start();
    String base = run.awaitReady();
    JsonNode keys = bootstrap();
    assertEquals(base, keys.get("base_url").asText());
    for (String name : List.of("org_id", "team_id", "environment", "api_key", "management_key")) {
      assertTrue(keys.hasNonNull(name), name);
    }
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(dir.resolve("data/bootstrap.json"))));
    assertFalse(run.output().contains(keys.get("api_key").asText()), "output is no terminal");
    assertFalse(run.output().contains(keys.get("management_key").asText()));
    assertProgress(run.output(), base);
    assertEquals(200, get(base + "/v2/user", keys.get("api_key").asText()).statusCode());

    Run second = start();
    assertTrue(second.process().waitFor(60, TimeUnit.SECONDS));
    assertEquals(1, second.process().exitValue());
    assertTrue(second.output().contains(String.valueOf(run.process().pid())), second.output());

    run.process().destroy();
    assertTrue(run.process().waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, run.process().exitValue(), run.output());
    String drain = run.output().substring(run.output().indexOf("\nstopping\n"));
    assertTrue(drain.contains("audit chain="), "the log is heard to the end: " + drain);
    assertTrue(drain.endsWith("\nstopped\n"), drain);

    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      Run vain = start("TRIBUTARY_HTTP_PORT", port);
      assertTrue(vain.process().waitFor(60, TimeUnit.SECONDS));
      assertEquals(1, vain.process().exitValue());
      assertEquals(
          1,
          vain.output().lines().filter(l -> l.startsWith("cannot start: ")).count(),
          vain.output());
      assertTrue(vain.output().contains(":" + port + " "), vain.output());
      assertFalse(Files.exists(dir.resolve("data/postgres/cluster/postmaster.pid")));
    }

    Run again = start();
    again.awaitReady();
    assertFalse(again.output().contains("Saved to "), "the keys are announced once");
    assertEquals(keys.get("api_key"), bootstrap().get("api_key"));
  }

  private void assertProgress(String output, String base) {
    Path data = dir.resolve("data").toAbsolutePath();
    int at = 0;
    for (String line :
        List.of(
            "unpacking PostgreSQL into ",
            "starting PostgreSQL on port ",
            "migrating the database\n",
            "starting the node\n",
            "Saved to " + data.resolve("bootstrap.json") + "; delete the file once you have stored",
            "Tributary development\n",
            "  address         " + base + "\n",
            "  database        embedded\n",
            "  data directory  " + data + "\n",
            "  keys            " + data.resolve("bootstrap.json") + "\n",
            "  master key      " + data.resolve("secret.key") + "\nready " + base + "\n")) {
      int found = output.indexOf(line, at);
      assertTrue(found >= 0, line + " in order in " + output);
      at = found;
    }
  }

  @Test
  void aKilledServiceAndAKilledDatabaseComeBackByThemselves() throws Exception {
    Run run = start("TRIBUTARY_BOOTSTRAP_API_KEY", "sk_us_0123456789abcdef");
    String base = run.awaitReady();
    String key = bootstrap().get("api_key").asText();
    assertEquals("sk_us_0123456789abcdef", key);

    long killed = postmaster();
    ProcessHandle.of(killed).orElseThrow().destroyForcibly();
    eventually(
        Duration.ofSeconds(60),
        () -> {
          HttpResponse<String> away = get(base + "/v2/user", key);
          if (away.statusCode() == 200 && postmasterChangedFrom(killed)) {
            // The machine was suspended for the whole outage.
            return;
          }
          assertEquals(503, away.statusCode());
          assertTrue(away.headers().firstValue("retry-after").isPresent());
          assertNotNull(Json.parse(away.body()).get("detail"));
        });
    eventually(START, () -> assertEquals(200, get(base + "/v2/user", key).statusCode()));

    run.process().destroyForcibly().waitFor();
    ProcessHandle.of(postmaster()).ifPresent(ProcessHandle::destroyForcibly);
    Run next = start("TRIBUTARY_BOOTSTRAP_API_KEY", "sk_us_0123456789abcdef");
    assertEquals(200, get(next.awaitReady() + "/v2/user", key).statusCode());
  }

  @Test
  void everyFaultOfTheConfigurationIsListed() throws Exception {
    Run run =
        start(
            "TRIBUTARY_HTTP_PORT", "many",
            "TRIBUTARY_NO_SUCH", "1",
            "TRIBUTARY_LINK_TOKEN_TTL", "soon",
            "TRIBUTARY_DB_POOL_SIZE", "1");
    assertTrue(run.process().waitFor(60, TimeUnit.SECONDS));
    assertEquals(2, run.process().exitValue());
    for (String name : List.of("TRIBUTARY_HTTP_PORT", "TRIBUTARY_NO_SUCH", "link", "pool_size")) {
      assertTrue(run.output().contains(name), name + " in " + run.output());
    }
  }
}
