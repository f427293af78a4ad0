package io.tributary.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Management routes for the organization and its teams. */
public final class OrgRoutes implements Routes.Source {
  private static final String ORG = "/v1/org/{org_id}";
  private static final String TEAM = ORG + "/team/{team_id}";
  private static final List<String> REGIONS = List.of("us", "eu");
  private static final List<String> ENVIRONMENTS = List.of("production", "sandbox");
  private static final Pattern NAME = Pattern.compile("[A-Za-zÀ-ÖØ-öø-ÿ0-9(),/:'|&_\\- ’]{0,80}");
  private static final String NAME_RULE =
      "String should contain at most 80 letters, digits, spaces and ( ) , / : ' | & _ -";

  private final Bus bus;
  private final TeamRepo teams;
  private final TeamJson json;
  private final String region;

  public OrgRoutes(Bus bus, Db db, String region) {
    this.bus = bus;
    this.teams = new TeamRepo(db);
    this.json = new TeamJson(region);
    this.region = region;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get(ORG, RouteAccess.MANAGEMENT, this::org)
        .get(ORG + "/team", RouteAccess.MANAGEMENT, this::list)
        .post(ORG + "/team", RouteAccess.MANAGEMENT, this::create)
        .get(TEAM, RouteAccess.MANAGEMENT, this::get)
        .patch(TEAM, RouteAccess.MANAGEMENT, this::patch)
        .delete(TEAM, RouteAccess.MANAGEMENT, this::delete)
        .post(ORG + "/resolve_team", RouteAccess.MANAGEMENT, this::resolve)
        .get("/v2/team/{team_id}", RouteAccess.TEAM, this::ownTeam);
  }

  private Future<Response> org(RequestContext c) {
    UUID id = ManagementPath.organisation(c);
    return teams
        .organisationName(id)
        .map(
            name ->
                Response.ok(
                    Json.object()
                        .put("id", id.toString())
                        .put(
                            "name",
                            name.orElseThrow(() -> ServiceException.notFound("organisation")))
                        .putNull("expires_at")));
  }

  private Future<Response> list(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    Optional<UUID> id = c.query().uuid("team_id");
    Optional<String> search = c.query().text("search_query");
    List<String> regions = c.query().texts("region");
    if (search.filter(s -> !NAME.matcher(s).matches()).isPresent()) {
      c.query().addError("search_query", NAME_RULE, "string_pattern_mismatch");
    }
    if (!REGIONS.containsAll(regions)) {
      c.query().addError("region", "Input should be one of: us, eu", "enum");
    }
    c.requireValid();
    List<?> filters = List.of("teams", org, id, search, regions);
    KeysetCursor from = KeysetCursor.decode(c.query().text("next_cursor").orElse(null), filters);
    if (!regions.isEmpty() && !regions.contains(region)) {
      return Future.succeededFuture(Response.ok(page(List.of(), filters)));
    }
    return teams
        .list(org, id, search, from.at(), from.id())
        .map(found -> Response.ok(page(found, filters)));
  }

  private ObjectNode page(List<Team> found, List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode items = out.putArray("teams");
    found.stream().limit(TeamRepo.PAGE_SIZE).forEach(t -> items.add(json.item(t)));
    Team last = found.size() > TeamRepo.PAGE_SIZE ? found.get(TeamRepo.PAGE_SIZE - 1) : null;
    return out.put(
        "next_cursor",
        last == null ? null : KeysetCursor.encode(filters, last.createdOn(), last.id()));
  }

  private Future<Response> create(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    JsonFields body = c.body();
    Optional<UUID> id = body.uuid("id");
    // The nil UUID identifies the installation's own applications.
    if (id.filter(Ids.DEFAULT_APP::equals).isPresent()) {
      body.addError("id", "Input should not be the nil UUID", "value_error");
    }
    String name = body.requiredText("name", 0, 80);
    checkName(body, name);
    String wanted =
        body.requiredChoice("region", v -> Optional.of(v).filter(REGIONS::contains), REGIONS);
    if (wanted != null && !wanted.equals(region)) {
      body.addError("region", "this installation serves the region " + region, "value_error");
    }
    Optional<String> integration = body.text("integration_team_id", 256);
    TeamMessages.SettingsChange settings = settings(body);
    c.requireValid();
    return this.<BusMessage>ask(new TeamMessages.CreateTeam(org, id, name, integration, settings))
        .map(this::changed);
  }

  private Future<Response> get(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID team = c.pathUuid("team_id");
    List<String> shown = c.query().texts("include_environment");
    if (!ENVIRONMENTS.containsAll(shown)) {
      c.query()
          .addError("include_environment", "Input should be one of: production, sandbox", "enum");
    }
    c.requireValid();
    List<Environment> environments =
        shown.stream().map(e -> Environment.of(e).orElseThrow()).toList();
    return teams.find(org, team).map(t -> Response.ok(json.toJson(orNotFound(t), environments)));
  }

  private Future<Response> patch(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    UUID team = c.pathUuid("team_id");
    JsonFields body = c.body();
    Optional<String> name = body.text("name", 80);
    name.ifPresent(n -> checkName(body, n));
    Patch<String> integration = body.patchText("integration_team_id", 0, 256);
    Map<Environment, TeamMessages.SettingsChange> settings = new EnumMap<>(Environment.class);
    for (Environment e : Environment.values()) {
      body.object(e.wire()).ifPresent(f -> settings.put(e, settings(f)));
    }
    c.requireValid();
    return this.<BusMessage>ask(new TeamMessages.PatchTeam(org, team, name, integration, settings))
        .map(this::changed);
  }

  private Future<Response> delete(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    return this.<BusMessage>ask(new TeamMessages.DeleteTeam(org, c.pathUuid("team_id")))
        .map(done -> Response.ok(Json.object()));
  }

  private Future<Response> resolve(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    String integration = c.body().requiredText("integration_team_id", 0, 256);
    c.requireValid();
    return teams
        .findIntegration(org, integration)
        .map(t -> Response.ok(json.toJson(orNotFound(t), List.of())));
  }

  /** Deprecated route on which a team reads itself. */
  private Future<Response> ownTeam(RequestContext c) {
    if (!c.pathUuid("team_id").equals(c.tenant().team())) {
      throw ServiceException.notFound("team");
    }
    return teams
        .find(c.tenant().team())
        .map(t -> Response.ok(json.deprecatedView(orNotFound(t), c.tenant().environment())));
  }

  private static Team orNotFound(Optional<Team> team) {
    return team.orElseThrow(() -> ServiceException.notFound("team"));
  }

  private Response changed(BusMessage reply) {
    return switch (reply) {
      case Team team -> Response.ok(json.toJson(team, List.of()));
      case TeamMessages.IntegrationTaken taken ->
          Response.of(
              409,
              Json.object()
                  .put("detail", "integration_team_id is already in use")
                  .put("team_id", taken.team().toString()));
      default -> throw new IllegalStateException(reply.getClass().getName());
    };
  }

  private static void checkName(JsonFields body, String name) {
    if (name != null && !NAME.matcher(name).matches()) {
      body.addError("name", NAME_RULE, "string_pattern_mismatch");
    }
  }

  private static TeamMessages.SettingsChange settings(JsonFields f) {
    return new TeamMessages.SettingsChange(
        f.flag("link_migration"),
        f.flag("reject_duplicate_connection"),
        f.flag("sdk_per_device_activity_timeseries"),
        f.flag("provider_raw_data"),
        f.flag("aggregation"),
        labFeatures(f),
        f.patch(
            "brand_information", v -> f.object("brand_information").map(TeamBranding.Change::of)),
        f.patch("logo_url", v -> logo(f, v.textValue())));
  }

  private static Map<LabFeature, Boolean> labFeatures(JsonFields f) {
    Map<LabFeature, Boolean> out = new EnumMap<>(LabFeature.class);
    for (LabFeature s : LabFeature.values()) {
      f.flag(s.wire()).ifPresent(on -> out.put(s, on));
    }
    return out;
  }

  private static Optional<String> logo(JsonFields f, String text) {
    try {
      if (text != null && text.length() <= 2083) {
        URI uri = URI.create(text);
        if (uri.getHost() != null
            && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
          return Optional.of(text);
        }
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    return f.addError("logo_url", "Input should be an absolute http(s) URL", "url_parsing");
  }

  private <R extends BusMessage> Future<R> ask(TeamMessages message) {
    return bus.request(Address.TEAM, message);
  }
}
