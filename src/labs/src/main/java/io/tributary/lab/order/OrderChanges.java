package io.tributary.lab.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.lab.state.LabOrderAction;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Changes that customers make to their orders; each returns the changed order. */
final class OrderChanges {
  private static final String SET_ACTIVATION =
      """
      update lab_order set activate_by = $2, activate_at = $3, updated_at = now() where id = $1
      """;

  // An order that is already being sent is not delayed any more.
  private static final String SET_DISPATCH_DUE =
      """
      update lab_order_dispatch set due_at = coalesce($2, now())
       where order_id = $1 and kind = 'order' and state = 'waiting' and attempt = 0
         and lease_expires_at is null
      """;

  private static final String SET_SMS =
      "update lab_order set sms_enabled = $2, updated_at = now() where id = $1";

  private final OrderLifecycle lifecycle;
  private final OrderPlacement placement;

  OrderChanges(OrderLifecycle book, OrderPlacement ordering) {
    this.lifecycle = book;
    this.placement = ordering;
  }

  private OrderRow requireLocked(Tx tx, Tenant tenant, UUID id) {
    return lifecycle.lock(tx, tenant, id).orElseThrow(() -> ServiceException.notFound("order"));
  }

  ObjectNode cancel(Tx tx, OrderMessages.CancelOrder m) {
    OrderRow order = requireLocked(tx, m.tenant(), m.order());
    lifecycle.require(tx, order, Status.of(LowStatus.CANCELLED));
    return lifecycle.view(tx, order.id());
  }

  ObjectNode reportDraw(Tx tx, OrderMessages.ReportDraw m) {
    OrderRow order = requireLocked(tx, m.tenant(), m.order());
    if (!LabOrderAction.REPORT_DRAW.isAllowed(order.modality(), order.status().low())) {
      throw ServiceException.badRequest(
          "Transition from "
              + order.status().low().wireName()
              + " to draw_completed is not allowed for "
              + order.modality().collectionMethod());
    }
    lifecycle.require(tx, order, Status.of(LowStatus.DRAW_COMPLETED));
    return lifecycle.view(tx, order.id());
  }

  /** Changes the activation day, or activates at once. */
  ObjectNode reschedule(Tx tx, OrderMessages.Reschedule m) {
    OrderRow order = requireLocked(tx, m.tenant(), m.order());
    if (!LabOrderAction.CHANGE_ACTIVATE_BY.isAllowed(order.modality(), order.status().low())) {
      throw ServiceException.badRequest(
          "activate_by can no longer be changed: the order is " + order.status().low().wireName());
    }
    if (order.terms().activateBy().isEmpty()) {
      throw ServiceException.badRequest("the order was created without activate_by");
    }
    String state = order.address().path("state").asText();
    LocalDate today = placement.today(state);
    m.day().ifPresent(day -> OrderRules.checkActivation(day, today));
    Optional<Instant> at = OrderPlacement.activateAt(m.day(), today, state);
    tx.update(SET_ACTIVATION, order.id(), m.day().orElse(null), at.orElse(null));
    if (tx.update(SET_DISPATCH_DUE, order.id(), at.orElse(null)) == 0) {
      throw ServiceException.badRequest(
          "activate_by can no longer be changed: the order is being sent");
    }
    tx.wakeAfterCommit(OrderLifecycle.QUEUE);
    return lifecycle.view(tx, order.id());
  }

  ObjectNode switchSms(Tx tx, OrderMessages.SwitchSms m) {
    OrderRow order = requireLocked(tx, m.tenant(), m.order());
    if (order.smsEnabled() != m.enabled()) {
      tx.update(SET_SMS, order.id(), m.enabled());
    }
    return OrderQueries.communication(order.id(), m.enabled());
  }
}
