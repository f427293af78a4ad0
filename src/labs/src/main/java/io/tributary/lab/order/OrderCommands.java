package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import java.util.Optional;
import java.util.function.Function;

/** Executes commands, each in one transaction. Call on virtual threads. */
final class OrderCommands {
  private final Db db;
  private final IdempotencyStore idempotency;
  private final OrderPlacement placement;
  private final OrderChanges changes;
  private final TestKits kits;
  private final OrderRecreation recreation;
  private final EventResend resending;

  OrderCommands(Db db, OrderLifecycle book, IdempotencyStore idempotency, OrderPlacement ordering) {
    this.db = db;
    this.idempotency = idempotency;
    this.placement = ordering;
    this.changes = new OrderChanges(book, ordering);
    this.kits = new TestKits(book, ordering);
    this.recreation = new OrderRecreation(book, ordering);
    this.resending = new EventResend(book);
  }

  OrderMessages.Answer place(OrderMessages.PlaceOrder m) {
    return create(
        m.key(),
        tx -> placement.place(tx, m.tenant(), m.request()),
        m.request().imported() ? "Order imported successfully" : "Order created successfully");
  }

  OrderMessages.Answer cancel(OrderMessages.CancelOrder m) {
    return change(tx -> changes.cancel(tx, m), "Order cancelled successfully");
  }

  OrderMessages.Answer reportDraw(OrderMessages.ReportDraw m) {
    return change(tx -> changes.reportDraw(tx, m), "Order updated successfully");
  }

  OrderMessages.Answer reschedule(OrderMessages.Reschedule m) {
    return change(tx -> changes.reschedule(tx, m), "Order updated successfully");
  }

  OrderMessages.Answer switchSms(OrderMessages.SwitchSms m) {
    return new OrderMessages.Answer(200, db.tx(tx -> changes.switchSms(tx, m)));
  }

  OrderMessages.Answer sendKit(OrderMessages.SendKit m) {
    return create(m.key(), tx -> kits.send(tx, m), "Order created successfully");
  }

  OrderMessages.Answer registerKit(OrderMessages.RegisterKit m) {
    return create(m.key(), tx -> kits.register(tx, m), "Kit registered successfully");
  }

  OrderMessages.Answer recreate(OrderMessages.RecreateOrder m) {
    return create(m.key(), tx -> recreation.recreate(tx, m), "Order recreated successfully");
  }

  OrderMessages.Answer resendEvents(OrderMessages.ResendEvents m) {
    return new OrderMessages.Answer(200, db.tx(tx -> resending.resend(tx, m)));
  }

  private OrderMessages.Answer create(
      Optional<IdempotencyKey> key, Function<Tx, JsonNode> work, String message) {
    return answer(idempotency.runOnce(key, tx -> envelope(work.apply(tx), message)));
  }

  private OrderMessages.Answer change(Function<Tx, JsonNode> work, String message) {
    return new OrderMessages.Answer(200, envelope(db.tx(work), message));
  }

  private static OrderMessages.Answer answer(IdempotencyStore.IdempotentReply outcome) {
    return new OrderMessages.Answer(outcome.status(), outcome.body());
  }

  static ObjectNode envelope(JsonNode order, String message) {
    ObjectNode out = Json.object();
    out.set("order", order);
    return out.put("status", "success").put("message", message);
  }
}
