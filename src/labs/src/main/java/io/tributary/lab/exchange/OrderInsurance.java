package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Tx;
import io.tributary.lab.insurance.Insurance;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.Relation;
import io.tributary.lab.protocol.PersonName;
import java.time.LocalDate;
import java.util.Optional;

/** Reads the insurance that pays for an order. */
final class OrderInsurance {
  private final InsuranceService insurances;

  OrderInsurance(InsuranceService insurances) {
    this.insurances = insurances;
  }

  /** Returns the insurance; empty when its record no longer exists. */
  Optional<LabOrder.Insurance> find(Tx tx, OrderRow order) {
    return order
        .terms()
        .insurance()
        .flatMap(id -> insurances.find(tx, order.tenant(), id))
        .map(OrderInsurance::toLabInsurance);
  }

  private static LabOrder.Insurance toLabInsurance(Insurance i) {
    JsonNode d = i.document();
    JsonNode insured = d.path("insured");
    return new LabOrder.Insurance(
        "",
        i.payorCode(),
        i.payorName(),
        LabOrderBuilder.toAddress(i.payorAddress()),
        d.path("group_id").asText(""),
        d.path("member_id").asText(""),
        relation(d.path("relationship").asText("")),
        PersonName.of(insured.path("first_name").asText(""), insured.path("last_name").asText("")),
        insured.path("dob").isTextual() ? LocalDate.parse(insured.path("dob").asText()) : null,
        LabOrderBuilder.toSex(insured.path("gender").asText("")),
        LabOrderBuilder.toAddress(insured.path("address")));
  }

  private static Relation relation(String word) {
    return switch (word) {
      case "Self" -> Relation.SELF;
      case "Spouse" -> Relation.SPOUSE;
      default -> Relation.OTHER;
    };
  }
}
