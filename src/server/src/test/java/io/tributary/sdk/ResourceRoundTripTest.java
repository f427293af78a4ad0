package io.tributary.sdk;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.tributary.core.Json;
import io.tributary.model.Resource;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Uploads each of the nine summaries, 51 timeseries and two streams, reads it through the API, and
 * receives its webhook. The result table is printed and written to target.
 */
class ResourceRoundTripTest {
  private static final String RANGE = "?start_date=2026-02-20&end_date=2026-03-31";
  private static final Map<Resource, String> SUMMARIES =
      Map.of(
          Resource.ACTIVITY,
          """
          {"activities":[{"day_summary":{"calendar_date":"2026-03-02","steps_sum":9000,
            "active_energy_burned_sum":500}}]}
          """,
          Resource.BODY,
          """
          {"body_mass":[{"value":71.2,"unit":"kg","start_date":"2026-03-02T20:30:00Z","type":"scale"}]}
          """,
          Resource.SLEEP,
          """
          {"sleep":[{"id":"S1","start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T06:00:00Z",
            "product_type":"Watch6,1",
            "sleep_stages":{"deep_sleep_samples":[
              {"start_date":"2026-03-01T22:00:00Z","end_date":"2026-03-02T06:00:00Z"}]}}]}
          """,
          Resource.WORKOUTS,
          """
          {"workouts":[{"id":"W1","start_date":"2026-03-02T06:00:00Z","end_date":"2026-03-02T07:00:00Z",
            "sport":"running"}]}
          """,
          Resource.PROFILE,
          """
          {"biological_sex":"female","date_of_birth":"1990-05-17","height":171.6}
          """,
          Resource.MEAL,
          """
          {"meals":[{"id":"M1","timestamp":"2026-03-02T12:00:00Z","name":"lunch",
            "energy":{"unit":"kcal","value":500}}]}
          """,
          Resource.MENSTRUAL_CYCLE,
          """
          {"menstrual_cycle":[{"period_start":"2026-03-01","menstrual_flow":[
            {"date":"2026-03-01","flow":"light"}]}]}
          """,
          Resource.ELECTROCARDIOGRAM,
          """
          {"electrocardiogram":[{"electrocardiogram":{"id":"E1","session_start":"2026-03-02T06:00:00Z",
            "session_end":"2026-03-02T06:00:30Z","voltage_sample_count":1},
            "voltage_data":{"session_start_offset_millisecond":[0],"lead_1":[0.1]}}]}
          """);
  private static final String GPX =
      """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
       <trk><type>running</type><trkseg>
        <trkpt lat="48.1" lon="11.5"><ele>500</ele><time>2026-03-03T06:00:00Z</time></trkpt>
        <trkpt lat="48.101" lon="11.5"><ele>501</ele><time>2026-03-03T06:00:30Z</time></trkpt>
        <trkpt lat="48.102" lon="11.5"><ele>503</ele><time>2026-03-03T06:01:00Z</time></trkpt>
       </trkseg></trk></gpx>
      """;

  private final Map<String, Set<String>> receivedTypes = new ConcurrentHashMap<>();
  private final Map<String, String[]> table = new LinkedHashMap<>();

  private HttpServer customer() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/hook",
        exchange -> {
          JsonNode event = Json.parse(exchange.getRequestBody().readAllBytes());
          receivedTypes
              .computeIfAbsent(event.path("user_id").asText(), u -> ConcurrentHashMap.newKeySet())
              .add(event.path("event_type").asText());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void everyResourceGoesInComesOutAndIsTold() throws IOException {
    HttpServer customer = customer();
    try (TestNode node = TestNode.start()) {
      node.callManagement(
              "POST",
              "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox/webhook",
              "{\"url\":\"http://127.0.0.1:" + customer.getAddress().getPort() + "/hook\"}")
          .expect(200);
      SdkHarness user = SdkHarness.user(node);
      push(user);
      String workout =
          node.call("POST", "/v2/workouts/" + user.id + "/file", GPX)
              .expect(200)
              .json()
              .at("/workouts/0")
              .asText();
      read(user, workout);
      eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), undeliveredEvents(user)));
      assertTrue(EventSchemaValidator.assertAllValid(node) >= Resource.values().length);
      print();
    } finally {
      customer.stop(0);
    }
  }

  private void push(SdkHarness user) {
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        user.timeseries(
                r.wire(), SdkHarness.daily("manual", "[" + TimeseriesUploadTest.item(r) + "]"))
            .expect(200);
        table.put(
            r.wire(), new String[] {"POST /v2/timeseries/{user_id}/" + r.wire(), "", eventType(r)});
      }
    }
    for (Map.Entry<Resource, String> e : SUMMARIES.entrySet()) {
      String path = e.getKey().path();
      user.summary(path, SdkHarness.daily("apple_health_kit", e.getValue())).expect(200);
      table.put(
          e.getKey().wire(),
          new String[] {"POST /v2/summary/" + path + "/{user_id}", "", eventType(e.getKey())});
    }
    table.put(
        "sleep_cycle",
        new String[] {"POST /v2/summary/sleep/{user_id}", "", eventType(Resource.SLEEP_CYCLE)});
    table.put(
        "workout_stream",
        new String[] {"POST /v2/workouts/{user_id}/file", "", eventType(Resource.WORKOUT_STREAM)});
    table.put("sleep stream", new String[] {"made of samples and sleep_cycle", "", "none (S)"});
    table.put("hypnogram", new String[] {"made of sleep_cycle", "", "none (S)"});
  }

  private static String eventType(Resource r) {
    return "daily.data." + r.wire() + ".created";
  }

  private void read(SdkHarness user, String workout) {
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        String path = "/v2/timeseries/{user_id}/" + r.path() + "/grouped";
        assertTrue(!user.groups(r.path()).isEmpty(), path);
        table.get(r.wire())[1] = "GET " + path;
      } else if (r == Resource.PROFILE) {
        user.node.get("/v2/summary/profile/" + user.id).expect(200);
        table.get(r.wire())[1] = "GET /v2/summary/profile/{user_id}";
      } else if (r.isSummary()) {
        JsonNode all =
            user.node.get("/v2/summary/" + r.path() + "/" + user.id + RANGE).expect(200).json();
        assertTrue(all.elements().next().size() > 0, r.wire());
        table.get(r.wire())[1] = "GET /v2/summary/" + r.path() + "/{user_id}";
      }
    }
    JsonNode stream =
        user.node.get("/v2/timeseries/workouts/" + workout + "/stream").expect(200).json();
    assertEquals(3, stream.get("time").size());
    table.get("workout_stream")[1] = "GET /v2/timeseries/workouts/{workout_id}/stream";
    String sleep =
        user.node
            .get("/v2/summary/sleep/" + user.id + RANGE)
            .expect(200)
            .json()
            .at("/sleep/0/id")
            .asText();
    JsonNode night = user.node.get("/v2/timeseries/sleep/" + sleep + "/stream").expect(200).json();
    assertTrue(night.get("hypnogram").size() > 0);
    table.get("sleep stream")[1] = "GET /v2/timeseries/sleep/{sleep_id}/stream";
    assertTrue(!user.groups("hypnogram").isEmpty());
    table.get("hypnogram")[1] = "GET /v2/timeseries/{user_id}/hypnogram/grouped";
  }

  /** Returns the event types that have not been delivered yet. */
  private List<String> undeliveredEvents(SdkHarness user) {
    List<String> out = new ArrayList<>();
    Set<String> got = receivedTypes.getOrDefault(user.id.toString(), Set.of());
    table
        .values()
        .forEach(
            row -> {
              if (row[2].startsWith("daily.") && !got.contains(row[2])) {
                out.add(row[2]);
              }
            });
    return out;
  }

  private void print() throws IOException {
    StringBuilder out = new StringBuilder("| Resource | Written by | Read by | Event received |\n");
    out.append("|---|---|---|---|\n");
    table.forEach(
        (name, row) ->
            out.append("| ")
                .append(name)
                .append(" | ")
                .append(String.join(" | ", row))
                .append(" |\n"));
    assertEquals(9 + 50 + 1 + 2, table.size());
    Files.writeString(Path.of("target", "every-resource.md"), out);
    System.out.println("EveryResourceTest: " + table.size() + " resources\n" + out);
  }
}
