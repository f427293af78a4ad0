package io.tributary.read;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.Answer;
import io.tributary.harness.TestNode;
import io.tributary.ingest.Person;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Secrets;
import io.tributary.model.ActivitySummary;
import io.tributary.model.Batch;
import io.tributary.model.BodySummary;
import io.tributary.model.ElectrocardiogramSummary;
import io.tributary.model.LegacySource;
import io.tributary.model.MealSummary;
import io.tributary.model.MenstrualCycleSummary;
import io.tributary.model.ProfileSummary;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.SleepCycleSummary;
import io.tributary.model.SleepStage;
import io.tributary.model.SleepSummary;
import io.tributary.model.SleepType;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SourcedSummary;
import io.tributary.model.StoredSummary;
import io.tributary.model.SummaryRenderer;
import io.tributary.model.WorkoutSummary;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ReadTest {
  private static final Source WATCH = Source.of("fitbit", SourceType.WATCH);
  private static final Source RING = Source.of("oura", SourceType.RING);
  private static final LocalDate DAY = LocalDate.parse("2026-03-01");
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";

  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_READ_PAGE", "7");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<SourcedSummary> oneOfEach() {
    Batch.Builder b = Batch.builder();
    b.add(ActivitySummary.on(DAY).steps(10).timezoneOffset(3600).build(), WATCH);
    b.add(BodySummary.at(DAY, NOON).weight(70.5).build(), WATCH);
    b.add(MealSummary.of(NOON, DAY, "lunch").build(), WATCH.withAppId("app"));
    b.add(
        SleepSummary.of(DAY, NOON.minusSeconds(30_000), NOON, SleepType.LONG_SLEEP).build(), WATCH);
    b.add(
        SleepCycleSummary.of("2026-03-01T03:40:00+00:00", NOON.minusSeconds(30_000), NOON)
            .stage(SleepStage.DEEP, 0, 60)
            .build(),
        WATCH);
    b.add(WorkoutSummary.of("w1", DAY, NOON, NOON.plusSeconds(60)).build(), WATCH);
    b.add(MenstrualCycleSummary.from(DAY).build(), WATCH);
    b.add(ElectrocardiogramSummary.of(NOON, NOON.plusSeconds(30), 15000).build(), WATCH);
    b.add(ProfileSummary.profile().height(180).build(), WATCH);
    return b.build().summaries();
  }

  private static Set<String> keys(JsonNode node) {
    Set<String> out = new TreeSet<>();
    node.fieldNames().forEachRemaining(out::add);
    return out;
  }

  private static Set<String> rendered(SourcedSummary s, UUID user) {
    return keys(
        SummaryRenderer.node(
            new StoredSummary(
                s.summary().resource(), s.id(user), user, s.source(), NOON, NOON, s.content(user)),
            Optional.of(new LegacySource("", "", ""))));
  }

  private static String bpm(Person p, String query) {
    return "/v2/timeseries/" + p.id + "/heartrate/grouped" + query;
  }

  private static Batch beats(int from, int to, Source source) {
    Batch.Builder b = Batch.builder();
    for (int i = from; i < to; i++) {
      b.add(Sample.point(Resource.HEARTRATE, source, NOON.plusSeconds(i), 3600, 60 + i % 40));
    }
    return b.build();
  }

  @Test
  void everySummaryReadsWithAllItsKeys() {
    Person p = Person.of(node);
    Batch.Builder b = Batch.builder();
    oneOfEach().forEach(s -> b.add(s.summary(), s.source()));
    p.store(b.build());
    int seen = 0;
    for (SourcedSummary s : oneOfEach()) {
      Resource r = s.summary().resource();
      JsonNode read = node.get("/v2/summary/" + r.path() + "/" + p.id + MARCH).expect(200).json();
      JsonNode one =
          r == Resource.PROFILE ? read : read.get(r == Resource.MEAL ? "meals" : r.wire()).get(0);
      assertEquals(rendered(s, p.id), keys(one), r.wire());
      assertEquals(s.id(p.id).toString(), one.get("id").asText());
      JsonNode event =
          p.events().stream()
              .filter(
                  e -> e.get("event_type").asText().equals("daily.data." + r.wire() + ".created"))
              .findFirst()
              .orElseThrow()
              .get("data");
      assertEquals(keys(event), keys(one));
      assertEquals(event.get("updated_at"), one.get("updated_at"));
      seen++;
    }
    assertEquals(9, seen);
  }

  @Test
  void anEmptyRangeIsAnEmptyArrayAndNoProfileIs404() {
    Person p = Person.of(node);
    assertEquals(
        "{\"activity\":[]}", node.get("/v2/summary/activity/" + p.id + MARCH).expect(200).text());
    assertEquals(
        "{\"meals\":[]}",
        node.get("/v2/summary/meal/" + p.id + MARCH + "&provider=nobody").expect(200).text());
    node.get("/v2/summary/profile/" + p.id).expect(404);
    JsonNode groups = node.get(bpm(p, MARCH)).expect(200).json();
    assertEquals(0, groups.get("groups").size());
    assertTrue(groups.get("next_cursor").isNull());
    assertEquals("[]", node.get("/v2/timeseries/" + p.id + "/heartrate" + MARCH).text());
    assertEquals(
        "{\"devices\":[]}", node.get("/v2/summary/devices/" + p.id + "/raw").expect(200).text());
    assertEquals(
        "{\"sleep\":[]}",
        node.get("/v2/summary/sleep/" + p.id + "/raw" + MARCH).expect(200).text());
  }

  @Test
  void foreignDeletedAndUnknownUsersAre404() {
    Person p = Person.of(node);
    p.store(beats(0, 3, WATCH));
    UUID team = Ids.uuid();
    String key = "sk_us_" + "x".repeat(32) + p.id.toString().substring(24);
    node.db()
        .query(
            "insert into team (id, org_id, name) values ($1, $2, 'other')",
            team,
            node.first().org());
    node.db()
        .query("insert into team_environment (team_id, environment) values ($1, 'sandbox')", team);
    node.db()
        .query(
            "insert into api_key (id, team_id, environment, key_hash, key_hint) values ($1, $2,"
                + " 'sandbox', $3, '')",
            Ids.uuid(),
            team,
            Secrets.sha256(key));
    List<String> paths =
        List.of(
            bpm(p, MARCH),
            "/v2/timeseries/" + p.id + "/heartrate" + MARCH,
            "/v2/summary/activity/" + p.id + MARCH,
            "/v2/summary/activity/" + p.id + "/raw" + MARCH,
            "/v2/summary/profile/" + p.id,
            "/v2/summary/devices/" + p.id + "/raw");
    for (String path : paths) {
      node.send("GET", path, null, Map.of("x-service-api-key", key)).expect(404);
    }
    node.get(paths.get(0)).expect(200);
    node.db().query("update app_user set deleted_at = now() where id = $1", p.id);
    for (String path : paths) {
      node.get(path).expect(404);
    }
    node.get("/v2/summary/activity/" + UUID.randomUUID() + MARCH).expect(404);
    node.get("/v2/timeseries/" + p.id + "/nonsense/grouped" + MARCH).expect(404);
    node.get("/v2/timeseries/" + p.id + "/activity/grouped" + MARCH).expect(404);
  }

  @Test
  void badRangesAre422() {
    Person p = Person.of(node);
    for (String path :
        List.of("/v2/summary/sleep/" + p.id, "/v2/timeseries/" + p.id + "/hrv/grouped")) {
      node.get(path).expect(422);
      node.get(path + "?start_date=").expect(422);
      node.get(path + "?start_date=yesterday").expect(422);
      node.get(path + "?start_date=2026-02-30").expect(422);
      node.get(path + "?start_date=2026-03-02&end_date=2026-03-01").expect(422);
      node.get(path + "?start_date=2026-03-01&end_date=soon").expect(422);
      node.get(path + "?start_date=2026-03-01T10:00:00Z&end_date=2026-03-01T09:00:00Z").expect(422);
      node.get(path + "?start_date=2999-01-01").expect(422);
      node.get(path + "?start_date=2026-03-01&end_date=2026-03-01").expect(200);
      node.get(path + "?start_date=2026-03-01").expect(200);
      node.get(path + "?start_date=2026-03-01T10:00:00%2B02:00").expect(200);
      node.get(path + "?start_date=2026-03-01&provider=%00").expect(200);
    }
    node.get("/v2/summary/sleep_cycle/" + p.id + "?start_date=2026-03-01T10:00:00Z").expect(422);
    JsonNode detail = node.get("/v2/summary/body/" + p.id).json().get("detail");
    assertEquals("start_date", detail.get(0).get("loc").get(1).asText());
    node.get("/v2/summary/body/not-a-uuid" + MARCH).expect(422);
  }

  @Test
  void bareDatesAreTheUsersDaysAndDateTimesAreInstants() {
    Person p = Person.of(node);
    // A day in Auckland begins at 11:00 UTC of the day before; it is also a day of 25 hours.
    LocalDate change = LocalDate.parse("2026-04-05");
    Batch.Builder b = Batch.builder();
    for (int d = -1; d <= 1; d++) {
      b.add(ActivitySummary.on(change.plusDays(d)).timeZone("Pacific/Auckland").build(), WATCH);
    }
    p.store(b.build());
    String path = "/v2/summary/activity/" + p.id;
    assertEquals(List.of("2026-04-05"), days(path + "?start_date=2026-04-05&end_date=2026-04-05"));
    assertEquals(List.of("2026-04-05", "2026-04-06"), days(path + "?start_date=2026-04-05"));
    assertEquals(
        List.of("2026-04-05"),
        days(path + "?start_date=2026-04-04T11:00:00Z&end_date=2026-04-05T11:59:59Z"));
    assertEquals(
        List.of("2026-04-05", "2026-04-06"),
        days(path + "?start_date=2026-04-04T11:00:00Z&end_date=2026-04-05T12:00:00"));
    assertEquals(
        List.of("2026-04-06"), days(path + "?start_date=2026-04-04T11:00:01Z&end_date=2026-04-05"));
  }

  private static List<String> days(String path) {
    List<String> out = new ArrayList<>();
    node.get(path)
        .expect(200)
        .json()
        .get("activity")
        .forEach(a -> out.add(a.get("calendar_date").asText()));
    return out;
  }

  @Test
  void summariesAreNeverMergedAndFilteredByProvider() {
    Person p = Person.of(node);
    p.store(
        Batch.builder()
            .add(ActivitySummary.on(DAY).steps(1).build(), WATCH)
            .add(ActivitySummary.on(DAY).steps(2).build(), RING)
            .add(ProfileSummary.profile().height(1).build(), WATCH)
            .build());
    p.store(Batch.builder().add(ProfileSummary.profile().height(2).build(), RING).build());
    String path = "/v2/summary/activity/" + p.id + MARCH;
    assertEquals(2, node.get(path).json().get("activity").size());
    JsonNode one = node.get(path + "&provider=oura").json().get("activity");
    assertEquals(1, one.size());
    assertEquals("oura", one.get(0).get("source").get("provider").asText());
    assertEquals("Oura", one.get(0).get("source").get("name").asText());
    String profile = "/v2/summary/profile/" + p.id;
    assertEquals(2, node.get(profile).json().get("height").asInt());
    assertEquals(1, node.get(profile + "?provider=fitbit").json().get("height").asInt());
  }

  @Test
  void pagesTogetherAreEverySampleOnceInOrderOfTime() {
    Person p = Person.of(node);
    p.store(beats(0, 20, WATCH));
    p.store(beats(5, 15, RING));
    p.store(beats(7, 9, Source.of("fitbit", SourceType.SCALE)));
    for (String name : List.of("next_cursor", "cursor")) {
      List<String> seen = new ArrayList<>();
      String latest = "";
      String cursor = "";
      int pages = 0;
      do {
        JsonNode page = node.get(bpm(p, MARCH + "&" + name + "=" + cursor)).expect(200).json();
        assertEquals(page.get("next"), page.get("next_cursor"));
        List<String> times = new ArrayList<>();
        for (var provider : page.get("groups").properties()) {
          for (JsonNode group : provider.getValue()) {
            assertEquals(provider.getKey(), group.get("source").get("provider").asText());
            for (JsonNode s : group.get("data")) {
              times.add(s.get("timestamp").asText());
              seen.add(group.get("source") + s.get("timestamp").asText());
            }
          }
        }
        assertTrue(times.size() <= 7);
        for (String t : times) {
          assertTrue(t.compareTo(latest) >= 0);
        }
        latest = times.stream().max(String::compareTo).orElseThrow();
        cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").asText();
        pages++;
      } while (cursor != null);
      assertEquals(32, seen.size());
      assertEquals(32, new HashSet<>(seen).size());
      assertEquals(5, pages);
    }
  }

  @Test
  void aPageIsStableWhileDataIsAdded() {
    Person p = Person.of(node);
    p.store(beats(100, 120, WATCH));
    JsonNode first = node.get(bpm(p, MARCH)).json();
    p.store(beats(0, 50, WATCH));
    JsonNode second =
        node.get(bpm(p, MARCH + "&next_cursor=" + first.get("next_cursor").asText())).json();
    assertEquals(
        "2026-03-01T12:01:47+00:00",
        second.get("groups").get("fitbit").get(0).get("data").get(0).get("timestamp").asText());
  }

  @Test
  void aCursorOfOtherFiltersOrABrokenOneIs400() {
    Person p = Person.of(node);
    p.store(beats(0, 20, WATCH));
    String cursor = "&next_cursor=" + node.get(bpm(p, MARCH)).json().get("next_cursor").asText();
    node.get(bpm(p, MARCH + cursor)).expect(200);
    node.get(bpm(p, MARCH + "&provider=fitbit" + cursor)).expect(400);
    node.get(bpm(p, "?start_date=2026-03-01&end_date=2026-03-30" + cursor)).expect(400);
    node.get("/v2/timeseries/" + p.id + "/hrv/grouped" + MARCH + cursor).expect(400);
    node.get(bpm(p, MARCH + "&next_cursor=rubbish")).expect(400);
  }

  @Test
  void bothEndsOfARangeAreInclusive() {
    Person p = Person.of(node);
    p.store(beats(0, 4, WATCH));
    assertEquals(
        2, data(bpm(p, "?start_date=2026-03-01T12:00:01Z&end_date=2026-03-01T12:00:02Z")).size());
    p.store(
        Batch.builder()
            .add(
                Sample.point(
                    Resource.HEARTRATE, WATCH, Instant.parse("2026-03-02T23:59:59.5Z"), 0, 1))
            .build());
    assertEquals(1, data(bpm(p, "?start_date=2026-03-02&end_date=2026-03-02")).size());
  }

  private static JsonNode data(String path) {
    return node.get(path).expect(200).json().get("groups").get("fitbit").get(0).get("data");
  }

  @Test
  void samplesShowWhatWasStored() {
    Person p = Person.of(node);
    UUID workout = Ids.uuid();
    p.store(
        Batch.builder()
            .add(
                new Sample(
                    Resource.BLOOD_PRESSURE,
                    WATCH,
                    NOON,
                    null,
                    null,
                    120,
                    SampleExtras.diastolic(80)))
            .add(
                new Sample(
                    Resource.NOTE,
                    WATCH,
                    NOON,
                    null,
                    null,
                    0,
                    SampleExtras.note("lunch", List.of("food"))))
            .add(
                Sample.interval(
                    Resource.WORKOUT_DISTANCE,
                    WATCH.withWorkout(workout, "running"),
                    NOON,
                    NOON.plusSeconds(60),
                    -3600,
                    100.5))
            .add(
                new Sample(
                    Resource.CHOLESTEROL,
                    WATCH,
                    NOON,
                    null,
                    0,
                    3,
                    SampleExtras.type("cholesterol/ldl")))
            .add(
                new Sample(
                    Resource.CHOLESTEROL,
                    WATCH,
                    NOON,
                    null,
                    0,
                    1,
                    SampleExtras.type("cholesterol/hdl")))
            .add(Sample.point(Resource.WEIGHT, WATCH, NOON, 0, 70))
            .build());
    String base = "/v2/timeseries/" + p.id + "/";
    JsonNode pressure = data(base + "blood_pressure/grouped" + MARCH).get(0);
    assertEquals(120, pressure.get("systolic").asInt());
    assertEquals(80, pressure.get("diastolic").asInt());
    assertTrue(pressure.get("timezone_offset").isNull());
    JsonNode note = data(base + "note/grouped" + MARCH).get(0);
    assertEquals("lunch", note.get("value").asText());
    assertEquals("[\"food\"]", note.get("tags").toString());
    JsonNode group =
        node.get(base + "workout_distance/grouped" + MARCH)
            .json()
            .get("groups")
            .get("fitbit")
            .get(0);
    assertEquals(workout.toString(), group.get("source").get("workout_id").asText());
    assertEquals("running", group.get("source").get("sport").asText());
    assertEquals("2026-03-01T12:01:00+00:00", group.get("data").get(0).get("end").asText());
    assertEquals(2, data(base + "cholesterol/grouped" + MARCH).size());
    assertEquals(1, node.get(base + "cholesterol/ldl" + MARCH).expect(200).json().size());
    assertEquals(2, node.get(base + "cholesterol" + MARCH).expect(200).json().size());
    assertEquals("kg", data(base + "body_weight/grouped" + MARCH).get(0).get("unit").asText());
    node.get(base + "weight/grouped" + MARCH).expect(404);
  }

  @Test
  void aBigReadIsStreamed() {
    Person p = Person.of(node);
    p.backfill(beats(0, 50_000, WATCH));
    Answer all = node.get("/v2/timeseries/" + p.id + "/heartrate" + MARCH).expect(200);
    assertEquals(50_000, all.json().size());
    assertNull(all.header("content-length"));
  }

  /** A client that has read the head of a big reply and nothing more. */
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
    Person p = Person.of(node);
    Batch.Builder b = Batch.builder();
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
    eventually(Duration.ofSeconds(10), () -> assertEquals(1, cursors().size()));
    return socket;
  }

  private static Socket slowReaderOfSamples(Person p) throws IOException {
    Batch.Builder b = Batch.builder();
    for (int i = 0; i < 60_000; i++) {
      b.add(Sample.point(Resource.HEARTRATE, WATCH, NOON.plusSeconds(40L * i), 3600, 60 + i % 40));
    }
    p.backfill(b.build());
    return slowReader("/v2/timeseries/" + p.id + "/heartrate" + MARCH);
  }

  /** Server processes that hold a cursor and wait for the client. */
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
            .filter(l -> l.startsWith("tributary_http_in_flight "))
            .findFirst()
            .orElseThrow()
            .split(" ")[1]);
  }

  @Test
  void aSlowClientPausesTheReadAndOneThatLeavesEndsIt() throws IOException {
    slowReaderOfSummaries().close();
    eventually(Duration.ofSeconds(10), () -> assertEquals(List.of(), cursors()));
    eventually(Duration.ofSeconds(10), () -> assertEquals(1, inFlight()));
  }

  @Test
  void aSlowReaderOfSamplesHoldsNoConnectionOfTheDatabase() throws IOException {
    try (Socket socket = slowReaderOfSamples(Person.of(node))) {
      eventually(Duration.ofSeconds(10), () -> assertEquals(2, inFlight()));
      assertEquals(List.of(), cursors());
    }
    eventually(Duration.ofSeconds(10), () -> assertEquals(1, inFlight()));
  }

  @Test
  void aFailureWithinSamplesCutsTheConnection() throws IOException {
    Person p = Person.of(node);
    try (Socket socket = slowReaderOfSamples(p)) {
      node.db()
          .query(
              "update sample_block set data = '' where series_id in (select id from series where"
                  + " user_id = $1)",
              p.id);
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(rest.endsWith("0\r\n\r\n"));
    } catch (SocketException reset) {
      // as good an end
    }
  }

  @Test
  void aFailureAfterTheHeadCutsTheConnection() throws IOException {
    try (Socket socket = slowReaderOfSummaries()) {
      node.db().query("select pg_terminate_backend($1)", cursors().getFirst());
      String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertFalse(rest.endsWith("0\r\n\r\n"));
    } catch (SocketException reset) {
      // as good an end
    }
  }
}
