package io.tributary.eventlog;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server-sent events client that reads line by line, as the specification requires. */
final class SseClient implements AutoCloseable {
  record ReceivedEvent(String id, String type, String data) {
    JsonNode json() {
      return Json.parse(data);
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final InputStream in;
  final List<ReceivedEvent> events = new CopyOnWriteArrayList<>();
  volatile String lastId;
  volatile int heartbeats;
  volatile boolean ended;

  SseClient(TestNode node, String query, String lastEventId) throws Exception {
    this(node, query, lastEventId, node.first().apiKey());
  }

  SseClient(TestNode node, String query, String lastEventId, String key) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.url("/v2/events/stream" + query)))
            .header("x-service-api-key", key);
    if (lastEventId != null) {
      request.header("last-event-id", lastEventId);
    }
    HttpResponse<InputStream> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    in = response.body();
    if (response.statusCode() != 200) {
      throw new AssertionError(
          response.statusCode() + " " + new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    Thread.ofVirtual().start(this::read);
  }

  private void read() {
    String id = null;
    String type = null;
    String data = null;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.startsWith(":")) {
          heartbeats++;
        } else if (line.isEmpty()) {
          // The ID counts only once the event is complete.
          lastId = id;
          if (data != null) {
            events.add(new ReceivedEvent(id, type, data));
          }
          data = null;
        }
      }
    } catch (IOException cut) {
      // treated as the end of the stream
    }
    ended = true;
  }

  List<Integer> numbers() {
    return events.stream().map(t -> t.json().at("/data/n").asInt()).toList();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
