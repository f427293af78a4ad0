package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.AggregateConfig;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.KeysetCursor;
import io.tributary.core.Tenant;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Management routes for continuous queries. */
final class ContinuousRoutes implements Routes.Source {
  private static final String BASE = ManagementPath.TEAM + "/continuous_query";
  private static final String ONE = BASE + "/{query_id}";
  private static final String VALIDATE = ManagementPath.TEAM + "/validate_continuous_query";

  private final ContinuousQueryRepo queries;
  private final ContinuousParser parser;
  private final FeatureFlagCache featureFlags;
  private final AggregateConfig limits;

  ContinuousRoutes(
      ContinuousQueryRepo queries,
      ContinuousParser parser,
      FeatureFlagCache switches,
      AggregateConfig limits) {
    this.queries = queries;
    this.parser = parser;
    this.featureFlags = switches;
    this.limits = limits;
  }

  @Override
  public void mount(Routes routes) {
    int body = limits.maxBodyBytes();
    routes
        .get(BASE, RouteAccess.MANAGEMENT, this::list)
        .add(HttpMethod.POST, BASE, RouteAccess.MANAGEMENT, body, this::create)
        .get(ONE, RouteAccess.MANAGEMENT, this::get)
        .patch(ONE, RouteAccess.MANAGEMENT, this::patch)
        .delete(ONE, RouteAccess.MANAGEMENT, this::archive)
        .add(HttpMethod.POST, VALIDATE, RouteAccess.MANAGEMENT, body, this::validate);
  }

  /**
   * Returns team and environment of the path. Fails unless the team belongs to the organization and
   * has aggregation turned on.
   */
  private Future<Tenant> requireTenant(RequestContext c) {
    Tenant tenant = ManagementPath.tenant(c);
    return queries
        .requireOwned(c.organisation(), tenant.team())
        .compose(v -> AggregateRoutes.requireAggregation(featureFlags, tenant))
        .map(v -> tenant);
  }

  private <T> T read(RequestContext c, BiFunction<JsonNode, List<FieldError>, Optional<T>> reader) {
    String type = c.query().text("query_type").orElse("team");
    if (!type.equals("team")) {
      c.addError(FieldError.query("query_type", "Input should be: team", "enum"));
    }
    List<FieldError> faults = new ArrayList<>();
    Optional<T> read = reader.apply(c.json(), faults);
    faults.forEach(c::addError);
    c.requireValid();
    return read.orElseThrow();
  }

  private Future<Response> create(RequestContext c) {
    return requireTenant(c)
        .compose(
            t -> {
              ContinuousParser.Definition d = read(c, parser::parseCreate);
              return queries.create(t, d);
            })
        .map(this::response);
  }

  private Future<Response> validate(RequestContext c) {
    return requireTenant(c)
        .map(
            t -> {
              ContinuousParser.Definition d = read(c, parser::parseCreate);
              ObjectNode out = Json.object();
              out.set("result_table_schema", ContinuousQueryRepo.schema(d.query()));
              ArrayNode resources = out.putArray("resource_dependencies");
              for (String r : ContinuousQueryRepo.resources(d.query())) {
                resources.add(r);
              }
              out.putNull("fhir_observation_previews");
              return Response.ok(out);
            });
  }

  private Future<Response> get(RequestContext c) {
    UUID id = c.pathUuid("query_id");
    return requireTenant(c).compose(t -> queries.get(t, id)).map(this::response);
  }

  private Future<Response> patch(RequestContext c) {
    UUID id = c.pathUuid("query_id");
    return requireTenant(c)
        .compose(
            t -> {
              ContinuousParser.QueryPatch change = read(c, parser::parsePatch);
              return queries.patch(t, id, change);
            })
        .map(this::response);
  }

  private Future<Response> archive(RequestContext c) {
    UUID id = c.pathUuid("query_id");
    return requireTenant(c)
        .compose(t -> queries.archive(t, id))
        .map(v -> Response.ok(Json.object().put("success", true)));
  }

  private Future<Response> list(RequestContext c) {
    int limit = c.query().integer("limit", 50, 1, 250);
    String cursor = c.query().text("next_cursor").orElse(null);
    c.requireValid();
    List<Object> filters =
        List.of("continuous_query", c.pathParameter("team_id"), c.pathParameter("environment"));
    return requireTenant(c)
        .compose(
            t -> {
              KeysetCursor after = KeysetCursor.decode(cursor, filters);
              return queries.page(t, after.at(), after.id(), limit + 1);
            })
        .map(
            found -> {
              boolean more = found.size() > limit;
              List<ContinuousQueryRepo.ListedQuery> page = more ? found.subList(0, limit) : found;
              ObjectNode out = Json.object();
              ArrayNode data = out.putArray("data");
              page.forEach(q -> data.add(withSchema(q.json())));
              ContinuousQueryRepo.ListedQuery last = more ? page.getLast() : null;
              return Response.ok(
                  out.put(
                      "next_cursor",
                      last == null ? null : KeysetCursor.encode(filters, last.at(), last.id())));
            });
  }

  private Response response(ObjectNode query) {
    return Response.ok(withSchema(query));
  }

  /** Adds the result schema if the stored query is still valid. */
  private ObjectNode withSchema(ObjectNode query) {
    parser
        .parseStored(query.get("query").toString(), new ArrayList<>())
        .ifPresent(q -> query.set("result_table_schema", ContinuousQueryRepo.schema(q)));
    return query;
  }
}
