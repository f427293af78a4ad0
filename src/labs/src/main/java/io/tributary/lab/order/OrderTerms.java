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
 * Terms of an order; fixed when it is placed, except for the activation day.
 *
 * @param physician as sent, or the platform's; null node when no physician signs yet
 * @param aoe array of {@code marker_id, question_id, answer}
 * @param clinicalNotes the order's own note
 * @param consents array as sent
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

  /**
   * Terms for a new order of some of the markers: immediate, with the answers for these markers
   * only.
   */
  OrderTerms limitedTo(Collection<Integer> markers) {
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

  /** Terms with another passthrough text. */
  OrderTerms withPassthrough(Optional<String> words) {
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

  /** Minimal terms: billed to the client, all else empty. */
  public static OrderTerms clientBilled() {
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
