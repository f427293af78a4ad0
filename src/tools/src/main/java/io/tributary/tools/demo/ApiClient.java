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
 * HTTP client of the service for the demo. {@code ask} retries while the service is unavailable and
 * is meant for idempotent calls; {@code once} leaves retries to the caller. Blocking; use it on
 * virtual threads.
 */
final class ApiClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final int MAX_SERVER_ERRORS = 5;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final DemoTarget target;
  private final Duration retryTimeout;
  private final AtomicInteger serverErrors = new AtomicInteger();

  ApiClient(DemoTarget target, Duration patience) {
    this.target = target;
    this.retryTimeout = patience;
  }

  DemoTarget target() {
    return target;
  }

  /**
   * Returns the number of responses with status 500. Each is a defect of the service, even if a
   * retry succeeded.
   */
  int serverErrors() {
    return serverErrors.get();
  }

  HttpReply get(String path) {
    return callWithRetries("GET", path, null, key());
  }

  /** Sends a request with the API key; {@code body} may be null. */
  HttpReply callWithRetries(String method, String path, Object body) {
    return callWithRetries(method, path, body, key());
  }

  /** Sends a request with the management key. */
  HttpReply callManagement(String method, String path, Object body) {
    return callWithRetries(method, path, body, Map.of("x-management-key", target.managementKey()));
  }

  /** Sends a request once with the API key. */
  HttpReply callOnce(String method, String path, Object body) {
    return callOnce(method, path, body, key());
  }

  /**
   * Sends a request once.
   *
   * @throws ServiceUnavailable without a response, or on 429, 500 and 503
   */
  HttpReply callOnce(String method, String path, Object body, Map<String, String> headers) {
    HttpReply reply = send(method, target.url() + path, body, headers);
    if (reply.status() == 500) {
      serverErrors.incrementAndGet();
    }
    if (reply.status() == 429 || reply.status() == 500 || reply.status() == 503) {
      throw new ServiceUnavailable(
          method + " " + path + ": status " + reply.status() + " " + reply.text());
    }
    return reply;
  }

  private HttpReply callWithRetries(
      String method, String path, Object body, Map<String, String> headers) {
    long until = System.nanoTime() + retryTimeout.toNanos();
    int before = serverErrors.get();
    for (int attempt = 0; ; attempt++) {
      try {
        return callOnce(method, path, body, headers);
      } catch (ServiceUnavailable away) {
        boolean hopeless =
            attempt >= MAX_SERVER_ERRORS && serverErrors.get() - before > MAX_SERVER_ERRORS;
        if (hopeless || System.nanoTime() > until) {
          throw away;
        }
        pause(attempt);
      }
    }
  }

  /** Sends a request to any URL once, as a browser would. */
  HttpReply send(String method, String url, Object body, Map<String, String> headers) {
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
