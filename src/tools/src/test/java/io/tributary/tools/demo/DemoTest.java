package io.tributary.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.tributary.simulators.oura.OuraSimulator;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The complete demo for three people, from the first call to the last sample. */
class DemoTest {
  private static final int USERS = 3;
  private static final int DAYS = 4;

  @Test
  void nothingIsMissingAndEachEventHasOneMessage() {
    Vertx vertx = Vertx.vertx();
    try {
      OuraSimulator simulator =
          OuraSimulator.start(
                  vertx,
                  io.tributary.simulators.oura.OuraOptions.defaults().withPort(0).withDays(DAYS))
              .await();
      DemoReport table = run(simulator.baseUrl());
      assertEquals(List.of(), table.faults(), table::text);
      assertEquals("3", table.rows().get("connections"));
      assertEquals("0", table.rows().get("events missing"));
      assertEquals("0", table.rows().get("events with several messages"), table::text);
      assertEquals("0", table.rows().get("responses 500"), table::text);
      assertNotEquals("0", table.rows().get("samples stored"));
      assertNotEquals("0", table.rows().get("summaries stored"));
      assertEquals(table.rows().get("pulls after linking"), table.rows().get("pulls after bulk"));
    } finally {
      vertx.close().await();
    }
  }

  private static DemoReport run(String simulator) {
    DemoOptions d = DemoOptions.defaults();
    DemoOptions options =
        new DemoOptions(
            USERS,
            DAYS,
            d.quota(),
            0,
            false,
            USERS,
            Duration.ofSeconds(40),
            Optional.empty(),
            Optional.empty(),
            Optional.of(simulator),
            d.clientId(),
            d.clientSecret());
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_PROVIDERS_OURA_API_URL",
            simulator,
            "TRIBUTARY_PROVIDERS_OURA_AUTHORIZE_URL",
            simulator + "/oauth/authorize",
            "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID",
            d.clientId(),
            "TRIBUTARY_PROVIDERS_OURA_CLIENT_SECRET",
            d.clientSecret(),
            // A call that failed on a busy machine is retried while the demo still waits.
            "TRIBUTARY_PULL_RETRY_SCHEDULE",
            "1s")) {
      DemoTarget target =
          new DemoTarget(
              "http://127.0.0.1:" + node.node().port(),
              node.first().apiKey(),
              node.first().managementKey(),
              node.first().org().toString(),
              node.first().team().toString(),
              "sandbox");
      ExpectedEvents ledger = new ExpectedEvents();
      PrintStream quiet =
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      try (WebhookReceiver receiver = new WebhookReceiver(ledger);
          ProgressLine progress = new ProgressLine(quiet, false, DemoRun.PHASES, Instant.now())) {
        return new DemoRun(options, target, simulator, Optional.empty(), ledger, receiver, progress)
            .run();
      }
    }
  }
}
