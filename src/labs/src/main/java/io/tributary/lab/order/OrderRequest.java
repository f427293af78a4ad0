package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.catalogue.AoeAnswers;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.lab.catalogue.OrderSet;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Parsed order request. Only its format has been checked.
 *
 * @param set ordered tests and markers; empty when a single test is named
 * @param test deprecated way to name one test
 * @param physician null node when none is sent
 * @param consents consents with version and time, if sent
 * @param insurance insurance sent with the order; null node when there is none
 * @param sampleId number of an order that the laboratory already has; empty for an order to be sent
 */
record OrderRequest(
    UUID user,
    Optional<OrderSet> set,
    Optional<UUID> test,
    Optional<CollectionMethod> method,
    ObjectNode patient,
    ObjectNode address,
    JsonNode physician,
    Optional<UUID> account,
    BillingType billing,
    List<String> icdCodes,
    List<AoeAnswers.QuestionAnswer> answers,
    Optional<String> clinicalNotes,
    boolean priority,
    ArrayNode consents,
    Optional<LocalDate> activateBy,
    Optional<String> passthrough,
    Optional<UUID> creator,
    JsonNode insurance,
    Optional<String> sampleId) {
  OrderRequest {
    icdCodes = List.copyOf(icdCodes);
    answers = List.copyOf(answers);
  }

  String state() {
    return address.get("state").textValue();
  }

  boolean imported() {
    return sampleId.isPresent();
  }

  @Override
  public String toString() {
    return "OrderRequest[***]";
  }
}
