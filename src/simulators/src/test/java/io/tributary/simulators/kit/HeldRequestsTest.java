package io.tributary.simulators.kit;

import static io.tributary.simulators.kit.SimulatorKitHarness.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that hanging requests are answered when their fault ends, neither earlier nor never. */
class HeldRequestsTest {
  private SimulatorKitHarness kit;
  private String token;

  @BeforeEach
  void start() {
    kit = new SimulatorKitHarness(new ToyVendor());
    token = kit.connect("activity").getString("access_token");
  }

  @AfterEach
  void stop() {
    kit.close();
  }

  private Future<HttpResponse<Buffer>> asked() {
    return kit.web
        .getAbs(kit.sim.baseUrl() + ToyVendor.DAY + "?day=2026-01-01")
        .bearerTokenAuthentication(token)
        .timeout(60_000)
        .send();
  }

  /**
   * Requests with a fault of one second, and repeats if the machine was suspended for that time.
   */
  private Future<HttpResponse<Buffer>> hangingBriefly(String path, JsonObject order) {
    Instant deadline = deadline();
    while (true) {
      kit.control(path, order);
      Future<HttpResponse<Buffer>> waiting = asked();
      while (!waiting.isComplete()) {
        if (held() > 0) {
          return waiting;
        }
      }
      assertTrue(Instant.now().isBefore(deadline), "the request should hang");
    }
  }

  private Future<HttpResponse<Buffer>> hanging() {
    Future<HttpResponse<Buffer>> waiting = asked();
    Instant deadline = deadline();
    while (held() == 0) {
      assertTrue(Instant.now().isBefore(deadline), "the request should hang");
    }
    return waiting;
  }

  private int held() {
    return kit.control("faults").getInteger("hanging");
  }

  private static Instant deadline() {
    return Instant.now().plus(Duration.ofSeconds(60));
  }

  private static JsonObject script(String name, int seconds) {
    return new JsonObject().put("name", name).put("for", seconds);
  }

  /** Runs another script for a second and waits for its end. */
  private void anotherScriptEnds() {
    kit.control("script", script("storm_429", 1).put("path_prefix", "/nowhere"));
    Instant deadline = deadline();
    while (kit.control("faults").encode().contains("storm_429")) {
      assertTrue(Instant.now().isBefore(deadline), "the script should end");
    }
  }

  @Test
  void theEndOfAnotherScriptAnswersNothing() {
    kit.script("hang");
    Future<HttpResponse<Buffer>> waiting = hanging();
    kit.script("storm_429");
    kit.stop("storm_429");
    anotherScriptEnds();
    assertEquals(1, held());
    assertFalse(waiting.isComplete());
    kit.stop("hang");
    assertEquals(200, waiting.await().statusCode());
  }

  @Test
  void anEndOfAnEarlierStartDoesNotEndALaterOne() {
    kit.control("script", script("hang", 1));
    kit.stop("hang");
    kit.script("hang");
    Future<HttpResponse<Buffer>> waiting = hanging();
    // It started later, so the first script has ended too.
    anotherScriptEnds();
    assertEquals(1, held());
    assertFalse(waiting.isComplete());
    assertEquals(1, kit.control("faults").getInteger("left"));
  }

  @Test
  void aScriptWithoutAnEndTakesAwayTheEndOfTheOneBefore() {
    kit.control("script", script("clock_skew", 1));
    kit.script("clock_skew");
    anotherScriptEnds();
    assertEquals(-600, kit.control("clock").getInteger("skew_seconds"));
  }

  @Test
  void aScriptThatEndsByItselfAnswersWhatItHeld() {
    assertEquals(200, hangingBriefly("script", script("hang", 1)).await().statusCode());
    ok(kit.day(token));
  }

  @Test
  void aSingleFaultAnswersWhatItHeldOnceItsTimeIsOver() {
    JsonObject order =
        new JsonObject().put("hang", true).put("for", 1).put("path_prefix", ToyVendor.DAY);
    assertEquals(200, hangingBriefly("faults", order).await().statusCode());
    assertEquals(0, held());
  }
}
