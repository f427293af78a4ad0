package io.tributary.tools.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Oura simulator as a child process that always ends with this process. */
final class OuraSimulatorProcess implements AutoCloseable {
  private final DemoProcess process;
  private final String url;

  private OuraSimulatorProcess(DemoProcess child) {
    this.process = child;
    this.url = child.awaitReady(Duration.ofMinutes(2));
  }

  static OuraSimulatorProcess start(Path root, Path work, DemoOptions options) {
    List<String> command =
        List.of(
            root.resolve("scripts/simulator").toString(),
            "--port",
            "0",
            "--days",
            Integer.toString(options.days()),
            "--client-id",
            options.clientId(),
            "--client-secret",
            options.clientSecret(),
            "--rate-limit",
            Integer.toString(options.quota()),
            "--exit-with-stdin");
    return new OuraSimulatorProcess(
        DemoProcess.start("simulator", command, Map.of(), work.resolve("simulator.log")));
  }

  String url() {
    return url;
  }

  @Override
  public void close() {
    process.stop(Duration.ofSeconds(15));
  }
}
