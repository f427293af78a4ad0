package io.tributary.workout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A node that accepts workout files, with helpers to read the results. */
final class WorkoutFileHarness implements AutoCloseable {
  /** The operation in the API document. */
  static final String ID = "storeWorkoutFile";

  static final String MARCH = "?start_date=2026-03-01&end_date=2026-03-31";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  final TestNode node = TestNode.start("TRIBUTARY_WORKOUT_FILE_MAX_BYTES", "300000");
  final OpenApiDocument api = OpenApiDocument.of(node);

  TestResponse send(Object user, String query, byte[] file) {
    return send(user, query, file, "application/octet-stream");
  }

  TestResponse send(Object user, String query, byte[] file, String type) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url("/v2/workouts/" + user + "/file" + query)))
            .header("x-service-api-key", node.first().apiKey())
            .header("content-type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(file))
            .build();
    try {
      HttpResponse<byte[]> r = HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return new TestResponse(r.statusCode(), r.headers(), r.body());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Uploads a valid file and returns the response. */
  JsonNode stored(TestUser p, byte[] file) {
    return api.assertValid(send(p.id, "", file), 200, ID).json();
  }

  /** Returns the counts: created, updated, unchanged, out of range. */
  static String counts(JsonNode stored) {
    return stored.get("created")
        + " "
        + stored.get("updated")
        + " "
        + stored.get("unchanged")
        + " "
        + stored.get("outside");
  }

  /** Returns the user's only workout. */
  JsonNode workout(TestUser p) {
    JsonNode list = node.get("/v2/summary/workouts/" + p.id + MARCH).expect(200).json();
    assertEquals(1, list.get("workouts").size());
    return list.get("workouts").get(0);
  }

  /** Returns the only group of samples of a resource. */
  JsonNode samples(TestUser p, String path) {
    return node.get("/v2/timeseries/" + p.id + "/" + path + "/grouped" + MARCH)
        .expect(200)
        .json()
        .at("/groups/manual/0");
  }

  JsonNode connections(TestUser p) {
    return node.get("/v2/user/providers/" + p.id).expect(200).json().get("providers");
  }

  @Override
  public void close() {
    node.close();
  }
}
