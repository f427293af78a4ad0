package io.tributary.http;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The HTTP server with test routes: behavior that every endpoint inherits. */
class HttpVerticleTest {
  private static HttpServerFixture edge;

  @BeforeAll
  static void start() {
    edge = new HttpServerFixture();
  }

  @AfterAll
  static void stop() {
    edge.close();
  }

  @Test
  void everyPathIsServedWithAndWithoutASlash() {
    for (String path : List.of("/t/thing/newest", "/t/thing/newest/")) {
      assertEquals(200, edge.call("GET", path, null).statusCode(), path);
    }
  }

  @Test
  void ofAStandingReplyNothingLeavesAndNothingMoreIsReadBeforeItsRowIsStored() throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(() -> edge.call("GET", "/t/standing", null));
    eventually(Duration.ofSeconds(60), () -> assertEquals(true, edge.full.get()));
    // Another request on the same event loop, queued behind anything that the response would have
    // started.
    assertEquals(200, edge.call("GET", "/t/thing/newest", null).statusCode());
    assertFalse(edge.continuedWriting.get());
    assertFalse(answer.isDone());
    edge.stored.complete();
    assertEquals("first second", answer.get().body());
  }

  @Test
  void aFailureWithoutWordsIsStillToldAsOne() {
    HttpResponse<String> r = edge.call("GET", "/t/wordless/thing", null);
    assertEquals(500, r.statusCode());
    assertTrue(HttpServerFixture.detail(r).asText().startsWith("internal error"), r.body());
    assertFalse(r.body().contains("secret"));
  }

  @Test
  void literalPathsWinOverParameters() {
    assertEquals(
        "newest",
        Json.parse(edge.call("GET", "/t/thing/newest", null).body()).get("value").asText());
  }

  @Test
  void parametersArePercentDecoded() {
    assertEquals(
        "a b/ü+c",
        Json.parse(edge.call("GET", "/t/name/a%20b%2F%C3%BC+c", null).body())
            .get("value")
            .asText());
  }

  @Test
  void anIdThatIsNoUuidIsNamed() {
    HttpResponse<String> r = edge.call("GET", "/t/thing/17", null);
    assertEquals(422, r.statusCode());
    assertEquals("[\"path\",\"id\"]", HttpServerFixture.detail(r).get(0).get("loc").toString());
  }

  @Test
  void aWrongOrMissingKeyIs401BeforeTheBodyIsLookedAt() {
    for (String key : new String[] {null, "bad"}) {
      HttpResponse<String> r = edge.call("POST", "/t/thing", "{", key);
      assertEquals(401, r.statusCode());
      assertTrue(HttpServerFixture.detail(r).isTextual());
    }
  }

  @Test
  void anUnknownPathIs404AndAWrongMethodIs405WithAllow() {
    assertEquals(404, edge.call("GET", "/t/nothing", null).statusCode());
    HttpResponse<String> r = edge.call("DELETE", "/t/thing/newest/", null);
    assertEquals(405, r.statusCode());
    assertEquals("GET", r.headers().firstValue("allow").orElse(""));
    assertTrue(HttpServerFixture.detail(r).isTextual());
  }

  @Test
  void aBodyThatIsNotJsonIs400AndAnotherKindOfJson422() {
    assertEquals(400, edge.call("POST", "/t/thing", "{\"name\":").statusCode());
    assertEquals(
        400, edge.call("POST", "/t/thing", "{\"name\":\"a\",\"name\":\"b\"}").statusCode());
    assertEquals(422, edge.call("POST", "/t/thing", "[1]").statusCode());
    assertEquals(422, edge.call("POST", "/t/thing", "").statusCode());
  }

  @Test
  void aMisspeltFieldIsListedWithTheMissingOne() {
    HttpResponse<String> r =
        edge.call("POST", "/t/thing", "{\"naem\":\"a\",\"sizes\":1,\"kinds\":\"a\",\"other\":1}");
    assertEquals(422, r.statusCode());
    assertEquals(
        List.of(
            "Field required",
            "Field required",
            "Unknown field naem. Did you mean name?",
            "Unknown field sizes. Did you mean size?",
            "Unknown field kinds. Did you mean kind?"),
        StreamSupport.stream(HttpServerFixture.detail(r).spliterator(), false)
            .map(f -> f.get("msg").asText())
            .toList());
    assertEquals("[\"body\",\"naem\"]", HttpServerFixture.detail(r).get(2).get("loc").toString());
    assertEquals("unknown_field", HttpServerFixture.detail(r).get(2).get("type").asText());
  }

  @Test
  void unknownFieldsAloneAreAccepted() {
    String body = "{\"name\":\"a\",\"size\":1,\"kinds\":\"a\"}";
    assertEquals(200, edge.call("POST", "/t/thing", body).statusCode());
  }

  @Test
  void everyFaultIsListedWithPlaceTextAndType() {
    HttpResponse<String> r =
        edge.call(
            "POST",
            "/t/thing?limit=99",
            "{\"name\":\"toolong\",\"size\":\"1\",\"kind\":\"b\",\"ids\":[\"x\"],\"inner\":{\"day\":\"2026-02-30\"}}");
    assertEquals(422, r.statusCode());
    List<String> places =
        StreamSupport.stream(HttpServerFixture.detail(r).spliterator(), false)
            .map(
                f -> {
                  assertTrue(f.get("msg").isTextual() && f.get("type").isTextual());
                  return f.get("loc").toString();
                })
            .toList();
    assertEquals(
        List.of(
            "[\"body\",\"name\"]",
            "[\"body\",\"size\"]",
            "[\"body\",\"kind\"]",
            "[\"body\",\"ids\",0]",
            "[\"body\",\"inner\",\"day\"]",
            "[\"query\",\"limit\"]"),
        places);
  }

  @Test
  void aBodyOverTheLimitIs413() {
    HttpResponse<String> r =
        edge.call("POST", "/t/thing", "{\"name\":\"" + "x".repeat(4000) + "\"}");
    assertEquals(413, r.statusCode());
    assertTrue(HttpServerFixture.detail(r).isTextual());
  }

  @Test
  void aLargeBodyOfNobodyIsRefusedBeforeItIsSent() throws Exception {
    try (Socket s = new Socket("127.0.0.1", edge.port)) {
      String head = "PUT /t/large HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\n";
      s.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      s.getOutputStream().flush();
      BufferedReader in =
          new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
      assertEquals("HTTP/1.1 401 Unauthorized", in.readLine());
    }
    assertEquals(200, edge.large(1000, null).statusCode());
  }

  @Test
  void largeBodiesOfSessionsAreReadOfFewAtOnce() throws Exception {
    for (int i = 0; i < RequestConcurrencyLimit.MAX_LARGE_BODIES; i++) {
      assertTrue(edge.limit.tryAcquireLargeBody());
    }
    HttpResponse<String> refused = edge.large(90_000, "a=b");
    assertEquals(503, refused.statusCode());
    assertEquals("2", refused.headers().firstValue("retry-after").orElseThrow());
    assertEquals(200, edge.large(1000, "a=b").statusCode());
    edge.limit.releaseLargeBody();
    // Each request releases its slot.
    for (int i = 0; i < 3; i++) {
      eventually(
          Duration.ofSeconds(60), () -> assertEquals(200, edge.large(90_000, "a=b").statusCode()));
    }
    for (int i = 1; i < RequestConcurrencyLimit.MAX_LARGE_BODIES; i++) {
      edge.limit.releaseLargeBody();
    }
  }

  @Test
  void aFaultIs500WithoutInnerText() {
    for (String path : List.of("/t/fault", "/t/thrown")) {
      HttpResponse<String> r = edge.call("GET", path, null);
      assertEquals(500, r.statusCode());
      assertFalse(r.body().contains("inner"), r.body());
      assertFalse(r.body().contains("Exception"), r.body());
    }
  }

  @Test
  void aWaitIsToldInWholeSecondsRoundedUp() {
    HttpResponse<String> r = edge.call("GET", "/t/busy", null);
    assertEquals(429, r.statusCode());
    assertEquals("2", r.headers().firstValue("retry-after").orElse(""));
  }

  @Test
  void aHandlerThatNeverAnswersEndsIn503() {
    HttpResponse<String> r = edge.callWithShortTimeouts("GET", "/t/never");
    assertEquals(503, r.statusCode());
    assertTrue(r.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void aHandlerThatFailsAfterItsCallerWasAnsweredLeavesTheConnectionOpen() throws Exception {
    String key = "Host: a\r\nx-service-api-key: good\r\n\r\n";
    try (Socket s = new Socket("127.0.0.1", edge.shortTimeoutPort)) {
      s.setSoTimeout(60_000);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(s.getInputStream(), StandardCharsets.US_ASCII));
      s.getOutputStream().write(("GET /t/late HTTP/1.1\r\n" + key).getBytes());
      assertEquals("HTTP/1.1 503 Service Unavailable", in.readLine());
      String line = in.readLine();
      while (!line.isEmpty()) {
        line = in.readLine();
      }
      in.skip("{'detail':'the request timed out; try again'}".length());
      edge.lateResponse.get().fail(new IllegalStateException("too late"));
      s.getOutputStream().write(("GET /t/thing/newest HTTP/1.1\r\n" + key).getBytes());
      String next = in.readLine();
      // This request has the same short time limit.
      assertTrue(next.matches("HTTP/1.1 (200 OK|503 Service Unavailable)"), next);
    }
  }

  @Test
  void whatOnlyKeyHoldersGetIsNotForCaches() {
    for (String path : List.of("/t/thing/newest", "/t/busy", "/t/fault")) {
      assertEquals(
          List.of("no-store"),
          edge.call("GET", path, null).headers().allValues("cache-control"),
          path);
    }
  }

  @Test
  void aTextThatCannotBeStoredIsRefused() {
    for (String text : List.of("\\u0000", "\\ud800", "a\\udc00", "\\udc00\\ud800")) {
      assertEquals(
          422,
          edge.call("POST", "/t/thing", "{\"name\":\"" + text + "\",\"size\":1}").statusCode());
    }
    assertEquals(
        200,
        edge.call("POST", "/t/thing", "{\"name\":\"\\ud83d\\ude00\",\"size\":1}").statusCode());
  }

  @Test
  void aNulInAPathReadsAsACharacterThatMatchesNothing() {
    assertEquals(
        "a\ufffdb",
        Json.parse(edge.call("GET", "/t/name/a%00b", null).body()).get("value").textValue());
  }

  @Test
  void aBodyOrPathThatCannotBeReadIsTheSendersFault() throws Exception {
    String head =
        "POST /t/thing HTTP/1.1\r\nHost: a\r\nx-service-api-key: good\r\nConnection: close\r\n";
    for (String type : List.of("application/x-www-form-urlencoded", "multipart/form-data")) {
      assertEquals(
          "HTTP/1.1 400 Bad Request",
          edge.raw(head + "Content-Type: " + type + "\r\nContent-Length: 5\r\n\r\na=%zz"));
    }
    assertEquals(
        "HTTP/1.1 400 Bad Request",
        edge.raw("GET ? HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  }

  @Test
  void aStreamThatDoesNotEndIsCut() {
    assertThrows(
        IllegalStateException.class, () -> edge.callWithShortTimeouts("GET", "/t/endless"));
  }

  @Test
  void bytesThatAreNoHttpDoNotHurtTheNextRequest() throws Exception {
    try (Socket s = new Socket("127.0.0.1", edge.port)) {
      OutputStream out = s.getOutputStream();
      out.write("NONSENSE\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      s.setSoTimeout(60_000);
      String answer = new String(s.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(answer.contains("Exception"), answer);
    }
    assertEquals(200, edge.call("GET", "/t/thing/newest", null).statusCode());
  }
}
