package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.lab.protocol.fhir.FhirFault;
import io.tributary.lab.protocol.fhir.FhirOrderResponse;
import io.tributary.lab.protocol.fhir.MessageHeaderFields;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Polls a laboratory for the results of open orders, one request after another. Runs on the owner
 * of the link.
 *
 * <p>Each round takes the next 100 open orders in the order of their IDs and continues from there
 * in the following round; after the last order it starts over. A response with a report is stored
 * as if the laboratory had pushed it. Repeated responses are recognized by a hash of their sorted
 * resources, because the bundle around them differs each time.
 */
final class FhirPoll {
  private static final System.Logger LOG = System.getLogger(FhirPoll.class.getName());
  private static final int MAX_ORDERS = 100;
  private static final int MAX_PAGES = 20;

  private static final String OPEN_ORDERS =
      """
      select m.order_id, m.answer from lab_message m join lab_order o on o.id = m.order_id
       where m.connection_name = $1 and m.direction = 'out' and m.kind = 'order' and m.state = 'done'
         and m.answer is not null and m.order_id > $2
         and o.status <> 'cancelled'
         and o.status_at > now() - interval '60 days'
       order by m.order_id limit $3
      """;

  private static final UUID FIRST = new UUID(0, 0);

  private final Vertx vertx;

  private final Db db;
  private final LabConnectionProfile link;
  private final LabMessageReceiver inbox;
  private final FhirClient client;
  private final TargetUrl base;
  private final ExchangeMetrics meters;
  private final Duration interval;
  private UUID lastOrder = FIRST;
  private long timer = -1;
  private boolean running;
  private boolean stopped;

  FhirPoll(
      Vertx vertx,
      Db db,
      LabConnectionProfile link,
      LabMessageReceiver inbox,
      FhirClient client,
      ExchangeMetrics meters) {
    this.vertx = vertx;
    this.db = db;
    this.link = link;
    this.inbox = inbox;
    this.client = client;
    this.base = link.fhir().orElseThrow().target().orElseThrow();
    this.meters = meters;
    this.interval = link.fhir().orElseThrow().pollInterval().orElseThrow();
  }

  private record OpenLabOrder(UUID order, List<String> requests) {}

  void start() {
    timer = vertx.setPeriodic(interval.toMillis(), id -> pollRound());
  }

  void stop() {
    stopped = true;
    vertx.cancelTimer(timer);
  }

  private void pollRound() {
    if (running || stopped) {
      return;
    }
    running = true;
    db.read(OPEN_ORDERS, link.name(), lastOrder, MAX_ORDERS)
        .compose(
            rows -> {
              List<OpenLabOrder> open =
                  RowMapping.list(
                      rows,
                      r ->
                          new OpenLabOrder(
                              r.getUUID("order_id"),
                              FhirOrderResponse.createdRequests(RowMapping.bytes(r, "answer"))));
              // End of the list: the next round starts over.
              lastOrder = open.size() < MAX_ORDERS ? FIRST : open.getLast().order();
              return pollAll(open);
            })
        .onComplete(
            done -> {
              running = false;
              if (done.failed()) {
                LOG.log(
                    Level.WARNING,
                    "link=%s poll failed: %s"
                        .formatted(link.name(), done.cause().getClass().getSimpleName()));
                meters.countFault("poll");
              }
            });
  }

  private Future<Void> pollAll(List<OpenLabOrder> open) {
    Future<Void> done = Future.succeededFuture();
    for (OpenLabOrder one : open) {
      if (!one.requests().isEmpty()) {
        done = done.compose(v -> stopped ? Future.succeededFuture() : pollOrder(one));
      }
    }
    return done;
  }

  private Future<Void> pollOrder(OpenLabOrder one) {
    String based = String.join(",", one.requests());
    return fetchPage(
        resolveQuery(
            "DiagnosticReport?based-on="
                + based
                + "&_include=DiagnosticReport:result&_include=DiagnosticReport:specimen"
                + "&_include=DiagnosticReport:subject&_include=DiagnosticReport:based-on"
                + "&_include=DiagnosticReport:performer&_include:iterate=Observation:has-member"),
        MAX_PAGES);
  }

  private TargetUrl resolveQuery(String query) {
    String path = base.path().endsWith("/") ? base.path() : base.path() + "/";
    return new TargetUrl(base.tls(), base.host(), base.literal(), base.port(), path + query);
  }

  private Future<Void> fetchPage(TargetUrl at, int left) {
    return client
        .get(at)
        .compose(
            said -> {
              if (said.status() != 200) {
                throw new FhirTransport.FhirLinkFailure(String.valueOf(said.status()));
              }
              JsonNode bundle = Json.parse(said.body());
              Optional<TargetUrl> next = left > 1 ? nextPage(bundle) : Optional.empty();
              return store(bundle, said.body())
                  .compose(
                      v -> next.map(n -> fetchPage(n, left - 1)).orElse(Future.succeededFuture()));
            });
  }

  /** Stores a bundle, unless it contains no report. */
  private Future<Void> store(JsonNode bundle, byte[] body) {
    boolean reports = false;
    for (JsonNode entry : bundle.path("entry")) {
      reports |= entry.path("resource").path("resourceType").asText().equals("DiagnosticReport");
    }
    if (!reports) {
      return Future.succeededFuture();
    }
    try {
      MessageHeaderFields envelope = inbox.validate(link, body);
      return inbox.storeValidated(link, envelope, canonicalResources(bundle), body).mapEmpty();
    } catch (FhirFault fault) {
      LOG.log(Level.ERROR, "link=%s invalid response: %s".formatted(link.name(), fault.kind()));
      meters.countReceived(link.name(), "refused");
      return Future.succeededFuture();
    }
  }

  /**
   * Returns the bundle's resources in a canonical order, because the envelope of a search result
   * differs each time.
   */
  private static byte[] canonicalResources(JsonNode bundle) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    for (JsonNode entry : bundle.path("entry")) {
      JsonNode r = entry.path("resource");
      sorted.put(r.path("resourceType").asText() + "/" + r.path("id").asText() + r.hashCode(), r);
    }
    ArrayNode out = Json.array();
    sorted.values().forEach(out::add);
    return Json.bytes(out);
  }

  /**
   * Returns the next page, only on the laboratory's own host: the credential must not be sent
   * elsewhere.
   */
  private Optional<TargetUrl> nextPage(JsonNode bundle) {
    for (JsonNode l : bundle.path("link")) {
      if (l.path("relation").asText().equals("next")) {
        try {
          TargetUrl to = TargetUrl.parse(l.path("url").asText());
          boolean same =
              to.tls() == base.tls() && to.host().equals(base.host()) && to.port() == base.port();
          return same ? Optional.of(to) : Optional.empty();
        } catch (TargetUrl.InvalidUrlException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
