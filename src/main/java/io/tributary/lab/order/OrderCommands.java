package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.kernel.Json;
import java.util.function.Function;

/** Does what the commands say, each in one transaction. Call it on virtual threads. */
final class OrderCommands {
  private final Db db;
  private final Idempotency idempotency;
  private final Ordering ordering;
  private final OrderChanges changes;

  OrderCommands(Db db, Idempotency idempotency, Ordering ordering, OrderChanges changes) {
    this.db = db;
    this.changes = changes;
    this.idempotency = idempotency;
    this.ordering = ordering;
  }

  OrderMessages.Answer place(OrderMessages.PlaceOrder m) {
    return answer(
        idempotency.once(
            m.key(),
            tx ->
                envelope(
                    ordering.place(tx, m.tenant(), m.request()), "Order created successfully")));
  }

  OrderMessages.Answer cancel(OrderMessages.CancelOrder m) {
    return changed(tx -> changes.cancel(tx, m), "Order cancelled successfully");
  }

  OrderMessages.Answer drawn(OrderMessages.ReportDraw m) {
    return changed(tx -> changes.drawn(tx, m), "Order updated successfully");
  }

  OrderMessages.Answer reschedule(OrderMessages.Reschedule m) {
    return changed(tx -> changes.reschedule(tx, m), "Order updated successfully");
  }

  OrderMessages.Answer sms(OrderMessages.SwitchSms m) {
    return new OrderMessages.Answer(200, db.tx(tx -> changes.sms(tx, m)));
  }

  private OrderMessages.Answer changed(Function<Tx, JsonNode> work, String message) {
    return new OrderMessages.Answer(200, envelope(db.tx(work), message));
  }

  private static OrderMessages.Answer answer(Idempotency.Outcome outcome) {
    return new OrderMessages.Answer(outcome.status(), outcome.body());
  }

  static ObjectNode envelope(JsonNode order, String message) {
    ObjectNode out = Json.object();
    out.set("order", order);
    return out.put("status", "success").put("message", message);
  }
}
