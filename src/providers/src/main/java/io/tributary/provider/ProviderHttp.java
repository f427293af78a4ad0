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
 * Single HTTP exchanges with a provider, guarded by one circuit breaker per host. Any status is an
 * answer; a lost, late or refused connection is {@link ProviderException.Transport}, an open
 * breaker {@link ProviderException.LeftAlone}. Redirects are not followed, so only configured hosts
 * are ever called. Calls block a virtual or plain thread.
 */
public final class ProviderHttp {
  /**
   * @param timeout of one exchange
   * @param tries how often a call that may be repeated is made before it fails
   * @param pause before the second try; it doubles
   * @param breakerFailures lost connections and answers of 500 and above in a row that open the
   *     breaker
   * @param breakerReset how long it stays open
   * @param window pause after a 429 that names none
   */
  public record Limits(
      Duration timeout,
      int tries,
      Duration pause,
      int breakerFailures,
      Duration breakerReset,
      Duration window) {}

  /** A provider's answer. */
  public record Answer(int status, MultiMap headers, Buffer body) {
    public boolean ok() {
      return status >= 200 && status < 300;
    }

    /** The body, which must be JSON; another one is {@link ProviderException.Unavailable}. */
    public JsonNode json() {
      try {
        if (body != null) {
          byte[] bytes = body.getBytes();
          return Json.parse(JsonSanitizer.plain(bytes, bytes.length));
        }
      } catch (IllegalArgumentException e) {
        // the same as no body
      }
      throw new ProviderException.Unavailable("status " + status + " without a readable body");
    }

    /** The body if it is JSON, else an empty object. */
    public JsonNode jsonOrEmpty() {
      try {
        return json();
      } catch (ProviderException.Unavailable e) {
        return Json.object();
      }
    }

    /** What a Retry-After header asks for, in seconds. */
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

  /** JSON where there is a choice; files are what they are. */
  private static final String ACCEPT = "application/json, */*;q=0.5";

  private final Vertx vertx;
  private final WebClient web;
  private final Limits limits;
  private final ProviderMetrics meters;
  private final Map<String, CircuitBreaker> breakers = new ConcurrentHashMap<>();

  public ProviderHttp(Vertx vertx, Limits limits) {
    this(vertx, limits, new ProviderMetrics(new Metrics(), ""));
  }

  public ProviderHttp(Vertx vertx, Limits limits, ProviderMetrics meters) {
    this.vertx = vertx;
    this.meters = meters;
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
   * Makes the call, once.
   *
   * @throws ProviderFault.Rejected when it would leave the provider: an address that the provider
   *     itself named is no leave to go there
   */
  public Answer send(AppCredentials app, ProviderRequest request) {
    URI address;
    try {
      address = URI.create(request.url());
    } catch (IllegalArgumentException e) {
      throw new ProviderException.Rejected("an address that is none");
    }
    if (!app.urls().allow(address)) {
      throw new ProviderException.Rejected("an address outside of the provider");
    }
    HttpRequest<Buffer> call =
        web.requestAbs(request.method(), request.url()).timeout(limits.timeout().toMillis());
    // Some vendors answer in XML unless they are asked not to.
    call.putHeader("Accept", ACCEPT);
    request.query().forEach(call::addQueryParam);
    request.headers().forEach(call::putHeader);
    return guarded(
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

  /** Waits on this virtual or plain thread. */
  public void pause(Duration d) {
    vertx.timer(Math.max(1, d.toMillis()), TimeUnit.MILLISECONDS).await();
  }

  private Answer guarded(String host, Supplier<Future<HttpResponse<Buffer>>> call) {
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
                                  trial.fail(new FailingHost(answered.result()));
                                } else {
                                  trial.handle(answered);
                                }
                              }))
              .await();
      if (breaker.failureCount() > 0) {
        breaker.reset(); // counts faults in a row, not in a while
      }
      return answer(r, began);
    } catch (OpenCircuitException e) {
      meters.leftAlone();
      throw new ProviderException.LeftAlone();
    } catch (FailingHost e) {
      return answer(e.answer, began);
    } catch (ProviderException e) {
      throw e;
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      meters.lost(System.nanoTime() - began);
      throw new ProviderException.Transport(e.getClass().getSimpleName());
    }
  }

  private Answer answer(HttpResponse<Buffer> r, long began) {
    meters.answered(r.statusCode(), System.nanoTime() - began);
    return new Answer(r.statusCode(), r.headers(), r.body());
  }

  /** An answer of a host that is not well: still an answer, but the breaker counts it. */
  private static final class FailingHost extends RuntimeException {
    private final transient HttpResponse<Buffer> answer;

    FailingHost(HttpResponse<Buffer> answer) {
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
        .openHandler(v -> meters.opened(key))
        .closeHandler(v -> meters.closed(key));
  }
}
