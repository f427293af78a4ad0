package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.JsonSanitizer;
import io.tributary.metrics.Metrics;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * HTTP client for single provider requests, with one circuit breaker per host.
 *
 * <p>Any status is a response. A lost, late or refused connection is a {@link
 * ProviderException.Transport}; an open breaker is a {@link ProviderException.CircuitOpen}.
 * Redirects are not followed, so only configured hosts are ever called. Calls block a virtual or
 * platform thread.
 */
public final class ProviderHttp {
  /**
   * @param timeout timeout of one request
   * @param maxAttempts maximum number of attempts of a repeatable call
   * @param retryDelay delay before the second attempt; doubles
   * @param breakerFailures consecutive lost connections and 5xx responses that open the breaker
   * @param breakerReset time for which it stays open
   * @param defaultRateLimitDelay delay after a 429 that names none
   */
  public record Limits(
      Duration timeout,
      int maxAttempts,
      Duration retryDelay,
      int breakerFailures,
      Duration breakerReset,
      Duration defaultRateLimitDelay) {}

  public record ProviderResponse(int status, MultiMap headers, Buffer body) {
    public boolean isSuccess() {
      return status >= 200 && status < 300;
    }

    /** Returns the body as JSON; any other body is {@link ProviderException.Unavailable}. */
    public JsonNode json() {
      try {
        if (body != null) {
          byte[] bytes = body.getBytes();
          return Json.parse(JsonSanitizer.sanitize(bytes, bytes.length));
        }
      } catch (IllegalArgumentException e) {
        // An unparsable body is treated as a missing one.
      }
      throw new ProviderException.Unavailable("status " + status + " without a readable body");
    }

    /** Returns the body as JSON, or an empty object if it is not JSON. */
    public JsonNode jsonOrEmpty() {
      try {
        return json();
      } catch (ProviderException.Unavailable e) {
        return Json.object();
      }
    }

    /** Returns the Retry-After header in seconds, at most one day. */
    public Optional<Duration> retryAfter() {
      String text = headers.get("Retry-After");
      try {
        return text == null
            ? Optional.empty()
            : Optional.of(Duration.ofSeconds(Math.clamp(Long.parseLong(text.strip()), 0, 86_400)));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  private static final int CONNECTIONS = 64;

  /** Prefers JSON but accepts any type, because files have their own types. */
  private static final String ACCEPT = "application/json, */*;q=0.5";

  private final Vertx vertx;
  private final WebClient web;
  private final Limits limits;
  private final ProviderMetrics metrics;
  private final Map<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();

  public ProviderHttp(Vertx vertx, Limits limits) {
    this(vertx, limits, new ProviderMetrics(new Metrics(), ""));
  }

  public ProviderHttp(Vertx vertx, Limits limits, ProviderMetrics meters) {
    this.vertx = vertx;
    this.metrics = meters;
    this.limits = limits;
    this.web =
        WebClient.create(
            vertx,
            new WebClientOptions()
                .setFollowRedirects(false)
                .setDecompressionSupported(true)
                .setUserAgent("tributary")
                .setConnectTimeout((int) Math.max(1, limits.timeout().toMillis())),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  }

  public Limits limits() {
    return limits;
  }

  /**
   * Sends the request once.
   *
   * @throws ProviderException.Rejected if the address is not on a configured host, even if the
   *     provider itself named it
   */
  public ProviderResponse send(AppCredentials app, ProviderRequest request) {
    URI address;
    try {
      address = URI.create(request.url());
    } catch (IllegalArgumentException e) {
      throw new ProviderException.Rejected("invalid URL");
    }
    if (!app.urls().isAllowed(address)) {
      throw new ProviderException.Rejected("the URL is not on a host of the provider");
    }
    HttpRequest<Buffer> call =
        web.requestAbs(request.method(), request.url()).timeout(limits.timeout().toMillis());
    // Some vendors respond in XML unless the client requests JSON.
    call.putHeader("Accept", ACCEPT);
    request.query().forEach(call::addQueryParam);
    request.headers().forEach(call::putHeader);
    return sendThroughBreaker(
        address.getAuthority(),
        () ->
            switch (request.body()) {
              case ProviderRequest.Body.None n -> call.send();
              case ProviderRequest.Body.Form f ->
                  call.sendForm(MultiMap.caseInsensitiveMultiMap().addAll(f.fields()));
              case ProviderRequest.Body.JsonText j ->
                  call.putHeader("Content-Type", "application/json")
                      .sendBuffer(Buffer.buffer(Json.bytes(j.json())));
            });
  }

  /** Waits on this virtual or platform thread. */
  public void sleep(Duration d) {
    vertx.timer(Math.max(1, d.toMillis()), TimeUnit.MILLISECONDS).await();
  }

  private ProviderResponse sendThroughBreaker(
      String host, Supplier<Future<HttpResponse<Buffer>>> call) {
    CircuitBreaker breaker = breakers.computeIfAbsent(host, this::breaker);
    long began = System.nanoTime();
    try {
      HttpResponse<Buffer> r =
          breaker
              .<HttpResponse<Buffer>>execute(
                  trial ->
                      call.get()
                          .onComplete(
                              answered -> {
                                if (answered.succeeded() && answered.result().statusCode() >= 500) {
                                  trial.fail(new ServerErrorResponse(answered.result()));
                                } else {
                                  trial.handle(answered);
                                }
                              }))
              .await();
      if (breaker.failureCount() > 0) {
        breaker.reset(); // failures count consecutively, not within a time window
      }
      return answer(r, began);
    } catch (OpenCircuitException e) {
      metrics.recordCircuitOpen();
      throw new ProviderException.CircuitOpen();
    } catch (ServerErrorResponse e) {
      return answer(e.answer, began);
    } catch (ProviderException e) {
      throw e;
    } catch (Exception e) {
      // Catches all exceptions, because await rethrows checked network exceptions.
      metrics.recordNoResponse(System.nanoTime() - began);
      throw new ProviderException.Transport(e.getClass().getSimpleName());
    }
  }

  private ProviderResponse answer(HttpResponse<Buffer> r, long began) {
    metrics.recordResponse(r.statusCode(), System.nanoTime() - began);
    return new ProviderResponse(r.statusCode(), r.headers(), r.body());
  }

  /**
   * Carries a 5xx response through the breaker, which counts it as a failure although it is a
   * response.
   */
  private static final class ServerErrorResponse extends RuntimeException {
    private final transient HttpResponse<Buffer> answer;

    ServerErrorResponse(HttpResponse<Buffer> answer) {
      super("status " + answer.statusCode(), null, false, false);
      this.answer = answer;
    }
  }

  private CircuitBreaker breaker(String key) {
    return CircuitBreaker.create(
            "provider " + key,
            vertx,
            new CircuitBreakerOptions()
                .setMaxFailures(limits.breakerFailures())
                .setFailuresRollingWindow(Duration.ofMinutes(5).toMillis())
                .setTimeout(-1)
                .setResetTimeout(limits.breakerReset().toMillis())
                .setNotificationAddress(null))
        .openHandler(v -> metrics.breakerOpened(key))
        .closeHandler(v -> metrics.breakerClosed(key));
  }
}
