package io.tributary.healthimport;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Sends exports to a node and reads the imported data. */
final class ImportHarness {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private ImportHarness() {}

  static String user(TestNode node, String name) {
    return node.post("/v2/user", "{\"client_user_id\":\"" + name + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  static TestResponse send(TestNode node, String user, byte[] file, String type) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create(node.url("/v2/user/" + user + "/import/apple_health_kit")))
            .timeout(Duration.ofSeconds(60))
            .header("x-service-api-key", node.first().apiKey())
            .POST(HttpRequest.BodyPublishers.ofByteArray(file));
    if (type != null) {
      request.header("content-type", type);
    }
    try {
      HttpResponse<byte[]> r = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new TestResponse(r.statusCode(), r.headers(), r.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Uploads XML and returns the ID of the import. */
  static String upload(TestNode node, String user, String xml) {
    return send(node, user, xml.getBytes(StandardCharsets.UTF_8), "application/xml")
        .expect(202)
        .json()
        .get("id")
        .asText();
  }

  static JsonNode show(TestNode node, String user, String id) {
    return node.get("/v2/user/" + user + "/import/" + id).expect(200).json();
  }

  /** Waits until the import has this status and returns it. */
  static JsonNode awaitStatus(TestNode node, String user, String id, String status) {
    eventually(
        Duration.ofSeconds(60),
        () -> {
          JsonNode i = show(node, user, id);
          assertEquals(status, i.get("status").asText(), i.toString());
        });
    return show(node, user, id);
  }

  static byte[] zip(String... namesAndTexts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static List<Path> files(Path data) {
    Path dir = data.resolve("imports");
    if (!Files.isDirectory(dir)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(dir)) {
      return tree.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all stored data of a user as lines, without user-specific values. */
  static String storedLines(TestNode node, String user) {
    Set<String> lines = new TreeSet<>();
    for (String path :
        List.of(
            "activity",
            "body",
            "meal",
            "sleep",
            "workouts",
            "sleep_cycle",
            "menstrual_cycle",
            "electrocardiogram")) {
      JsonNode found =
          node.get("/v2/summary/" + path + "/" + user + "?start_date=2000-01-01")
              .expect(200)
              .json();
      found.elements().next().forEach(s -> lines.add(path + " " + anonymous(s)));
    }
    for (String path :
        List.of(
            "heartrate",
            "steps",
            "distance",
            "calories_active",
            "calories_basal",
            "hrv",
            "body_weight",
            "blood_pressure",
            "respiratory_rate",
            "water",
            "stand_hour")) {
      String cursor = "";
      do {
        JsonNode page =
            node.get(
                    "/v2/timeseries/"
                        + user
                        + "/"
                        + path
                        + "/grouped?start_date=2000-01-01"
                        + cursor)
                .expect(200)
                .json();
        page.get("groups")
            .forEach(
                groups ->
                    groups.forEach(
                        g ->
                            g.get("data")
                                .forEach(
                                    s ->
                                        lines.add(
                                            path
                                                + " "
                                                + g.get("source").get("type").asText()
                                                + " "
                                                + s))));
        cursor =
            page.hasNonNull("next_cursor")
                ? "&next_cursor=" + page.get("next_cursor").asText()
                : "";
      } while (!cursor.isEmpty());
    }
    return lines.stream().collect(Collectors.joining("\n"));
  }

  /** Asserts equality; a failure shows some of the lines that only one side has. */
  static void assertSameLines(String expected, String found) {
    Set<String> missing = new TreeSet<>(expected.lines().toList());
    Set<String> extra = new TreeSet<>(found.lines().toList());
    List<String> both = missing.stream().filter(extra::contains).toList();
    both.forEach(missing::remove);
    both.forEach(extra::remove);
    assertEquals(
        missing.stream().limit(3).collect(Collectors.joining("\n")),
        extra.stream().limit(3).collect(Collectors.joining("\n")));
  }

  private static String anonymous(JsonNode summary) {
    return summary
        .toString()
        .replaceAll("http://localhost:\\d+", "")
        .replaceAll("\"(created_at|updated_at)\":\"[^\"]*\"", "")
        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "id");
  }
}
