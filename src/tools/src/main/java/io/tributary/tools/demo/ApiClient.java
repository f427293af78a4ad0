package io.tributary.tools.demo;

import io.tributary.core.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The service as a client sees it. {@code ask} tries again while the service is away and is meant
 * for calls that do no harm twice; {@code once} leaves that choice to the caller. Blocks; use it on
 * virtual threads.
 */
final class ApiClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final int FAULTS_BORNE = 5;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final DemoTarget target;
  private final Duration patience;
  private final AtomicInteger faults = new AtomicInteger();

  ApiClient(DemoTarget target, Duration patience) {
    this.target = target;
    this.patience = patience;
  }

  DemoTarget target() {
    return target;
  }

  /** Answers with status 500 so far: each is a defect of the service, even where a retry helped. */
  int faults() {
    return faults.get();
  }

  HttpReply get(String path) {
    return ask("GET", path, null, key());
  }

  /** A call with the API key; {@code body} null sends none. */
  HttpReply ask(String method, String path, Object body) {
    return ask(method, path, body, key());
  }

  /** A call with the management key. */
  HttpReply manage(String method, String path, Object body) {
    return ask(method, path, body, Map.of("x-management-key", target.managementKey()));
  }

  /** One try with the API key. */
  HttpReply once(String method, String path, Object body) {
    return once(method, path, body, key());
  }

  /**
   * One try.
   *
   * @throws FhirLinkFailure without an answer, or on 429, 500 and 503
   */
  HttpReply once(String method, String path, Object body, Map<String, String> headers) {
    HttpReply reply = raw(method, target.url() + path, body, headers);
    if (reply.status() == 500) {
      faults.incrementAndGet();
    }
    if (reply.status() == 429 || reply.status() == 500 || reply.status() == 503) {
      throw new ServiceUnavailable(
          method + " " + path + ": status " + reply.status() + " " + reply.text());
    }
    return reply;
  }

  private HttpReply ask(String method, String path, Object body, Map<String, String> headers) {
    long until = System.nanoTime() + patience.toNanos();
    int before = faults.get();
    for (int attempt = 0; ; attempt++) {
      try {
        return once(method, path, body, headers);
      } catch (ServiceUnavailable away) {
        boolean hopeless = attempt >= FAULTS_BORNE && faults.get() - before > FAULTS_BORNE;
        if (hopeless || System.nanoTime() > until) {
          throw away;
        }
        pause(attempt);
      }
    }
  }

  /** One request to any address, as a browser would send it. */
  HttpReply raw(String method, String url, Object body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT)
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
    headers.forEach(request::header);
    if (body != null) {
      request.header("content-type", "application/json");
    }
    try {
      return HttpReply.of(http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new ServiceUnavailable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Waits longer after each failed attempt, at most two seconds. */
  static void pause(int attempt) {
    sleep(Duration.ofMillis(Math.min(2000, 100L << Math.min(attempt, 5))));
  }

  static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Map<String, String> key() {
    return Map.of("x-service-api-key", target.apiKey());
  }
}
