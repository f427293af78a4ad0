package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.bus.BusMessage;
import io.tributary.kernel.Tenant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code order.command}; each is answered with {@link Answer}. */
sealed interface OrderMessages extends BusMessage.Local {
  /**
   * Places an order; 400 and 404 by the rules of labs.md §3, 409 while a twin runs.
   *
   * @param key by which the call is known again
   */
  record PlaceOrder(Tenant tenant, OrderRequest request, Optional<IdempotencyKey> key)
      implements OrderMessages {
    @Override
    public String toString() {
      return "PlaceOrder[***]";
    }
  }

  /** Reply: the order; 404, 400 when it cannot be cancelled any more. */
  record CancelOrder(Tenant tenant, UUID order) implements OrderMessages {}

  /** The site has drawn. Reply: the order; 404, 400 when there is nothing to draw. */
  record ReportDraw(Tenant tenant, UUID order) implements OrderMessages {}

  /**
   * Another day of activation. Reply: the order; 404, 400 when it was not scheduled or is sent.
   *
   * @param day empty = at once
   */
  record Reschedule(Tenant tenant, UUID order, Optional<LocalDate> day) implements OrderMessages {}

  /** Reply: the setting; 404. */
  record SwitchSms(Tenant tenant, UUID order, boolean enabled) implements OrderMessages {}

  /** What the caller gets. */
  record Answer(int status, JsonNode body) implements OrderMessages {
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }
}
