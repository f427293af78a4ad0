package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Cursor;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Patch;
import io.tributary.db.Db;
import io.tributary.delivery.DestinationKind;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.outbound.SsrfPolicy;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Routes for streaming destinations in the management API. */
public final class PipelineRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/team_etl_pipelines/{env}/{region}";
  private static final int PAGE = 50;
  private static final int MAX_TEAMS = 1000;
  private static final int MAX_PREFIXES = 500;

  /** Kinds in the API that this version does not implement. */
  private static final List<String> UNSUPPORTED = List.of("cloud_pubsub", "azure_amqp");

  private static final List<String> KINDS = kinds();
  private static final String WEBHOOKS_ALIAS = "webhook_portal";

  private final Bus bus;
  private final PipelineRepo pipelines;
  private final BrokerConfigJson connections;
  private final String region;

  public PipelineRoutes(Bus bus, Db db, Encryption secrets, SsrfPolicy rules, String region) {
    this.bus = bus;
    this.pipelines = new PipelineRepo(db, secrets);
    this.connections = new BrokerConfigJson(rules);
    this.region = region;
  }

  private static List<String> kinds() {
    List<String> out = new ArrayList<>(List.of(EventPipeline.WEBHOOKS));
    EventPipeline.BROKERS.forEach(k -> out.add(k.wire()));
    return List.copyOf(out);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(PATH, RouteAccess.MANAGEMENT, this::list)
        .post(PATH, RouteAccess.MANAGEMENT, this::put)
        .delete(PATH, RouteAccess.MANAGEMENT, this::remove);
  }

  private Future<Response> list(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    Optional<UUID> team = call.query().uuid("team_id");
    String cursor = call.query().text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("pipelines", call.organisation(), environment, team);
    UUID after =
        Cursor.decode(cursor, filters, 1).map(p -> Cursor.parseUuid(p.getFirst())).orElse(null);
    return pipelines
        .page(call.organisation(), environment, team, after, PAGE + 1)
        .map(
            found -> {
              boolean more = found.size() > PAGE;
              List<EventPipeline> page = more ? found.subList(0, PAGE) : found;
              ObjectNode out = Json.object();
              out.set("pipelines", array(page));
              return Response.ok(
                  out.put(
                      "next_cursor",
                      more
                          ? Cursor.encode(filters, List.of(page.getLast().team().toString()))
                          : null));
            });
  }

  private Future<Response> put(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    JsonFields body = call.body();
    List<UUID> teams = new ArrayList<>(body.uuids("team_ids", MAX_TEAMS).orElse(List.of()));
    body.uuid("team_id").ifPresent(teams::add);
    if (body.raw("team_ids").isEmpty() && body.raw("team_id").isEmpty()) {
      body.addError("team_ids", "Field required", "missing");
    }
    Map<DestinationKind, Patch<JsonNode>> wanted = new EnumMap<>(DestinationKind.class);
    for (DestinationKind kind : EventPipeline.BROKERS) {
      wanted.put(
          kind,
          body.patch(
              kind.wire(),
              v ->
                  body.object(kind.wire())
                      .flatMap(
                          f -> connections.read(f, kind, environment == Environment.SANDBOX))));
    }
    for (String kind : UNSUPPORTED) {
      body.raw(kind).ifPresent(v -> body.addError(kind, unsupported(kind), "value_error"));
    }
    PipelineMessages.Upsert message =
        new PipelineMessages.Upsert(
            new PipelineMessages.Scope(call.organisation(), environment, teams),
            body.flag("push_historical_data"),
            body.flag("provider_raw_data"),
            body.object("preferences").flatMap(PipelineRoutes::preferences),
            body.patch("event_type_prefixes", v -> prefixes(body)),
            wanted);
    call.requireValid();
    return bus.<PipelineMessages.Pipelines>request(Address.PIPELINE, message)
        .map(r -> Response.ok(array(r.pipelines())));
  }

  private static Optional<List<String>> prefixes(JsonFields body) {
    return body.texts("event_type_prefixes", MAX_PREFIXES, 200)
        .map(all -> all.contains("") ? List.of() : all.stream().distinct().toList());
  }

  private static Optional<PipelineMessages.Preferences> preferences(JsonFields given) {
    String preferred = canonical(given.requiredText("preferred", 1, 100));
    if (preferred != null) {
      checkKind(given, "preferred", preferred);
    }
    if (given.raw("enabled").isEmpty()) {
      given.addError("enabled", "Field required", "missing");
    }
    List<String> enabled =
        given.texts("enabled", 20, 100).orElse(List.of()).stream()
            .map(PipelineRoutes::canonical)
            .toList();
    enabled.forEach(kind -> checkKind(given, "enabled", kind));
    return Optional.of(
        new PipelineMessages.Preferences(preferred, enabled.stream().distinct().toList()));
  }

  /** Maps the second name that public clients use for webhook endpoints to the canonical one. */
  private static String canonical(String kind) {
    return WEBHOOKS_ALIAS.equals(kind) ? EventPipeline.WEBHOOKS : kind;
  }

  private static void checkKind(JsonFields given, String name, String kind) {
    if (UNSUPPORTED.contains(kind)) {
      given.addError(name, unsupported(kind), "value_error");
    } else if (!KINDS.contains(kind)) {
      given.addError(name, "Input should be one of: " + String.join(", ", KINDS), "enum");
    }
  }

  private static String unsupported(String kind) {
    return kind + " is not supported by this version; supported: " + String.join(", ", KINDS);
  }

  private Future<Response> remove(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    QueryParameters query = call.query();
    if (query.texts("team_id").isEmpty()) {
      query.addError("team_id", "Field required", "missing");
    }
    List<UUID> teams = query.uuids("team_id");
    call.requireValid();
    return bus.<PipelineMessages.Pipelines>request(
            Address.PIPELINE,
            new PipelineMessages.Remove(
                new PipelineMessages.Scope(call.organisation(), environment, teams)))
        .map(r -> Response.ok(array(r.pipelines())));
  }

  private static ArrayNode array(List<EventPipeline> pipelines) {
    ArrayNode out = Json.MAPPER.createArrayNode();
    pipelines.forEach(p -> out.add(json(p)));
    return out;
  }

  /** Renders a pipeline without passwords. */
  private static ObjectNode json(EventPipeline p) {
    ObjectNode out =
        Json.object()
            .put("team_id", p.team().toString())
            .put("push_historical_data", p.pushHistoricalData())
            .put("provider_raw_data", p.providerRawData());
    ObjectNode preferences = out.putObject("preferences").put("preferred", p.preferred());
    preferences.set("enabled", Json.tree(p.enabled()));
    if (p.enabled().contains(EventPipeline.WEBHOOKS)) {
      out.putObject(EventPipeline.WEBHOOKS);
    } else {
      out.putNull(EventPipeline.WEBHOOKS);
    }
    for (DestinationKind kind : EventPipeline.BROKERS) {
      EventPipeline.BrokerDestination d = p.destinations().get(kind);
      if (d == null) {
        out.putNull(kind.wire());
      } else {
        out.set(
            kind.wire(),
            BrokerConfigJson.masked(kind, d.connection())
                .put("id", d.id())
                .put("disabled", d.off()));
      }
    }
    UNSUPPORTED.forEach(out::putNull);
    out.set("event_type_prefixes", Json.tree(p.prefixes()));
    return out;
  }
}
