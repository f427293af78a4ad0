package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.AggregateConfig;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.ManagementPath;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Keyset;
import io.tributary.kernel.Tenant;
import io.tributary.team.SwitchBook;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Management of continuous queries. */
final class ContinuousRoutes implements Routes.Source {
  private static final String BASE = ManagementPath.TEAM + "/continuous_query";
  private static final String ONE = BASE + "/{query_id}";
  private static final String VALIDATE = ManagementPath.TEAM + "/validate_continuous_query";

  private final ContinuousQueries queries;
  private final ContinuousParser parser;
  private final SwitchBook switches;
  private final AggregateConfig limits;

  ContinuousRoutes(
      ContinuousQueries queries,
      ContinuousParser parser,
      SwitchBook switches,
      AggregateConfig limits) {
    this.queries = queries;
    this.parser = parser;
    this.switches = switches;
    this.limits = limits;
  }

  @Override
  public void mount(Routes routes) {
    int body = limits.maxBodyBytes();
    routes
        .get(BASE, Access.MANAGEMENT, this::list)
        .add(HttpMethod.POST, BASE, Access.MANAGEMENT, body, this::create)
        .get(ONE, Access.MANAGEMENT, this::one)
        .patch(ONE, Access.MANAGEMENT, this::patch)
        .delete(ONE, Access.MANAGEMENT, this::archive)
        .add(HttpMethod.POST, VALIDATE, Access.MANAGEMENT, body, this::validate);
  }

  /** Team and environment of the path, if the team is the organisation's and may aggregate. */
  private Future<Tenant> scope(Call c) {
    Tenant tenant = ManagementPath.tenant(c);
    return queries
        .owned(c.organisation(), tenant.team())
        .compose(v -> AggregateRoutes.on(switches, tenant))
        .map(v -> tenant);
  }

  private <T> T read(Call c, BiFunction<JsonNode, List<InputFault>, Optional<T>> reader) {
    String type = c.query().text("query_type").orElse("team");
    if (!type.equals("team")) {
      c.fault(InputFault.query("query_type", "Input should be: team", "enum"));
    }
    List<InputFault> faults = new ArrayList<>();
    Optional<T> read = reader.apply(c.json(), faults);
    faults.forEach(c::fault);
    c.check();
    return read.orElseThrow();
  }

  private Future<Reply> create(Call c) {
    return scope(c)
        .compose(
            t -> {
              ContinuousParser.Definition d = read(c, parser::create);
              return queries.create(t, d);
            })
        .map(this::shown);
  }

  private Future<Reply> validate(Call c) {
    return scope(c)
        .map(
            t -> {
              ContinuousParser.Definition d = read(c, parser::create);
              ObjectNode out = Json.object();
              out.set("result_table_schema", ContinuousQueries.schema(d.query()));
              ArrayNode resources = out.putArray("resource_dependencies");
              for (String r : ContinuousQueries.resources(d.query())) {
                resources.add(r);
              }
              out.putNull("fhir_observation_previews");
              return Reply.ok(out);
            });
  }

  private Future<Reply> one(Call c) {
    UUID id = c.pathUuid("query_id");
    return scope(c).compose(t -> queries.one(t, id)).map(this::shown);
  }

  private Future<Reply> patch(Call c) {
    UUID id = c.pathUuid("query_id");
    return scope(c)
        .compose(
            t -> {
              ContinuousParser.Change change = read(c, parser::patch);
              return queries.patch(t, id, change);
            })
        .map(this::shown);
  }

  private Future<Reply> archive(Call c) {
    UUID id = c.pathUuid("query_id");
    return scope(c)
        .compose(t -> queries.archive(t, id))
        .map(v -> Reply.ok(Json.object().put("success", true)));
  }

  private Future<Reply> list(Call c) {
    int limit = c.query().integer("limit", 50, 1, 250);
    String cursor = c.query().text("next_cursor").orElse(null);
    c.check();
    List<Object> filters = List.of("continuous_query", c.path("team_id"), c.path("environment"));
    return scope(c)
        .compose(
            t -> {
              Keyset after = Keyset.read(cursor, filters);
              return queries.page(t, after.at(), after.id(), limit + 1);
            })
        .map(
            found -> {
              boolean more = found.size() > limit;
              List<ContinuousQueries.Listed> page = more ? found.subList(0, limit) : found;
              ObjectNode out = Json.object();
              ArrayNode data = out.putArray("data");
              page.forEach(q -> data.add(described(q.json())));
              ContinuousQueries.Listed last = more ? page.getLast() : null;
              return Reply.ok(
                  out.put(
                      "next_cursor",
                      last == null ? null : Keyset.write(filters, last.at(), last.id())));
            });
  }

  private Reply shown(ObjectNode query) {
    return Reply.ok(described(query));
  }

  /** With the schema of its result, if it can still be read. */
  private ObjectNode described(ObjectNode query) {
    parser
        .stored(query.get("query").toString(), new ArrayList<>())
        .ifPresent(q -> query.set("result_table_schema", ContinuousQueries.schema(q)));
    return query;
  }
}
