package io.tributary.sdk;

import static io.tributary.sdk.SdkHarness.counts;
import static io.tributary.sdk.SdkHarness.daily;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Idempotency keys of uploads, compression and limits. */
class UploadIdempotencyKeyTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ONE =
      "[{\"value\":61,\"unit\":\"bpm\",\"start_date\":\"2026-03-02T06:48:11Z\"}]";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node =
        SdkHarness.node(
            "TRIBUTARY_SDK_MAX_BODY_BYTES", "100000", "TRIBUTARY_SDK_MAX_SAMPLES", "100");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aNamedPushIsAnsweredOnceAndForAll() {
    SdkHarness user = SdkHarness.user(node);
    String named = daily("manual", ONE, ",\"batch_id\":\"b-1\"");
    TestResponse first = user.timeseries("heartrate", named);
    assertEquals(1, counts(first).get("created").asInt());
    counts(user.timeseries("heartrate", daily("manual", ONE.replace("61", "70"))));
    TestResponse second = user.timeseries("heartrate", named);
    assertEquals(first.text(), second.expect(200).text());
    assertEquals(70, user.samples("heartrate").get(0).get("value").asDouble());
    assertEquals(3, user.events().size());
    user.timeseries("heartrate", named.replace("61", "62")).expect(409);
    user.timeseries("respiratory_rate", named).expect(409);
    counts(SdkHarness.user(node).timeseries("heartrate", named));
  }

  @Test
  void aNameInTheHeaderServesAsWell() {
    SdkHarness user = SdkHarness.user(node);
    assertEquals(
        200, send(user, daily("manual", ONE).getBytes(), "idempotency-key", "k1").status());
    assertEquals(
        409,
        send(user, daily("manual", ONE.replace("61", "9")).getBytes(), "idempotency-key", "k1")
            .status());
    assertEquals(
        422, send(user, daily("manual", ONE).getBytes(), "idempotency-key", "a b").status());
  }

  @Test
  void ofManyWithOneNameOneIsStored() throws Exception {
    SdkHarness user = SdkHarness.user(node);
    counts(user.timeseries("heartrate", daily("manual", "[]")));
    String named = daily("manual", ONE, ",\"batch_id\":\"twins\"");
    List<Future<TestResponse>> answers = new ArrayList<>();
    Set<String> texts = new HashSet<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 12; i++) {
        answers.add(pool.submit(() -> user.timeseries("heartrate", named)));
      }
      for (Future<TestResponse> a : answers) {
        texts.add(a.get().expect(200).text());
      }
    }
    assertEquals(1, texts.size());
    assertTrue(texts.iterator().next().contains("\"created\":1"));
    assertEquals(1, user.events("daily.%").size());
  }

  @Test
  void compressedBodiesAreTaken() {
    SdkHarness user = SdkHarness.user(node);
    byte[] zipped = zip(daily("manual", ONE));
    assertEquals(200, send(user, zipped, "content-encoding", "gzip").status());
    assertEquals(1, user.samples("heartrate").size());
    assertEquals(
        400, send(user, daily("manual", ONE).getBytes(), "content-encoding", "gzip").status());
    assertEquals(400, send(user, zipped, "content-encoding", "br").status());
    byte[] cut = java.util.Arrays.copyOf(zipped, zipped.length - 12);
    assertEquals(400, send(user, cut, "content-encoding", "gzip").status());
  }

  @Test
  void aBodyThatUnfoldsTooFarIsRefused() {
    SdkHarness user = SdkHarness.user(node);
    byte[] bomb = zip(daily("manual", "[" + " ".repeat(60_000_000) + "]"));
    assertTrue(bomb.length < 100_000);
    assertEquals(413, send(user, bomb, "content-encoding", "gzip").status());
    assertEquals(
        413, user.timeseries("heartrate", daily("manual", " ".repeat(100_001) + "[]")).status());
  }

  @Test
  void tooManyReadingsAreRefused() {
    SdkHarness user = SdkHarness.user(node);
    List<String> items = new ArrayList<>();
    StringBuilder values = new StringBuilder("1");
    StringBuilder starts = new StringBuilder("0");
    for (int i = 0; i < 101; i++) {
      items.add(
          "{\"value\":61,\"start_date\":\"2026-03-02T06:%02d:%02dZ\"}".formatted(i / 60, i % 60));
      values.append(",1");
      starts.append(',').append(i + 1);
    }
    TestResponse a = user.timeseries("heartrate", daily("manual", items.toString())).expect(422);
    assertEquals("[\"body\",\"data\"]", a.json().at("/detail/0/loc").toString());
    items.removeLast();
    counts(user.timeseries("heartrate", daily("manual", items.toString())));
    user.timeseries(
            "heartrate",
            daily(
                "manual",
                "[{\"anchor\":\"2026-03-02T06:00:00Z\",\"value\":[%s],\"start_offset\":[%s]}]"
                    .formatted(values, starts)))
        .expect(422);
  }

  private static byte[] zip(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return out.toByteArray();
  }

  private static TestResponse send(SdkHarness user, byte[] body, String header, String value) {
    try {
      HttpResponse<byte[]> r =
          HTTP.send(
              HttpRequest.newBuilder(
                      URI.create(node.url("/v2/timeseries/" + user.id + "/heartrate")))
                  .header("x-service-api-key", node.first().apiKey())
                  .header(header, value)
                  .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      return new TestResponse(r.statusCode(), r.headers(), r.body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
