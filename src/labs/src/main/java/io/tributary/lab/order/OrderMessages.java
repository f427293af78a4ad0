package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Patch;
import io.tributary.core.Tenant;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.OrderSet;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
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

  /** A kit for somebody who is to register it. Reply: the order; 404, 400 when it is no kit. */
  record SendKit(
      Tenant tenant,
      UUID user,
      UUID test,
      ObjectNode shipping,
      Optional<String> passthrough,
      Optional<UUID> account,
      Optional<IdempotencyKey> key)
      implements OrderMessages {
    @Override
    public String toString() {
      return "SendKit[***]";
    }
  }

  /**
   * Whose sample a kit holds. Reply: the order; 404, 400 when it is registered.
   *
   * @param user whose order it is from now on; empty = as before
   * @param physician null node when none is sent
   * @param insurance that came along; null node when none did
   */
  record RegisterKit(
      Tenant tenant,
      String sampleId,
      Optional<UUID> user,
      ObjectNode patient,
      ObjectNode address,
      JsonNode physician,
      JsonNode consents,
      JsonNode insurance,
      List<AoeAnswers.Given> answers,
      Optional<IdempotencyKey> key)
      implements OrderMessages {
    @Override
    public String toString() {
      return "RegisterKit[***]";
    }
  }

  /**
   * The order once more, with other tests or another account if they are sent. Reply: the new
   * order; 404, 400 by the rules of orders.
   */
  record RecreateOrder(
      Tenant tenant,
      UUID order,
      RecreateReason reason,
      Optional<UUID> account,
      Optional<OrderSet> set,
      NewTerms terms,
      Optional<IdempotencyKey> key)
      implements OrderMessages {}

  /**
   * What an order that is made again does not take over from the old one; empty = it does.
   *
   * @param physician null node = as before
   */
  record NewTerms(
      Optional<List<AoeAnswers.Given>> answers,
      Optional<List<String>> icdCodes,
      Patch<String> clinicalNotes,
      Optional<JsonNode> consents,
      JsonNode physician) {
    @Override
    public String toString() {
      return "NewTerms[***]";
    }
  }

  /** Webhooks once more, of these orders or of those that moved in a time. Reply: their ids. */
  record ResendEvents(
      Tenant tenant, List<UUID> orders, Optional<Instant> start, Optional<Instant> end)
      implements OrderMessages {}

  /** What the caller gets. */
  record Answer(int status, JsonNode body) implements OrderMessages {
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }
}
