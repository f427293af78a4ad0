package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.state.Modality;
import io.tributary.metrics.Metrics;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.outbound.TargetUrl;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Polls a laboratory that does not push results, and recognizes repeated results. */
class FhirPollTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final FhirLogin LOGIN = FhirLogin.bearer("ours");

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private TestNode node;
  private HttpServer laboratory;
  private HttpServer otherHost;
  private FhirTransport transport;

  @BeforeEach
  void start() throws Exception {
    node = CatalogueTestNode.start();
    otherHost = startLaboratory(r -> requests.add("stranger"));
    laboratory = startLaboratory(this::answer);
  }

  private HttpServer startLaboratory(io.vertx.core.Handler<HttpServerRequest> handler)
      throws Exception {
    return node.vertx()
        .createHttpServer()
        .requestHandler(handler)
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    transport.close();
    laboratory.close();
    otherHost.close();
    node.close();
  }

  /**
   * Answers with two pages whose envelopes differ each time; the second page links to another host.
   */
  private void answer(HttpServerRequest request) {
    if (!LOGIN.header().equals(request.getHeader("authorization"))) {
      request.response().setStatusCode(401).end();
      return;
    }
    requests.add(request.uri());
    boolean first = !request.uri().contains("page=2");
    String next =
        first
            ? "http://127.0.0.1:" + laboratory.actualPort() + "/fhir?page=2"
            : "http://127.0.0.1:" + otherHost.actualPort() + "/fhir?page=3";
    request
        .response()
        .end(
            """
            {"resourceType":"Bundle","type":"searchset","id":"%s","timestamp":"2026-01-0%dT00:00:00Z",
             "link":[{"relation":"next","url":"%s"}],
             "entry":[{"resource":{"resourceType":"DiagnosticReport","id":"%s","status":"final",
               "code":{"text":"T"}}}]}
            """
                .formatted(Ids.uuid(), 1 + requests.size() % 9, next, first ? "1" : "2"));
  }

  private LabConnectionProfile link() throws Exception {
    FhirProfile profile = FhirProfile.defaults("https://us.example.com/lab", "tamberline");
    TargetUrl base = TargetUrl.parse("http://127.0.0.1:" + laboratory.actualPort() + "/fhir");
    return new LabConnectionProfile(
        "polled",
        LabConnectionProfile.LabTransportKind.FHIR,
        Environment.PRODUCTION,
        Set.of("tamberline"),
        Map.of(),
        Hl7Profile.defaults("TRIBUTARY", "LIS", "tamberline"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            new FhirLink(
                lab -> profile,
                Optional.of(base),
                Optional.empty(),
                Optional.of(LOGIN),
                Optional.empty(),
                Optional.of(Duration.ofMillis(50)))),
        true);
  }

  private void poll(Optional<SsrfGuard> guard) throws Exception {
    LabConnectionProfile link = link();
    ExchangeMetrics meters = new ExchangeMetrics(new Metrics());
    LabMessageReceiver inbox =
        new LabMessageReceiver(node.db(), new MessageEncryption(node.secrets()), meters);
    FhirClient client =
        new FhirClient(
            node.vertx(),
            guard,
            Optional.empty(),
            link.fhir().orElseThrow().login(),
            Duration.ofSeconds(5));
    FhirPoll poll = new FhirPoll(node.vertx(), node.db(), link, inbox, client, meters);
    transport =
        new FhirTransport(
            client,
            () ->
                io.vertx.core.Future.succeededFuture(
                    link.fhir().orElseThrow().target().orElseThrow()),
            Optional.of(poll));
    transport.start();
  }

  private void placed() {
    OrderRow order = new TestOrders(node).open(Modality.WALK_IN);
    String answer =
        "{\"entry\":[{\"response\":{\"location\":\"ServiceRequest/7/_history/1\"}},"
            + "{\"response\":{\"location\":\"ServiceRequest/8\"}}]}";
    node.db()
        .query(
            """
            insert into lab_message (id, connection_name, direction, kind, order_id, sender, control_id, hash, body,
                                     state, answer)
            values ($1, 'polled', 'out', 'order', $2, 'polled', 'C1', 'h', '{}', 'done', $3)
            """,
            Ids.uuid(),
            order.id(),
            answer.getBytes(UTF_8));
  }

  private long stored() {
    return node.db()
        .query(
            "select count(*) as n from lab_message where connection_name = 'polled' and direction ="
                + " 'in'")
        .iterator()
        .next()
        .getLong("n");
  }

  @Test
  void reportsAreAskedForAndEachIsStoredOnce() throws Exception {
    placed();
    poll(Optional.empty());
    Eventually.eventually(SOON, () -> assertTrue(requests.size() >= 8, requests.toString()));
    assertTrue(
        requests
            .getFirst()
            .startsWith("/fhir/DiagnosticReport?based-on=ServiceRequest/7,ServiceRequest/8&"),
        requests.getFirst());
    assertTrue(requests.contains("/fhir?page=2"));
    assertEquals(2L, stored());
    // The credential must not be sent to another host.
    assertTrue(requests.stream().noneMatch("stranger"::equals));
  }

  @Test
  void nobodyIsCalledWhereNobodyMayBeCalled() throws Exception {
    placed();
    SsrfPolicy rules = new SsrfPolicy(Defaults.config().outbound());
    poll(Optional.of(SsrfGuard.of(node.vertx(), rules)));
    Throwable why =
        transport
            .send("C", "{}".getBytes(UTF_8))
            .map(heard -> (Throwable) null)
            .recover(io.vertx.core.Future::succeededFuture)
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    assertTrue(why instanceof SsrfGuard.BlockedAddressException, String.valueOf(why));
    assertEquals(List.of(), requests);
  }
}
