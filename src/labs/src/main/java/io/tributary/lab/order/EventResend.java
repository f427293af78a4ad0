package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.UUID;

/** Resends the latest webhook of orders. */
final class EventResend {
  static final int MAX_ORDERS = 500;
  private static final Duration MAX_SPAN = Duration.ofDays(60);
  private static final String EXISTING_ORDERS =
      """
      select o.id from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
       where o.team_id = $1 and o.environment = $2 and o.id = any($3::uuid[]) order by o.id
      """;
  private static final String ORDERS_MOVED_BETWEEN =
      """
      select o.id from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
       where o.team_id = $1 and o.environment = $2 and o.status_at >= $3
         and o.status_at <= coalesce($4, now())
       order by o.id limit $5
      """;

  private final OrderLifecycle lifecycle;

  EventResend(OrderLifecycle book) {
    this.lifecycle = book;
  }

  ObjectNode resend(Tx tx, OrderMessages.ResendEvents m) {
    List<UUID> ids = m.start().isPresent() ? ordersMovedBetween(tx, m) : ordersById(tx, m);
    ArrayNode out = Json.array();
    for (UUID id : ids) {
      lifecycle.resendLastEvent(tx, id);
      out.add(id.toString());
    }
    return Json.object().set("order_ids", out);
  }

  private static List<UUID> ordersById(Tx tx, OrderMessages.ResendEvents m) {
    LinkedHashSet<UUID> wanted = new LinkedHashSet<>(m.orders());
    List<UUID> found =
        RowMapping.list(
            tx.query(
                EXISTING_ORDERS,
                m.tenant().team(),
                m.tenant().environment().wire(),
                wanted.toArray(UUID[]::new)),
            r -> r.getUUID("id"));
    if (found.size() < wanted.size()) {
      throw ServiceException.notFound("order");
    }
    return found;
  }

  private static List<UUID> ordersMovedBetween(Tx tx, OrderMessages.ResendEvents m) {
    Instant start = m.start().orElseThrow();
    Instant end = m.end().orElseGet(Instant::now);
    if (end.isBefore(start)) {
      throw ServiceException.badRequest("end_at must not be before start_at");
    }
    if (Duration.between(start, end).compareTo(MAX_SPAN) > 0) {
      throw ServiceException.badRequest("start_at and end_at must be at most 60 days apart");
    }
    List<UUID> found =
        RowMapping.list(
            tx.query(
                ORDERS_MOVED_BETWEEN,
                m.tenant().team(),
                m.tenant().environment().wire(),
                start,
                m.end().orElse(null),
                MAX_ORDERS + 1),
            r -> r.getUUID("id"));
    if (found.size() > MAX_ORDERS) {
      throw ServiceException.badRequest(
          "more than " + MAX_ORDERS + " orders changed in this period: choose a shorter period");
    }
    return found;
  }
}
