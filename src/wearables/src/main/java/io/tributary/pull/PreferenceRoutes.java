package io.tributary.pull;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Cursor;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.http.JsonFields;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Routes of the data pull preferences: how far back the pulls of a team reach. */
final class PreferenceRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/team_data_pull_preferences/{env}/{region}";
  private static final int DEFAULT_LIMIT = 5;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_TEAMS = 1000;

  private static final String PAGE =
      """
      with page as (
        select id from team
         where org_id = $1 and (cardinality($3::uuid[]) = 0 or id = any ($3))
           and ($4::uuid is null or id > $4)
         order by id limit $5
      )
      select page.id, p.provider, p.resource, p.historical_days
        from page left join pull_preference p on p.team_id = page.id and p.environment = $2
       order by page.id, p.provider, p.resource
      """;

  private final Db db;
  private final Bus bus;
  private final PreferenceRules rules;
  private final String region;

  PreferenceRoutes(Db db, Bus bus, PreferenceRules rules, String region) {
    this.db = db;
    this.bus = bus;
    this.rules = rules;
    this.region = region;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(PATH, RouteAccess.MANAGEMENT, this::list);
    routes.post(PATH, RouteAccess.MANAGEMENT, this::put);
    routes.delete(PATH, RouteAccess.MANAGEMENT, this::remove);
  }

  private static List<String> providers(QueryParameters q) {
    List<String> out = q.texts("provider");
    if (!PreferenceRules.PROVIDERS.containsAll(out)) {
      q.addError(
          "provider",
          "Input should be one of: " + String.join(", ", PreferenceRules.PROVIDERS),
          "enum");
    }
    return out;
  }

  private Future<Response> list(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    QueryParameters q = call.query();
    List<UUID> teams = q.uuids("team_id");
    List<String> wanted = providers(q);
    int limit = q.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    String cursor = q.text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("preferences", call.organisation(), environment, teams, wanted);
    UUID after =
        Cursor.decode(cursor, filters, 1).map(p -> Cursor.parseUuid(p.getFirst())).orElse(null);
    return page(call.organisation(), environment, teams, after, limit + 1)
        .map(rows -> Response.ok(body(rows, wanted, limit, filters)));
  }

  private Future<RowSet<Row>> page(
      UUID organisation, Environment environment, List<UUID> teams, UUID after, int limit) {
    return db.read(
        PAGE, organisation, environment.wire(), teams.toArray(UUID[]::new), after, limit);
  }

  private Future<Response> put(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    JsonFields body = call.body();
    List<UUID> teams = body.requiredUuids("team_ids", MAX_TEAMS);
    Map<String, PreferenceMessages.HistoryDays> days = new LinkedHashMap<>();
    body.requiredObject("providers")
        .ifPresent(
            p ->
                p.node()
                    .fieldNames()
                    .forEachRemaining(slug -> provider(p, slug).ifPresent(d -> days.put(slug, d))));
    call.requireValid();
    return bus.request(
            Address.PREFERENCE,
            new PreferenceMessages.Put(call.organisation(), environment, teams, days))
        .compose(
            done ->
                teams.isEmpty()
                    ? Future.succeededFuture(Response.ok(empty()))
                    : page(call.organisation(), environment, teams, null, teams.size())
                        .map(
                            rows ->
                                Response.ok(
                                    body(
                                        rows,
                                        List.copyOf(days.keySet()),
                                        teams.size(),
                                        List.of()))));
  }

  private Optional<PreferenceMessages.HistoryDays> provider(JsonFields providers, String slug) {
    if (!rules.configurable(slug)) {
      return providers.addError(
          slug, "the range of this provider cannot be configured", "value_error");
    }
    return providers
        .requiredObject(slug)
        .flatMap(
            one -> {
              Optional<Integer> general = one.requiredObject("default").map(this::days);
              Map<Resource, Integer> overrides = new HashMap<>();
              one.object("resource_overrides")
                  .ifPresent(
                      all ->
                          all.node()
                              .fieldNames()
                              .forEachRemaining(name -> override(slug, all, name, overrides)));
              return general.map(g -> new PreferenceMessages.HistoryDays(g, overrides));
            });
  }

  private void override(String slug, JsonFields all, String name, Map<Resource, Integer> into) {
    Optional<Resource> resource = Resource.of(name);
    if (resource.isEmpty() || !rules.configurable(slug, resource.get())) {
      all.addError(name, "no range can be configured for this resource", "value_error");
      return;
    }
    all.requiredObject(name).map(this::days).ifPresent(d -> into.put(resource.get(), d));
  }

  /** Returns the number of days, or null after recording a validation error. */
  private Integer days(JsonFields one) {
    return one.requiredInteger("historical_days_to_pull", 1, rules.globalMaxDays());
  }

  private Future<Response> remove(RequestContext call) {
    Environment environment = ManagementPath.environment(call, region);
    QueryParameters q = call.query();
    List<UUID> teams = q.uuids("team_id");
    List<String> wanted = providers(q);
    call.requireValid();
    return bus.request(
            Address.PREFERENCE,
            new PreferenceMessages.Remove(call.organisation(), environment, teams, wanted))
        .map(done -> Response.ok(Json.object()));
  }

  private static ObjectNode empty() {
    ObjectNode out = Json.object();
    out.putArray("data_pull_preferences");
    return out.putNull("next_cursor");
  }

  private ObjectNode body(RowSet<Row> rows, List<String> wanted, int limit, List<?> filters) {
    Map<UUID, Map<String, Map<String, Integer>>> teams = new LinkedHashMap<>();
    for (Row r : rows) {
      Map<String, Map<String, Integer>> set =
          teams.computeIfAbsent(r.getUUID("id"), k -> new HashMap<>());
      if (r.getString("provider") != null) {
        set.computeIfAbsent(r.getString("provider"), k -> new LinkedHashMap<>())
            .put(r.getString("resource"), r.getInteger("historical_days"));
      }
    }
    List<UUID> ids = new ArrayList<>(teams.keySet());
    boolean more = ids.size() > limit;
    ObjectNode out = empty();
    var list = out.withArrayProperty("data_pull_preferences");
    for (UUID id : more ? ids.subList(0, limit) : ids) {
      ObjectNode team = list.addObject().put("team_id", id.toString());
      ObjectNode providers = team.putObject("providers");
      for (String slug : wanted.isEmpty() ? PreferenceRules.PROVIDERS : wanted) {
        providers.set(slug, provider(slug, teams.get(id).getOrDefault(slug, Map.of())));
      }
    }
    if (more) {
      out.put("next_cursor", Cursor.encode(filters, List.of(ids.get(limit - 1).toString())));
    }
    return out;
  }

  private ObjectNode provider(String slug, Map<String, Integer> set) {
    ObjectNode out = Json.object();
    out.set("default", days(set.getOrDefault("", rules.defaultDays(slug)), rules.maxDays(slug)));
    ObjectNode overrides = Json.object();
    set.forEach((resource, n) -> overrides.set(resource, days(n, rules.maxDays(slug))));
    overrides.remove("");
    // Fixed ranges are shown as they are.
    rules.fixedDays(slug).forEach((resource, n) -> overrides.set(resource.wire(), days(n, n)));
    out.set("resource_overrides", overrides.isEmpty() ? NullNode.instance : overrides);
    return out;
  }

  private static ObjectNode days(int days, int limit) {
    return Json.object()
        .put("historical_days_to_pull", days)
        .put("historical_days_to_pull_limit", limit);
  }
}
