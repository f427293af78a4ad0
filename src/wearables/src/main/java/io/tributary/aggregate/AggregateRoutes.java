package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.AggregateConfig;
import io.tributary.core.FieldError;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Routes for queries over a user's data and for the source priorities that rank its sources. */
final class AggregateRoutes implements Routes.Source {
  private static final String QUERY = "/aggregate/v1/user/{user_id}/query";
  private static final String PRIORITIES = "/v2/team/source/priorities";
  private static final int MAX_PRIORITIES = 1000;

  private final Bus bus;
  private final FeatureFlagCache featureFlags;
  private final SourcePriorityRepo priorities;
  private final QueryParser parser;
  private final AggregateConfig limits;
  private final Predicate<String> knownSlug;

  AggregateRoutes(
      Bus bus,
      Db db,
      FeatureFlagCache switches,
      AggregateConfig limits,
      Predicate<String> knownSlug) {
    this.bus = bus;
    this.featureFlags = switches;
    this.priorities = new SourcePriorityRepo(db);
    this.parser = new QueryParser(limits, knownSlug);
    this.limits = limits;
    this.knownSlug = knownSlug;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(HttpMethod.POST, QUERY, RouteAccess.TEAM, limits.maxBodyBytes(), this::query)
        .get(PRIORITIES, RouteAccess.TEAM, this::listPriorities)
        .patch(PRIORITIES, RouteAccess.TEAM, this::patchPriorities);
  }

  private Future<Response> query(RequestContext c) {
    UUID user = c.pathUuid("user_id");
    return AcceptHeader.requireJson(
        c,
        () ->
            requireAggregation(featureFlags, c.tenant())
                .compose(
                    v -> {
                      List<FieldError> faults = new ArrayList<>();
                      Optional<Query.Batch> batch = parser.parseBatch(c.json(), faults);
                      faults.forEach(c::addError);
                      c.requireValid();
                      return bus.<AggregateMessages.RenderedJson>request(
                          Address.AGGREGATE,
                          new AggregateMessages.RunQuery(c.tenant(), user, batch.orElseThrow()));
                    })
                .map(d -> AcceptHeader.jsonResponse(d.json())));
  }

  /** Fails with 403 if aggregation is turned off for the team. */
  static Future<Void> requireAggregation(FeatureFlagCache switches, Tenant tenant) {
    return switches
        .of(tenant)
        .compose(
            s ->
                s.aggregation()
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        ServiceException.featureDisabled("aggregation is off for this team")));
  }

  private Future<Response> listPriorities(RequestContext c) {
    Optional<String> type = c.query().text("data_type");
    if (type.isPresent() && !SourcePriorityRepo.DATA_TYPES.contains(type.get())) {
      c.addError(
          FieldError.query(
              "data_type",
              "Input should be one of: " + String.join(", ", SourcePriorityRepo.DATA_TYPES),
              "enum"));
    }
    c.requireValid();
    return priorities.list(c.tenant(), type).map(Response::ok);
  }

  private Future<Response> patchPriorities(RequestContext c) {
    JsonNode body = c.json();
    List<FieldError> faults = new ArrayList<>();
    List<SourcePriorityRepo.Priority> given =
        readPriorities(new RequestNode(body, List.of("body"), faults));
    faults.forEach(c::addError);
    c.requireValid();
    return bus.<AggregateMessages.JsonReply>request(
            Address.AGGREGATE, new AggregateMessages.SetPriorities(c.tenant(), given))
        .map(s -> Response.ok(s.json()));
  }

  private List<SourcePriorityRepo.Priority> readPriorities(RequestNode body) {
    List<SourcePriorityRepo.Priority> out = new ArrayList<>();
    if (!body.node().isArray()) {
      body.fault("Input should be a valid list", "list_type");
      return out;
    }
    if (body.node().size() > MAX_PRIORITIES) {
      body.fault("List should have at most " + MAX_PRIORITIES + " items", "too_long");
      return out;
    }
    Set<List<String>> pairs = new HashSet<>();
    for (RequestNode item : body.elements()) {
      if (!item.isObject()) {
        continue;
      }
      Optional<String> type =
          item.required("data_type").flatMap(t -> t.oneOf(SourcePriorityRepo.DATA_TYPES));
      Optional<String> provider =
          item.required("provider")
              .flatMap(
                  p ->
                      p.text()
                          .flatMap(
                              slug ->
                                  knownSlug.test(slug)
                                      ? Optional.of(slug)
                                      : p.fault(
                                          "Input should be the slug of a provider or lab",
                                          "enum")));
      Optional<Integer> priority =
          item.required("priority").flatMap(p -> p.integer(Integer.MIN_VALUE, Integer.MAX_VALUE));
      if (type.isPresent() && provider.isPresent() && priority.isPresent()) {
        if (pairs.add(List.of(type.get(), provider.get()))) {
          out.add(new SourcePriorityRepo.Priority(type.get(), provider.get(), priority.get()));
        } else {
          item.fault(
              "this pair of data_type and provider is listed twice; remove one of them",
              "value_error");
        }
      }
    }
    return out;
  }
}
