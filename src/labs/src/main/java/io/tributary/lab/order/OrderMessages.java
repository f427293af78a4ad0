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

/** Commands sent to {@code order.command}; the reply to each is {@link Answer}. */
sealed interface OrderMessages extends BusMessage.Local {
  /**
   * Places an order. Fails with 400 or 404 by the order rules, and with 409 while a call with the
   * same key is running.
   *
   * @param key idempotency key of the request
   */
  record PlaceOrder(Tenant tenant, OrderRequest request, Optional<IdempotencyKey> key)
      implements OrderMessages {
    @Override
    public String toString() {
      return "PlaceOrder[***]";
    }
  }

  /**
   * Cancels an order; the reply is the order. Fails with 404, or with 400 when it can no longer be
   * canceled.
   */
  record CancelOrder(Tenant tenant, UUID order) implements OrderMessages {}

  /**
   * Reports that the site has drawn the sample; the reply is the order. Fails with 404, or with 400
   * when no draw is due.
   */
  record ReportDraw(Tenant tenant, UUID order) implements OrderMessages {}

  /**
   * Changes the activation day; the reply is the order. Fails with 404, or with 400 when the order
   * was not scheduled or is already sent.
   *
   * @param day empty = at once
   */
  record Reschedule(Tenant tenant, UUID order, Optional<LocalDate> day) implements OrderMessages {}

  /** Enables or disables text messages of an order; the reply is the setting. Fails with 404. */
  record SwitchSms(Tenant tenant, UUID order, boolean enabled) implements OrderMessages {}

  /**
   * Sends a kit to a person who registers it later; the reply is the order. Fails with 404, or with
   * 400 when the test is not a kit.
   */
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
   * Registers the patient of a kit; the reply is the order. Fails with 404, or with 400 when it is
   * registered already.
   *
   * @param user owner of the order from now on; empty = unchanged
   * @param physician null node when none is sent
   * @param insurance insurance sent with the registration; null node when none is
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
      List<AoeAnswers.QuestionAnswer> answers,
      Optional<IdempotencyKey> key)
      implements OrderMessages {
    @Override
    public String toString() {
      return "RegisterKit[***]";
    }
  }

  /**
   * Recreates an order, optionally with other tests or another account; the reply is the new order.
   * Fails with 404, or with 400 by the order rules.
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
   * Overrides for a recreated order; empty = the old order's value.
   *
   * @param physician null node = the old order's value
   */
  record NewTerms(
      Optional<List<AoeAnswers.QuestionAnswer>> answers,
      Optional<List<String>> icdCodes,
      Patch<String> clinicalNotes,
      Optional<JsonNode> consents,
      JsonNode physician) {
    @Override
    public String toString() {
      return "NewTerms[***]";
    }
  }

  /**
   * Resends webhooks of these orders, or of those that moved in a time span; the reply lists their
   * IDs.
   */
  record ResendEvents(
      Tenant tenant, List<UUID> orders, Optional<Instant> start, Optional<Instant> end)
      implements OrderMessages {}

  record Answer(int status, JsonNode body) implements OrderMessages {
    @Override
    public String toString() {
      return "Answer[" + status + "]";
    }
  }
}
