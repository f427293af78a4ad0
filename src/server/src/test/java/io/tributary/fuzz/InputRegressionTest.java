package io.tributary.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Regression tests for inputs that once broke the service. */
class InputRegressionTest {
  private static TestNode node;
  private static String user;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    user =
        node.post("/v2/user", "{\"client_user_id\":\"odd\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** Pushes one record and expects its rejection. */
  private static void assertRejected(String path, String body) {
    JsonNode detail = node.post(path, body).expect(422).json().get("detail");
    assertEquals("body", detail.at("/0/loc/0").asText(), detail.toString());
    assertEquals("data", detail.at("/0/loc/1").asText(), detail.toString());
  }

  @Test
  void leadsThatAreNoLists() {
    String ecg = UploadBodies.SUMMARIES.get("electrocardiogram");
    String path = "/v2/summary/electrocardiogram/" + user;
    assertRejected(path, ecg.replace("[0.1]", "{\"x\":1}"));
    assertRejected(path, ecg.replace("[0]", "{\"x\":1}"));
    node.post(path, ecg).expect(200);
  }

  @Test
  void readsToTheEndOfTime() {
    for (String path : new String[] {"heartrate", "heartrate/grouped", "note/grouped", "water"}) {
      for (String range :
          new String[] {
            "start_date=2026-01-01&end_date=9999-12-31",
            "start_date=0001-01-01&end_date=9999-12-31T23:59:59.999999Z",
            "start_date=9999-12-31" + "&end_date=9999-12-31"
          }) {
        node.get("/v2/timeseries/" + user + "/" + path + "?" + range).expect(200);
      }
    }
  }

  @Test
  void headsThatAreTooLongGetAnAnswerInJson() throws IOException {
    String header = "GET /v2/user HTTP/1.1\r\nhost: a\r\nx: " + "k".repeat(20_000) + "\r\n\r\n";
    assertEnds("431 ", "{\"detail\":\"the headers are too long\"}", raw(header));
    String path = "GET /v2/user?x=" + "y".repeat(20_000) + " HTTP/1.1\r\nhost: a\r\n\r\n";
    assertEnds("414 ", "{\"detail\":\"the path is too long\"}", raw(path));
    assertEnds("400 ", "{\"detail\":\"the request is malformed\"}", raw("x y\r\n\r\n"));
  }

  private static void assertEnds(String start, String end, String answer) {
    assertTrue(answer.startsWith(start, "HTTP/1.1 ".length()) && answer.endsWith(end), answer);
  }

  /** Sends a raw request and returns everything until the service closes the connection. */
  private static String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", node.node().port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
