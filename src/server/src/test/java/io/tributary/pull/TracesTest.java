package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRequest;
import io.tributary.telemetry.Tracing;
import io.tributary.testkit.Answer;
import io.tributary.testkit.Collector;
import io.tributary.testkit.Collector.Span;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.Receiver;
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
 * One trace follows a request over the bus into the database, one a pull to its provider; they tell
 * nothing of whom it is about, and leave no mark outside.
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

  /** Whatever else a library may want to tell of a span is not told. */
  private static final Set<String> TOLD =
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
    try (Collector collector = new Collector();
        Receiver receiver = new Receiver()) {
      List<String> secrets = done(collector, receiver);
      List<Span> spans = collector.spans();
      followsTheRequest(spans);
      followsThePull(spans);
      Set<String> keys = new TreeSet<>();
      spans.forEach(s -> keys.addAll(s.attributes().keySet()));
      keys.removeAll(TOLD);
      assertEquals(Set.of(), keys);
      assertTrue(spans.stream().allMatch(s -> s.events() == 0), "no text of a failure");
      assertTrue(spans.stream().noneMatch(s -> s.name().contains("/metrics")));
      String all = collector.text();
      secrets.forEach(s -> assertFalse(all.contains(s), s));
      unmarked(receiver.got("/outside"));
      unmarked(receiver.got("/hook-of-a-customer"));
    }
  }

  private static void unmarked(List<Receiver.Got> calls) {
    assertEquals(1, calls.size());
    assertFalse(calls.getFirst().headers().contains("traceparent"));
  }

  /** Has a node work, and returns what no span may contain once it has stopped. */
  private static List<String> done(Collector collector, Receiver receiver) {
    try (PullHarness h =
        new PullHarness(
            5,
            "TRIBUTARY_TELEMETRY_OTLP_ENDPOINT",
            collector.url(),
            "TRIBUTARY_TELEMETRY_OTLP_HEADERS",
            "x-token=for-the-collector",
            "TRIBUTARY_TELEMETRY_SAMPLING",
            "1")) {
      new Hooks(h.node)
          .endpoint(receiver.url("/hook-of-a-customer"), ",\"filter_types\":[\"" + EVENT + "\"]");
      Answer made =
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
          () -> assertEquals(1, receiver.got("/hook-of-a-customer").size()));
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

  private static void followsTheRequest(List<Span> spans) {
    Span request = one(spans, "POST /v2/user");
    assertEquals(CALLERS, request.trace(), "the caller finds the request under its own id");
    assertEquals("200", request.attributes().get("http.response.status_code"));
    Span served = one(of(spans, request.trace()), "serve CreateUser");
    assertEquals("send CreateUser", parent(spans, served).name());
    assertEquals(request.id(), parent(spans, served).parent());
    assertTrue(
        of(spans, request.trace()).stream()
            .anyMatch(s -> s.parent().equals(served.id()) && runs(s, "insert into app_user")),
        () -> of(spans, request.trace()).toString());
  }

  private static void followsThePull(List<Span> spans) {
    Span job =
        spans.stream()
            .filter(
                s ->
                    s.name().equals("job pull")
                        && of(spans, s.trace()).stream().anyMatch(TracesTest::calls))
            .findFirst()
            .orElseThrow(() -> new AssertionError(spans.toString()));
    assertEquals("", job.parent());
    assertEquals("oura", job.attributes().get("tributary.provider"));
    List<Span> pull = of(spans, job.trace());
    assertTrue(pull.stream().anyMatch(s -> s.name().equals("send AskCalls")), pull::toString);
    assertTrue(pull.stream().anyMatch(s -> runs(s, "pull_job")), pull::toString);
    Span delivery = one(spans, "delivery webhook");
    assertEquals("", delivery.parent());
    Span told = spans.stream().filter(s -> delivery.links().contains(s.trace())).findFirst().get();
    assertTrue(
        of(spans, told.trace()).stream().anyMatch(s -> s.name().equals("job pull")),
        told::toString);
  }

  private static boolean runs(Span s, String sql) {
    return s.attributes().getOrDefault("db.query.text", "").contains(sql);
  }

  private static boolean calls(Span s) {
    return s.name().equals("GET") && s.attributes().containsKey("server.address");
  }

  /** A call in a trace, as an adapter would make it. */
  private static void callOutside(PullHarness h, Receiver receiver) {
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
        Duration.ofSeconds(60), () -> assertEquals(1, receiver.got("/outside").size()));
  }

  private static List<Span> of(List<Span> spans, String trace) {
    return spans.stream().filter(s -> s.trace().equals(trace)).toList();
  }

  private static Span one(List<Span> spans, String name) {
    List<Span> found = spans.stream().filter(s -> s.name().equals(name)).toList();
    assertEquals(
        1,
        found.size(),
        () -> name + " in " + spans.stream().map(Span::name).collect(Collectors.toSet()));
    return found.getFirst();
  }

  private static Span parent(List<Span> spans, Span child) {
    return spans.stream().filter(s -> s.id().equals(child.parent())).findFirst().orElseThrow();
  }
}
