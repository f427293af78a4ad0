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
import io.tributary.db.RowMapping;
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
  private static final int DEFAULT_PAGE_SIZE = 50;
  private static final int MAX_PAGE_SIZE = 100;
  private static final int MAX_NOTE = 1000;

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
    routes.get(ONE, RouteAccess.TEAM, this::getItem);
    routes.post(ONE + "/accept", RouteAccess.TEAM, this::accept);
    routes.post(ONE + "/resolve", RouteAccess.TEAM, this::resolve);
  }

  private Future<Void> requireEnabled(Tenant tenant) {
    return switches
        .of(tenant)
        .map(
            s -> {
              if (!s.lab().contains(LabFeature.UNMATCHED_REVIEW)) {
                throw ServiceException.badRequest("unmatched_review is off for this team");
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
                ReviewStatus::fromWireName,
                Arrays.stream(ReviewStatus.values()).map(ReviewStatus::wireName).toList()),
            q.choice(
                "decision_code",
                MatchDecision::fromWireName,
                Arrays.stream(MatchDecision.values()).map(MatchDecision::wireName).toList()),
            q.text("lab_slug"),
            q.date("created_at_start"),
            q.date("created_at_end"),
            q.text("search_input").orElse(""));
    int limit = q.integer("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE);
    String cursor = q.text("next_cursor").orElse(null);
    call.requireValid();
    List<?> filters = List.of("unmatched_result", filter);
    Optional<UnmatchedReads.UnmatchedPosition> after =
        Cursor.decode(cursor, filters, 2).map(p -> parsePosition(p.get(0), p.get(1)));
    return requireEnabled(call.tenant())
        .compose(ok -> reads.count(call.tenant(), filter))
        .compose(
            total ->
                reads
                    .page(call.tenant(), filter, after, limit + 1)
                    .map(rows -> Response.ok(page(rows, limit, total, filters))));
  }

  private static UnmatchedReads.UnmatchedPosition parsePosition(String at, String id) {
    return new UnmatchedReads.UnmatchedPosition(
        Times.parseInstant(at).orElseThrow(Cursor::malformed), Cursor.parseUuid(id));
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
            : Cursor.encode(
                filters,
                List.of(
                    Times.format(RowMapping.instant(last, "created_at")),
                    last.getUUID("id").toString())));
    return out.put("total", total);
  }

  private Future<Response> getItem(RequestContext call) {
    UUID id = call.pathUuid("raw_result_id");
    return requireEnabled(call.tenant())
        .compose(ok -> reads.requireOne(call.tenant(), id))
        .map(Response::ok);
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
            body.text("note", MAX_NOTE));
    call.requireValid();
    return requireEnabled(call.tenant())
        .compose(ok -> bus.<UnmatchedMessages.Accepted>request(Address.LAB_RESULT, message))
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
    Optional<String> note = body.text("note", MAX_NOTE);
    call.requireValid();
    return requireEnabled(call.tenant())
        .compose(
            ok ->
                bus.<UnmatchedMessages.Resolved>request(
                    Address.LAB_RESULT,
                    new UnmatchedMessages.Resolve(
                        call.tenant(), id, action.equals("reject"), note)))
        .compose(done -> reads.requireOne(call.tenant(), done.id()))
        .map(Response::ok);
  }
}
