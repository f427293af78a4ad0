package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.tributary.core.Json;
import io.tributary.lab.account.BillingType;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * On what terms tests are ordered; fixed when the order is placed, but for the day of activation.
 *
 * @param physician as it was sent, or of the platform; null node when nobody signs it yet
 * @param aoe array of {@code marker_id, question_id, answer}
 * @param clinicalNotes the order's own note
 * @param consents array as it was sent
 */
public record OrderTerms(
    JsonNode physician,
    BillingType billing,
    List<String> icdCodes,
    JsonNode aoe,
    Optional<String> clinicalNotes,
    boolean priority,
    JsonNode consents,
    Optional<LocalDate> activateBy,
    Optional<String> passthrough,
    Optional<UUID> creator,
    Optional<UUID> insurance) {
  public OrderTerms {
    icdCodes = List.copyOf(icdCodes);
  }

  /** For another order now that is about these markers only: without what concerned others. */
  OrderTerms about(Collection<Integer> markers) {
    ArrayNode answers = Json.array();
    aoe.forEach(
        a -> {
          if (markers.contains(a.path("marker_id").asInt())) {
            answers.add(a);
          }
        });
    return new OrderTerms(
        physician,
        billing,
        icdCodes,
        answers,
        clinicalNotes,
        priority,
        consents,
        Optional.empty(),
        passthrough,
        creator,
        insurance);
  }

  /** With other words to pass through. */
  OrderTerms passing(Optional<String> words) {
    return new OrderTerms(
        physician,
        billing,
        icdCodes,
        aoe,
        clinicalNotes,
        priority,
        consents,
        activateBy,
        words,
        creator,
        insurance);
  }

  /** The client pays, and there is nothing else to say. */
  public static OrderTerms plain() {
    return new OrderTerms(
        NullNode.instance,
        BillingType.CLIENT_BILL,
        List.of(),
        Json.array(),
        Optional.empty(),
        false,
        Json.array(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
