package io.tributary.read;

import static io.tributary.read.ReadFixture.MARCH;
import static io.tributary.read.ReadFixture.NOON;
import static io.tributary.read.ReadFixture.WATCH;
import static io.tributary.read.ReadFixture.heartRates;
import static io.tributary.read.ReadFixture.oneOfEach;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Streaming of large reads at the client's speed, and truncation on failure. */
class StreamedReadTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_READ_PAGE_SIZE", "7");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aBigReadIsStreamed() {
    TestUser p = TestUser.of(node);
    p.backfill(heartRates(0, 50_000, WATCH));
    TestResponse all = node.get("/v2/timeseries/" + p.id + "/heartrate" + MARCH).expect(200);
    assertEquals(50_000, all.json().size());
    assertNull(all.header("content-length"));
  }

  /** Opens a client that has read only the head of a large response. */
  private static Socket slowReader(String path) throws IOException {
    URI url = URI.create(node.url(path));
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
    String request =
        "GET "
            + url.getRawPath()
            + "?"
            + url.getRawQuery()
            + " HTTP/1.1\r\nhost: x\r\nx-service-api-key: "
            + node.first().apiKey()
            + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    assertEquals("HTTP/1.1 200 OK", new String(socket.getInputStream().readNBytes(15)));
    return socket;
  }

  private static Socket slowReaderOfSummaries() throws IOException {
    TestUser p = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    oneOfEach().forEach(s -> b.add(s.summary(), s.source()));
    p.backfill(b.build());
    node.db()
        .query(
            """
            insert into summary (id, user_id, resource, provider, source_type, day, at, content)
            select gen_random_uuid(), user_id, resource, provider, source_type, date '2026-03-01',
                   at, content || jsonb_build_object('title', repeat('x', 100))
              from summary, generate_series(1, 40000)
             where user_id = $1 and resource = 'workouts'
            """,
            p.id);
    Socket socket = slowReader("/v2/summary/workouts/" + p.id + MARCH);
    eventually(Duration.ofSeconds(25), () -> assertEquals(1, cursors().size()));
    return socket;
  }

  private static Socket slowReaderOfSamples(TestUser p) throws IOException {
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = 0; i < 60_000; i++) {
      b.add(Sample.point(Resource.HEARTRATE, WATCH, NOON.plusSeconds(40L * i), 3600, 60 + i % 40));
    }
    p.backfill(b.build());
    return slowReader("/v2/timeseries/" + p.id + "/heartrate" + MARCH);
  }

  /** Returns the server processes that hold a cursor and wait for the client. */
  private static List<Integer> cursors() {
    List<Integer> out = new ArrayList<>();
    node.db()
        .query(
            "select pid from pg_stat_activity where datname = current_database() and state = 'idle"
                + " in transaction' and state_change < now() - interval '200 ms'")
        .forEach(r -> out.add(r.getInteger(0)));
    return out;
  }

  private static double inFlight() {
    return Double.parseDouble(
        node.get("/metrics")
            .text()
            .lines()
            .filter(l -> l.startsWith("tributary_http_requests_active "))
            .findFirst()
            .orElseThrow()
            .split(" ")[1]);
  }

  @Test
  void aSlowClientPausesTheReadAndOneThatLeavesEndsIt() throws IOException {
    slowReaderOfSummaries().close();
    eventually(Duration.ofSeconds(25), () -> assertEquals(List.of(), cursors()));
    eventually(Duration.ofSeconds(25), () -> assertEquals(1, inFlight()));
  }

  @Test
  void aSlowReaderOfSamplesHoldsNoConnectionOfTheDatabase() throws IOException {
    try (Socket socket = slowReaderOfSamples(TestUser.of(node))) {
      eventually(Duration.ofSeconds(25), () -> assertEquals(2, inFlight()));
      // An unrelated transaction may be paused for a moment.
      eventually(Duration.ofSeconds(25), () -> assertEquals(List.of(), cursors()));
    }
    eventually(Duration.ofSeconds(25), () -> assertEquals(1, inFlight()));
  }

  @Test
  void aFailureWithinSamplesCutsTheConnection() throws IOException {
    TestUser p = TestUser.of(node);
    try (Socket socket = slowReaderOfSamples(p)) {
      node.db()
          .query(
              "update sample_block set data = '' where series_id in (select id from series where"
                  + " user_id = $1)",
              p.id);
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(rest.endsWith("0\r\n\r\n"));
    } catch (SocketException reset) {
      // a reset also ends the response
    }
  }

  @Test
  void aFailureAfterTheHeadCutsTheConnection() throws IOException {
    try (Socket socket = slowReaderOfSummaries()) {
      node.db().query("select pg_terminate_backend($1)", cursors().getFirst());
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(rest.endsWith("0\r\n\r\n"));
    } catch (SocketException reset) {
      // a reset also ends the response
    }
  }
}
