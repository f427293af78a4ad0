package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.AggregateConfig;
import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.tributary.team.SwitchBook;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** Queries of a user's data, and the source priorities that they go by. */
final class AggregateRoutes implements Routes.Source {
  private static final String QUERY = "/aggregate/v1/user/{user_id}/query";
  private static final String PRIORITIES = "/v2/team/source/priorities";
  private static final int MOST_PRIORITIES = 1000;

  private final Bus bus;
  private final SwitchBook switches;
  private final Priorities priorities;
  private final QueryParser parser;
  private final AggregateConfig limits;
  private final Predicate<String> knownSlug;

  AggregateRoutes(
      Bus bus, Db db, SwitchBook switches, AggregateConfig limits, Predicate<String> knownSlug) {
    this.bus = bus;
    this.switches = switches;
    this.priorities = new Priorities(db);
    this.parser = new QueryParser(limits, knownSlug);
    this.limits = limits;
    this.knownSlug = knownSlug;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .add(HttpMethod.POST, QUERY, Access.TEAM, limits.maxBodyBytes(), this::query)
        .get(PRIORITIES, Access.TEAM, this::list)
        .patch(PRIORITIES, Access.TEAM, this::patch);
  }

  private Future<Reply> query(Call c) {
    UUID user = c.pathUuid("user_id");
    return Accepted.json(
        c,
        () ->
            on(switches, c.tenant())
                .compose(
                    v -> {
                      List<InputFault> faults = new ArrayList<>();
                      Optional<Query.Batch> batch = parser.batch(c.json(), faults);
                      faults.forEach(c::fault);
                      c.check();
                      return bus.<AggregateMessages.Document>ask(
                          Address.AGGREGATE,
                          new AggregateMessages.RunQuery(c.tenant(), user, batch.orElseThrow()));
                    })
                .map(d -> Accepted.document(d.json())));
  }

  /** Fails with 403 while aggregation is off for the team. */
  static Future<Void> on(SwitchBook switches, Tenant tenant) {
    return switches
        .of(tenant)
        .compose(
            s ->
                s.aggregation()
                    ? Future.succeededFuture()
                    : Future.failedFuture(Refusal.switchedOff("aggregation is off for this team")));
  }

  private Future<Reply> list(Call c) {
    Optional<String> type = c.query().text("data_type");
    if (type.isPresent() && !Priorities.DATA_TYPES.contains(type.get())) {
      c.fault(
          InputFault.query(
              "data_type",
              "Input should be one of: " + String.join(", ", Priorities.DATA_TYPES),
              "enum"));
    }
    c.check();
    return priorities.list(c.tenant(), type).map(Reply::ok);
  }

  private Future<Reply> patch(Call c) {
    JsonNode body = c.json();
    List<InputFault> faults = new ArrayList<>();
    List<Priorities.Priority> given = read(new Input(body, List.of("body"), faults));
    faults.forEach(c::fault);
    c.check();
    return bus.<AggregateMessages.Shown>ask(
            Address.AGGREGATE, new AggregateMessages.SetPriorities(c.tenant(), given))
        .map(s -> Reply.ok(s.json()));
  }

  private List<Priorities.Priority> read(Input body) {
    List<Priorities.Priority> out = new ArrayList<>();
    if (!body.node().isArray()) {
      body.fault("Input should be a valid list", "list_type");
      return out;
    }
    if (body.node().size() > MOST_PRIORITIES) {
      body.fault("List should have at most " + MOST_PRIORITIES + " items", "too_long");
      return out;
    }
    Set<List<String>> pairs = new HashSet<>();
    for (Input item : body.elements()) {
      if (!item.isObject()) {
        continue;
      }
      Optional<String> type =
          item.required("data_type").flatMap(t -> t.oneOf(Priorities.DATA_TYPES));
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
          item.required("priority").flatMap(p -> p.whole(Integer.MIN_VALUE, Integer.MAX_VALUE));
      if (type.isPresent() && provider.isPresent() && priority.isPresent()) {
        if (pairs.add(List.of(type.get(), provider.get()))) {
          out.add(new Priorities.Priority(type.get(), provider.get(), priority.get()));
        } else {
          item.fault("this data_type and provider are listed twice", "value_error");
        }
      }
    }
    return out;
  }
}
