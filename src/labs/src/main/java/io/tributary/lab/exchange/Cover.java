package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Tx;
import io.tributary.lab.insurance.Insurance;
import io.tributary.lab.insurance.Insurances;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.wire.LabOrder;
import io.tributary.lab.wire.LabOrder.Relation;
import io.tributary.lab.wire.PersonName;
import java.time.LocalDate;
import java.util.Optional;

/** The insurance that pays for an order. */
final class Cover {
  private final Insurances insurances;

  Cover(Insurances insurances) {
    this.insurances = insurances;
  }

  /** Empty when the record is not there any more. */
  Optional<LabOrder.Insurance> of(Tx tx, OrderRow order) {
    return order
        .terms()
        .insurance()
        .flatMap(id -> insurances.find(tx, order.tenant(), id))
        .map(Cover::told);
  }

  private static LabOrder.Insurance told(Insurance i) {
    JsonNode d = i.document();
    JsonNode insured = d.path("insured");
    return new LabOrder.Insurance(
        "",
        i.payorCode(),
        i.payorName(),
        OrderFacts.place(i.payorAddress()),
        d.path("group_id").asText(""),
        d.path("member_id").asText(""),
        relation(d.path("relationship").asText("")),
        PersonName.of(insured.path("first_name").asText(""), insured.path("last_name").asText("")),
        insured.path("dob").isTextual() ? LocalDate.parse(insured.path("dob").asText()) : null,
        OrderFacts.sex(insured.path("gender").asText("")),
        OrderFacts.place(insured.path("address")));
  }

  private static Relation relation(String word) {
    return switch (word) {
      case "Self" -> Relation.SELF;
      case "Spouse" -> Relation.SPOUSE;
      default -> Relation.OTHER;
    };
  }
}
