package io.tributary.tools.bench;

import io.tributary.core.ProgramHelp;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Webhook receiver in a process of its own: {@code WebhookSink <directory>}.
 *
 * <p>POSTs to {@code /ok/<lane>} are answered with 204, to {@code /fail/<lane>} with 500, and to
 * {@code /hang/<lane>} never. POSTs to {@code /keep/<lane>} are answered with 204 after their body
 * was written to a file. Requests to ok and keep count once they are complete. The first line of
 * output is the port. Everything runs on one event loop.
 */
public final class WebhookSink {
  private static final String USAGE = "WebhookSink DIRECTORY [PORT]";
  private static final Instant EPOCH = Instant.EPOCH;

  /** Arrivals of one lane in the order of their recording. */
  private static final class Lane {
    final List<String> ids = new ArrayList<>();
    long[] micros = new long[1024];
    BufferedWriter bodies;

    void add(String id, long at) {
      if (ids.size() == micros.length) {
        micros = java.util.Arrays.copyOf(micros, 2 * micros.length);
      }
      micros[ids.size()] = at;
      ids.add(id);
    }
  }

  private final Path dir;
  private final Map<String, Lane> lanes = new HashMap<>();
  private long totalArrivals;

  private WebhookSink(Path dir) {
    this.dir = dir;
  }

  public static void main(String[] args) {
    Optional<String> help = ProgramHelp.answer(args, USAGE, WebhookSink.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    if (args.length == 0 || args.length > 2) {
      System.err.println(USAGE);
      System.exit(2);
    }
    WebhookSink sink = new WebhookSink(Path.of(args[0]));
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    int port =
        vertx
            .createHttpServer(new HttpServerOptions().setMaxWebSocketFrameSize(1 << 16))
            .requestHandler(sink::handle)
            .listen(args.length > 1 ? Integer.parseInt(args[1]) : 0, "127.0.0.1")
            .await()
            .actualPort();
    System.out.println(port);
  }

  private void handle(HttpServerRequest request) {
    long at = ChronoUnit.MICROS.between(EPOCH, Instant.now());
    String[] path = request.path().split("/", 3);
    switch (path[1]) {
      case "count" ->
          request.response().end(Long.toString(path.length < 3 ? totalArrivals : count(path[2])));
      case "dump" -> request.response().end(dump().toString());
      case "clear" -> {
        lanes.clear();
        totalArrivals = 0;
        request.response().end();
      }
      default -> receive(request, path[1], path[2], at);
    }
  }

  private long count(String lane) {
    Lane known = lanes.get(lane);
    return known == null ? 0 : known.ids.size();
  }

  private void receive(HttpServerRequest request, String mode, String name, long at) {
    String id = request.getHeader("webhook-id");
    switch (mode) {
      case "ok" ->
          request
              .end()
              .onSuccess(
                  v -> {
                    recordArrival(name, id, at);
                    request.response().setStatusCode(204).end();
                  });
      case "fail" -> {
        recordArrival(name, id, at);
        request.end().onSuccess(v -> request.response().setStatusCode(500).end());
      }
      case "keep" ->
          request
              .body()
              .onSuccess(
                  body -> {
                    storeBody(name, recordArrival(name, id, at), body.toString());
                    request.response().setStatusCode(204).end();
                  });
      // Sends no response.
      case "hang" -> recordArrival(name, id, at);
      default -> request.response().setStatusCode(404).end();
    }
  }

  private Lane recordArrival(String name, String id, long at) {
    Lane lane = lanes.computeIfAbsent(name, n -> new Lane());
    lane.add(id, at);
    totalArrivals++;
    return lane;
  }

  private void storeBody(String name, Lane lane, String body) {
    try {
      if (lane.bodies == null) {
        lane.bodies = Files.newBufferedWriter(dir.resolve(name + ".jsonl"));
      }
      lane.bodies.write(body);
      lane.bodies.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes one line per arrival: lane, ID, epoch microseconds. */
  private Path dump() {
    Path file = dir.resolve("arrivals");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (Map.Entry<String, Lane> e : lanes.entrySet()) {
        Lane lane = e.getValue();
        if (lane.bodies != null) {
          lane.bodies.flush();
        }
        for (int i = 0; i < lane.ids.size(); i++) {
          out.write(e.getKey() + " " + lane.ids.get(i) + " " + lane.micros[i] + "\n");
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
