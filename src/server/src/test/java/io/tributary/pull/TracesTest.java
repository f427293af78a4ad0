package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.telemetry.Tracing;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.OtlpCollector;
import io.tributary.testkit.OtlpCollector.CollectedSpan;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * One trace follows a request over the bus into the database, and another a pull to its provider.
 * Traces contain no user data and are not propagated to external services.
 */
class TracesTest {
  private static final String EVENT = "historical.data.sleep.created";
  private static final String CALLERS = "0af7651916cd43dd8448eb211c80319c";

  private static final ProviderHttp.Limits LIMITS =
      new ProviderHttp.Limits(
          Duration.ofSeconds(60),
          1,
          Duration.ofMillis(10),
          5,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));

  /** Allowed span attributes; others that a library sets are dropped. */
  private static final Set<String> ALLOWED_ATTRIBUTES =
      Set.of(
          "http.request.method",
          "http.response.status_code",
          "http.route",
          "server.address",
          "db.query.text",
          "db.system.name",
          "messaging.destination.name",
          "error.type",
          "tributary.job",
          "tributary.provider");

  @Test
  void requestsAndPullsAreFollowedAndTellNothingOfAnybody() {
    try (OtlpCollector collector = new OtlpCollector();
        WebhookTestServer receiver = new WebhookTestServer()) {
      List<String> secrets = runNode(collector, receiver);
      List<CollectedSpan> spans = collector.spans();
      followsTheRequest(spans);
      followsThePull(spans);
      Set<String> keys = new TreeSet<>();
      spans.forEach(s -> keys.addAll(s.attributes().keySet()));
      keys.removeAll(ALLOWED_ATTRIBUTES);
      assertEquals(Set.of(), keys);
      assertTrue(spans.stream().allMatch(s -> s.events() == 0), "no text of a failure");
      assertTrue(spans.stream().noneMatch(s -> s.name().contains("/metrics")));
      String all = collector.rawText();
      secrets.forEach(s -> assertFalse(all.contains(s), s));
      assertNotPropagated(receiver.requests("/outside"));
      assertNotPropagated(receiver.requests("/hook-of-a-customer"));
    }
  }

  private static void assertNotPropagated(List<WebhookTestServer.ReceivedRequest> calls) {
    assertEquals(1, calls.size());
    assertFalse(calls.getFirst().headers().contains("traceparent"));
  }

  /** Runs work on a node and returns the values that no span may contain. */
  private static List<String> runNode(OtlpCollector collector, WebhookTestServer receiver) {
    try (PullHarness h =
        new PullHarness(
            5,
            "TRIBUTARY_TELEMETRY_OTLP_ENDPOINT",
            collector.url(),
            "TRIBUTARY_TELEMETRY_OTLP_HEADERS",
            "x-token=for-the-collector",
            "TRIBUTARY_TELEMETRY_SAMPLING",
            "1")) {
      new WebhookFixture(h.node)
          .endpoint(receiver.url("/hook-of-a-customer"), ",\"filter_types\":[\"" + EVENT + "\"]");
      TestResponse made =
          h.node.send(
              "POST",
              "/v2/user",
              Json.text(Map.of("client_user_id", "whose-name-is-secret")),
              Map.of(
                  "x-service-api-key",
                  h.node.first().apiKey(),
                  "traceparent",
                  "00-" + CALLERS + "-b7ad6b7169203331-00"));
      UUID user = UUID.fromString(made.expect(200).json().get("user_id").textValue());
      h.node.get("/v2/user/resolve/whose-name-is-secret?hidden=in-the-query");
      h.node.get("/metrics");
      var granted = h.grant("anna", PullHarness.ALL);
      h.schedule(h.connect(user, granted), null);
      h.eventuallyAll(user, "success");
      callOutside(h, receiver);
      Eventually.eventually(
          Duration.ofSeconds(60),
          () -> assertEquals(1, receiver.requests("/hook-of-a-customer").size()));
      return List.of(
          "whose-name-is-secret",
          "in-the-query",
          "for-the-collector",
          "hook-of-a-customer",
          h.node.first().apiKey(),
          user.toString(),
          granted.externalUserId().orElseThrow(),
          granted.tokens().access(),
          "tributary-sandbox-secret",
          "outside?",
          "start_date");
    }
  }

  private static void followsTheRequest(List<CollectedSpan> spans) {
    CollectedSpan request = one(spans, "POST /v2/user");
    assertEquals(CALLERS, request.trace(), "the caller finds the request under its own id");
    assertEquals("200", request.attributes().get("http.response.status_code"));
    CollectedSpan served = one(of(spans, request.trace()), "serve CreateUser");
    assertEquals("send CreateUser", parent(spans, served).name());
    assertEquals(request.id(), parent(spans, served).parent());
    assertTrue(
        of(spans, request.trace()).stream()
            .anyMatch(s -> s.parent().equals(served.id()) && runs(s, "insert into app_user")),
        () -> of(spans, request.trace()).toString());
  }

  private static void followsThePull(List<CollectedSpan> spans) {
    CollectedSpan job =
        spans.stream()
            .filter(
                s ->
                    s.name().equals("job pull")
                        && of(spans, s.trace()).stream().anyMatch(TracesTest::calls))
            .findFirst()
            .orElseThrow(() -> new AssertionError(spans.toString()));
    assertEquals("", job.parent());
    assertEquals("oura", job.attributes().get("tributary.provider"));
    List<CollectedSpan> pull = of(spans, job.trace());
    assertTrue(pull.stream().anyMatch(s -> s.name().equals("send PermitRequest")), pull::toString);
    assertTrue(pull.stream().anyMatch(s -> runs(s, "pull_job")), pull::toString);
    CollectedSpan delivery = one(spans, "delivery webhook");
    assertEquals("", delivery.parent());
    CollectedSpan told =
        spans.stream().filter(s -> delivery.links().contains(s.trace())).findFirst().get();
    assertTrue(
        of(spans, told.trace()).stream().anyMatch(s -> s.name().equals("job pull")),
        told::toString);
  }

  private static boolean runs(CollectedSpan s, String sql) {
    return s.attributes().getOrDefault("db.query.text", "").contains(sql);
  }

  private static boolean calls(CollectedSpan s) {
    return s.name().equals("GET") && s.attributes().containsKey("server.address");
  }

  /** Sends a provider call inside a trace, as an adapter does. */
  private static void callOutside(PullHarness h, WebhookTestServer receiver) {
    AppCredentials app =
        new AppCredentials(
            new UUID(0, 0),
            "oura",
            "id",
            "secret",
            new AppCredentials.Urls(receiver.url(""), receiver.url("/authorise")),
            "");
    h.node
        .vertx()
        .deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                Tracing.on(vertx)
                    .runJob(
                        context,
                        "job outside",
                        () ->
                            new ProviderHttp(vertx, LIMITS)
                                .send(app, ProviderRequest.get(receiver.url("/outside?x=1"))));
                return Future.succeededFuture();
              }
            },
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
    Eventually.eventually(
        Duration.ofSeconds(60), () -> assertEquals(1, receiver.requests("/outside").size()));
  }

  private static List<CollectedSpan> of(List<CollectedSpan> spans, String trace) {
    return spans.stream().filter(s -> s.trace().equals(trace)).toList();
  }

  private static CollectedSpan one(List<CollectedSpan> spans, String name) {
    List<CollectedSpan> found = spans.stream().filter(s -> s.name().equals(name)).toList();
    assertEquals(
        1,
        found.size(),
        () -> name + " in " + spans.stream().map(CollectedSpan::name).collect(Collectors.toSet()));
    return found.getFirst();
  }

  private static CollectedSpan parent(List<CollectedSpan> spans, CollectedSpan child) {
    return spans.stream().filter(s -> s.id().equals(child.parent())).findFirst().orElseThrow();
  }
}
