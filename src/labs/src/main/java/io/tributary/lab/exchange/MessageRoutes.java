package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Operator routes for messages that need attention. They never show message content. A message
 * without an order belongs to no team; the installation's first organization handles it.
 */
final class MessageRoutes implements Routes.Source {
  private static final String PATH = "/v1/org/{org_id}/lab_message";
  private static final List<String> OUTCOMES = List.of("accepted", "refused");

  private static final String OWNED =
      """
      case when m.order_id is null
        then $1 = (select id from organisation order by created_at, id limit 1)
        else exists (select 1 from lab_order o join team t on t.id = o.team_id
                      where o.id = m.order_id and t.org_id = $1) end
      """;

  private static final String LIST =
      """
      select m.id, m.connection_name, m.direction, m.kind, m.order_id, m.control_id, m.state, m.attempt, m.ack_code,
             m.error, m.unparsed_segments, m.created_at
        from lab_message m
       where (m.state = 'parked' or m.state = 'awaiting' and m.due_at < now()
              or m.state = 'unmatched' and exists (
                   select from lab_unmatched_result u
                    where u.lab_message_id = m.id and u.status = 'pending_ops_review')) and
      """
          + OWNED
          + " order by m.created_at, m.id limit $2";

  private static final String IS_OWNED = "select 1 from lab_message m where m.id = $2 and " + OWNED;

  private final Db db;
  private final LabAckHandler ackHandler;

  MessageRoutes(Db db, LabAckHandler desk) {
    this.db = db;
    this.ackHandler = desk;
  }

  @Override
  public void mount(Routes routes) {
    routes.get(PATH, RouteAccess.MANAGEMENT, this::list);
    routes.post(PATH + "/{lab_message_id}/replay", RouteAccess.MANAGEMENT, this::replay);
    routes.post(PATH + "/{lab_message_id}/settle", RouteAccess.MANAGEMENT, this::settle);
  }

  private Future<Response> list(RequestContext call) {
    return OperatorQueue.list(db, call, LIST, MessageRoutes::toJson);
  }

  private static ObjectNode toJson(Row r) {
    UUID order = r.getUUID("order_id");
    return Json.object()
        .put("id", r.getUUID("id").toString())
        .put("link", r.getString("connection_name"))
        .put("direction", r.getString("direction"))
        .put("kind", r.getString("kind"))
        .put("order_id", order == null ? null : order.toString())
        .put("control_id", r.getString("control_id"))
        .put("state", r.getString("state"))
        .put("attempts", r.getInteger("attempt"))
        .put("code", r.getString("ack_code"))
        .put("error", r.getString("error"))
        .put("unread_parts", r.getInteger("unparsed_segments"))
        .put("created_at", Times.format(RowMapping.instant(r, "created_at")));
  }

  private Future<Response> replay(RequestContext call) {
    UUID org = ManagementPath.organisation(call);
    UUID id = call.pathUuid("lab_message_id");
    call.requireValid();
    return db.txAsync(tx -> replay(tx, org, id))
        .map(v -> Response.ok(Json.object().put("success", true)));
  }

  /** Records an outcome that the laboratory reported out of band, for instance by phone. */
  private Future<Response> settle(RequestContext call) {
    UUID org = ManagementPath.organisation(call);
    UUID id = call.pathUuid("lab_message_id");
    call.requireValid();
    // Check the ownership first: a validation error must not reveal that a message exists.
    return db.read(IS_OWNED, org, id)
        .compose(
            found -> {
              if (found.size() == 0) {
                throw ServiceException.notFound("message");
              }
              boolean accepted = parseAccepted(call);
              return db.txAsync(
                  tx -> {
                    requireOwned(tx, org, id);
                    ackHandler.applyOperatorOutcome(tx, id, accepted);
                    return null;
                  });
            })
        .map(v -> Response.ok(Json.object().put("success", true)));
  }

  private static boolean parseAccepted(RequestContext call) {
    String outcome =
        call.body()
            .requiredChoice(
                "outcome", w -> OUTCOMES.contains(w) ? Optional.of(w) : Optional.empty(), OUTCOMES);
    call.requireValid();
    return outcome.equals("accepted");
  }

  private static void requireOwned(Tx tx, UUID org, UUID id) {
    if (tx.first(IS_OWNED, org, id).isEmpty()) {
      throw ServiceException.notFound("message");
    }
  }

  private Void replay(Tx tx, UUID org, UUID id) {
    requireOwned(tx, org, id);
    // The order is locked first, as in all code that writes to both.
    LabMessageRepo.findOutgoing(tx, id).ifPresent(m -> ackHandler.lock(tx, m));
    Row again =
        LabMessageRepo.replay(tx, id)
            .orElseThrow(() -> ServiceException.badRequest("the message is not parked"));
    if (again.getString("direction").equals("out")) {
      ackHandler.replay(tx, again.getUUID("order_id"), again.getString("kind"));
      tx.wakeAfterCommit(LabMessageRepo.outQueue(again.getString("connection_name")));
    } else {
      tx.wakeAfterCommit(LabMessageRepo.IN_QUEUE);
    }
    return null;
  }
}
