package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Tenant;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.OrderOrigin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A validated order before it is stored.
 *
 * @param joins order whose transaction this one joins; empty opens a new transaction
 * @param markers ordered markers, in this order
 * @param sampleId only set for imported orders, which the laboratory has already
 */
public record OrderDraft(
    Tenant tenant,
    UUID user,
    Optional<OrderRow> joins,
    OrderOrigin origin,
    int lab,
    Optional<UUID> account,
    UUID labTest,
    List<Integer> markers,
    Modality modality,
    JsonNode patient,
    JsonNode address,
    JsonNode shipping,
    OrderTerms terms,
    Optional<Instant> activateAt,
    Optional<String> sampleId) {
  public OrderDraft {
    markers = List.copyOf(markers);
    if (joins.isPresent() == (origin == OrderOrigin.INITIAL)) {
      throw new IllegalArgumentException(
          "an initial order must open a transaction, any other order must join one");
    }
  }

  @Override
  public String toString() {
    return "OrderDraft[***]";
  }
}
