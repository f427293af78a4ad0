package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.testkit.TestNode;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EdgeTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aStartedNodeIsLiveAndReady() {
    assertEquals("live", node.get("/health/live").expect(200).json().get("status").asText());
    assertEquals("ready", node.get("/health/ready/").expect(200).json().get("status").asText());
  }

  @Test
  void anUnknownPathIsNotFound() {
    assertEquals("no such path", node.get("/v2/nothing").expect(404).json().get("detail").asText());
  }

  @Test
  void aWrongMethodNamesTheRightOnes() {
    assertEquals(
        "GET", node.send("POST", "/health/live", "{}", Map.of()).expect(405).header("allow"));
  }
}
