package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.Cursor;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Rows;
import io.tributary.http.JsonFields;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.tributary.team.LabFeature;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Routes for unmatched results, for teams that review these themselves. */
final class UnmatchedRoutes implements Routes.Source {
  private static final String ALL = "/v3/unmatched_result";
  private static final String ONE = ALL + "/{raw_result_id}";
  private static final int PAGE = 50;
  private static final int MOST = 100;
  private static final int NOTE = 1000;

  private final Bus bus;
  private final FeatureFlagCache switches;
  private final UnmatchedReads reads;

  UnmatchedRoutes(Bus bus, FeatureFlagCache switches, UnmatchedReads reads) {
    this.bus = bus;
    this.switches = switches;
    this.reads = reads;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(ALL, RouteAccess.TEAM, this::page);
    routes.get(ONE, RouteAccess.TEAM, this::one);
    routes.post(ONE + "/accept", RouteAccess.TEAM, this::accept);
    routes.post(ONE + "/resolve", RouteAccess.TEAM, this::resolve);
  }

  private Future<Void> allowed(Tenant tenant) {
    return switches
        .of(tenant)
        .map(
            s -> {
              if (!s.lab().contains(LabFeature.UNMATCHED_REVIEW)) {
                throw ServiceException.invalid("unmatched_review is off for this team");
              }
              return null;
            });
  }

  private Future<Response> page(RequestContext call) {
    QueryParameters q = call.query();
    UnmatchedReads.Filter filter =
        new UnmatchedReads.Filter(
            q.choice(
                "status",
                ReviewStatus::of,
                Arrays.stream(ReviewStatus.values()).map(ReviewStatus::text).toList()),
            q.choice(
                "decision_code",
                MatchDecision::of,
                Arrays.stream(MatchDecision.values()).map(MatchDecision::text).toList()),
            q.text("lab_slug"),
            q.date("created_at_start"),
            q.date("created_at_end"),
            q.text("search_input").orElse(""));
    int limit = q.integer("limit", PAGE, 1, MOST);
    String cursor = q.text("next_cursor").orElse(null);
    call.check();
    List<?> filters = List.of("unmatched_result", filter);
    Optional<UnmatchedReads.Place> after =
        Cursor.read(cursor, filters, 2).map(p -> place(p.get(0), p.get(1)));
    return allowed(call.tenant())
        .compose(ok -> reads.count(call.tenant(), filter))
        .compose(
            total ->
                reads
                    .page(call.tenant(), filter, after, limit + 1)
                    .map(rows -> Response.ok(page(rows, limit, total, filters))));
  }

  private static UnmatchedReads.Place place(String at, String id) {
    return new UnmatchedReads.Place(Times.instant(at).orElseThrow(Cursor::broken), Cursor.uuid(id));
  }

  private static ObjectNode page(List<Row> rows, int limit, long total, List<?> filters) {
    List<Row> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    ObjectNode out = Json.object();
    ArrayNode data = out.putArray("data");
    shown.forEach(r -> data.add(UnmatchedReads.json(r)));
    Row last = rows.size() > limit ? shown.getLast() : null;
    out.put(
        "next_cursor",
        last == null
            ? null
            : Cursor.write(
                filters,
                List.of(
                    Times.wire(Rows.instant(last, "created_at")), last.getUUID("id").toString())));
    return out.put("total", total);
  }

  private Future<Response> one(RequestContext call) {
    UUID id = call.pathUuid("raw_result_id");
    return allowed(call.tenant()).compose(ok -> reads.one(call.tenant(), id)).map(Response::ok);
  }

  private Future<Response> accept(RequestContext call) {
    UUID id = call.pathUuid("raw_result_id");
    JsonFields body = call.bodyOrEmpty();
    UnmatchedMessages.Accept message =
        new UnmatchedMessages.Accept(
            call.tenant(),
            id,
            body.uuid("order_id"),
            body.uuid("user_id"),
            body.text("note", NOTE));
    call.check();
    return allowed(call.tenant())
        .compose(ok -> bus.<UnmatchedMessages.Accepted>ask(Address.LAB_RESULT, message))
        .map(done -> Response.ok(done.order()));
  }

  private Future<Response> resolve(RequestContext call) {
    UUID id = call.pathUuid("raw_result_id");
    JsonFields body = call.body();
    String action =
        body.requiredChoice(
            "action",
            w -> Optional.of(w).filter(List.of("reject", "unsure")::contains),
            List.of("reject", "unsure"));
    Optional<String> note = body.text("note", NOTE);
    call.check();
    return allowed(call.tenant())
        .compose(
            ok ->
                bus.<UnmatchedMessages.Resolved>ask(
                    Address.LAB_RESULT,
                    new UnmatchedMessages.Resolve(
                        call.tenant(), id, action.equals("reject"), note)))
        .compose(done -> reads.one(call.tenant(), done.id()))
        .map(Response::ok);
  }
}
