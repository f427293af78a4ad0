package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.state.Action;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Changes that customers make to their orders; each returns the changed order. */
final class OrderChanges {
  private static final String ACTIVATE =
      """
      update lab_order set activate_by = $2, activate_at = $3, updated_at = now() where id = $1
      """;

  // An order that is already being sent is not delayed any more.
  private static final String DUE =
      """
      update lab_order_dispatch set due_at = coalesce($2, now())
       where order_id = $1 and kind = 'order' and state = 'waiting' and attempt = 0
         and lease_until is null
      """;

  private static final String SMS =
      "update lab_order set sms_enabled = $2, updated_at = now() where id = $1";

  private final OrderLifecycle book;
  private final OrderPlacement ordering;

  OrderChanges(OrderLifecycle book, OrderPlacement ordering) {
    this.book = book;
    this.ordering = ordering;
  }

  private OrderRow locked(Tx tx, Tenant tenant, UUID id) {
    return book.lock(tx, tenant, id).orElseThrow(() -> ServiceException.notFound("order"));
  }

  ObjectNode cancel(Tx tx, OrderMessages.CancelOrder m) {
    OrderRow order = locked(tx, m.tenant(), m.order());
    book.require(tx, order, Status.of(LowStatus.CANCELLED));
    return book.view(tx, order.id());
  }

  ObjectNode drawn(Tx tx, OrderMessages.ReportDraw m) {
    OrderRow order = locked(tx, m.tenant(), m.order());
    if (!Action.REPORT_DRAW.allowed(order.modality(), order.status().low())) {
      throw ServiceException.invalid(
          "Transition from "
              + order.status().low().text()
              + " to draw_completed is not allowed for "
              + order.modality().method());
    }
    book.require(tx, order, Status.of(LowStatus.DRAW_COMPLETED));
    return book.view(tx, order.id());
  }

  /** Changes the activation day, or activates at once. */
  ObjectNode reschedule(Tx tx, OrderMessages.Reschedule m) {
    OrderRow order = locked(tx, m.tenant(), m.order());
    if (!Action.CHANGE_ACTIVATE_BY.allowed(order.modality(), order.status().low())) {
      throw ServiceException.invalid(
          "activate_by cannot be changed any more: the order is " + order.status().low().text());
    }
    if (order.terms().activateBy().isEmpty()) {
      throw ServiceException.invalid("the order was not made with activate_by");
    }
    String state = order.address().path("state").asText();
    LocalDate today = ordering.today(state);
    m.day().ifPresent(day -> OrderRules.activation(day, today));
    Optional<Instant> at = OrderPlacement.activateAt(m.day(), today, state);
    tx.update(ACTIVATE, order.id(), m.day().orElse(null), at.orElse(null));
    if (tx.update(DUE, order.id(), at.orElse(null)) == 0) {
      throw ServiceException.invalid(
          "activate_by cannot be changed any more: the order is being sent");
    }
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    return book.view(tx, order.id());
  }

  ObjectNode sms(Tx tx, OrderMessages.SwitchSms m) {
    OrderRow order = locked(tx, m.tenant(), m.order());
    if (order.smsEnabled() != m.enabled()) {
      tx.update(SMS, order.id(), m.enabled());
    }
    return OrderQueries.communication(order.id(), m.enabled());
  }
}
