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
  private final OrderPlacement ordering;
  private final OrderChanges changes;
  private final TestKits kits;
  private final OrderRecreation recreation;
  private final EventResend resending;

  OrderCommands(Db db, OrderLifecycle book, IdempotencyStore idempotency, OrderPlacement ordering) {
    this.db = db;
    this.idempotency = idempotency;
    this.ordering = ordering;
    this.changes = new OrderChanges(book, ordering);
    this.kits = new TestKits(book, ordering);
    this.recreation = new OrderRecreation(book, ordering);
    this.resending = new EventResend(book);
  }

  OrderMessages.Answer place(OrderMessages.PlaceOrder m) {
    return made(
        m.key(),
        tx -> ordering.place(tx, m.tenant(), m.request()),
        m.request().imported() ? "Order imported successfully" : "Order created successfully");
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

  OrderMessages.Answer send(OrderMessages.SendKit m) {
    return made(m.key(), tx -> kits.send(tx, m), "Order created successfully");
  }

  OrderMessages.Answer register(OrderMessages.RegisterKit m) {
    return made(m.key(), tx -> kits.register(tx, m), "Kit registered successfully");
  }

  OrderMessages.Answer recreate(OrderMessages.RecreateOrder m) {
    return made(m.key(), tx -> recreation.recreate(tx, m), "Order recreated successfully");
  }

  OrderMessages.Answer resend(OrderMessages.ResendEvents m) {
    return new OrderMessages.Answer(200, db.tx(tx -> resending.resend(tx, m)));
  }

  private OrderMessages.Answer made(
      Optional<IdempotencyKey> key, Function<Tx, JsonNode> work, String message) {
    return answer(idempotency.once(key, tx -> envelope(work.apply(tx), message)));
  }

  private OrderMessages.Answer changed(Function<Tx, JsonNode> work, String message) {
    return new OrderMessages.Answer(200, envelope(db.tx(work), message));
  }

  private static OrderMessages.Answer answer(IdempotencyStore.Outcome outcome) {
    return new OrderMessages.Answer(outcome.status(), outcome.body());
  }

  static ObjectNode envelope(JsonNode order, String message) {
    ObjectNode out = Json.object();
    out.set("order", order);
    return out.put("status", "success").put("message", message);
  }
}
