package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.account.BillingType;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.OrderTerms;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.AnswerKind;
import io.tributary.lab.protocol.LabOrder.AoeAnswer;
import io.tributary.lab.protocol.LabOrder.Billing;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.LabOrder.Relation;
import io.tributary.lab.protocol.PersonName;
import io.tributary.lab.protocol.PostalAddress;
import io.tributary.lab.protocol.Sex;
import io.tributary.lab.state.Modality;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts a stored order into the message content for a laboratory. */
final class LabOrderBuilder {
  private static final String TESTS =
      """
      select om.marker_id, om.provider_id, m.name, coalesce(m.order_loinc, '') as loinc
        from lab_order_marker om join marker m on m.id = om.marker_id
       where om.order_id = $1 order by om.position, om.marker_id
      """;
  private static final String QUESTION =
      """
      select q.code, q.value, q.type, a.value as answer_text
        from marker_question q
        left join marker_answer a on a.question_id = q.id and a.code = $3
       where q.marker_id = $1 and q.id = $2
      """;
  private static final String TEAM_AND_FASTING =
      """
      select t.name as team, l.fasting
        from team t, lab_test l where t.id = $1 and l.id = $2
      """;

  private final OrderInsurance orderInsurance;

  LabOrderBuilder(OrderInsurance cover) {
    this.orderInsurance = cover;
  }

  /**
   * @param sampleId the requisition number
   */
  LabOrder build(Tx tx, OrderRow order, OrderAction wish, String sampleId) {
    OrderTerms terms = order.terms();
    OrderAccounts.Account account = OrderAccounts.accountOf(tx, order);
    Row about = tx.first(TEAM_AND_FASTING, order.tenant().team(), order.labTest()).orElseThrow();
    Optional<LabOrder.Insurance> insurance =
        terms.billing() == BillingType.COMMERCIAL_INSURANCE
            ? orderInsurance.find(tx, order)
            : Optional.empty();
    return new LabOrder(
        wish,
        sampleId,
        account.number(),
        order.createdAt(),
        patient(order),
        physician(terms.physician()).orElse(NO_PHYSICIAN),
        new LabOrder.OrderingOrganization(about.getString("team"), PostalAddress.NONE, ""),
        tests(tx, order),
        terms.icdCodes().stream().map(c -> new LabOrder.Diagnosis(c, "")).toList(),
        billing(terms.billing(), insurance, wish),
        insurance,
        guarantor(order.patient().path("medical_proxy")),
        notes(account, terms),
        terms.priority(),
        order.modality() == Modality.WALK_IN,
        Optional.ofNullable(about.getBoolean("fasting")),
        Optional.empty(),
        Optional.empty());
  }

  private static final LabOrder.Physician NO_PHYSICIAN =
      new LabOrder.Physician(PersonName.NONE, "");

  private static LabOrder.Patient patient(OrderRow order) {
    JsonNode p = order.patient();
    return new LabOrder.Patient(
        order.user().toString(),
        PersonName.of(text(p, "first_name"), text(p, "last_name")),
        LocalDate.parse(text(p, "dob")),
        toSex(text(p, "gender")),
        text(p, "race"),
        text(p, "ethnicity"),
        toAddress(order.address()),
        text(p, "phone_number"),
        text(p, "email"));
  }

  static Sex toSex(String gender) {
    return switch (gender) {
      case "female" -> Sex.FEMALE;
      case "male" -> Sex.MALE;
      case "other" -> Sex.OTHER;
      default -> Sex.UNKNOWN;
    };
  }

  static PostalAddress toAddress(JsonNode a) {
    return new PostalAddress(
        text(a, "first_line"),
        text(a, "second_line"),
        text(a, "city"),
        text(a, "state"),
        text(a, a.hasNonNull("zip") ? "zip" : "zip_code"),
        text(a, "country"));
  }

  private static Optional<LabOrder.Physician> physician(JsonNode p) {
    return p.isObject()
        ? Optional.of(
            new LabOrder.Physician(
                PersonName.of(text(p, "first_name"), text(p, "last_name")), text(p, "npi")))
        : Optional.empty();
  }

  private static Optional<LabOrder.Guarantor> guarantor(JsonNode p) {
    return p.isObject()
        ? Optional.of(
            new LabOrder.Guarantor(
                PersonName.of(text(p, "first_name"), text(p, "last_name")),
                toAddress(p.path("address")),
                text(p, "phone_number"),
                Relation.OTHER))
        : Optional.empty();
  }

  /**
   * Never bills anyone else for an order that an insurance pays: without the insurance record the
   * order is not sent. A cancellation is sent without it, because it is not billed.
   */
  private static Billing billing(
      BillingType type, Optional<LabOrder.Insurance> insurance, OrderAction wish) {
    return switch (type) {
      case CLIENT_BILL -> Billing.CLIENT;
      case PATIENT_BILL, PATIENT_BILL_PASSTHROUGH -> Billing.PATIENT;
      case COMMERCIAL_INSURANCE -> {
        if (insurance.isEmpty() && wish != OrderAction.CANCEL) {
          throw new UndeliverableOrder("the order has no insurance");
        }
        yield insurance.isEmpty() ? Billing.CLIENT : Billing.INSURANCE;
      }
    };
  }

  /** Notes of the account, followed by the order's own. */
  private static List<String> notes(OrderAccounts.Account account, OrderTerms terms) {
    return Stream.concat(
            account.notes().lines(), terms.clinicalNotes().stream().flatMap(String::lines))
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static List<LabOrder.OrderedTest> tests(Tx tx, OrderRow order) {
    List<LabOrder.OrderedTest> out = new ArrayList<>();
    for (Row r : RowMapping.list(tx.query(TESTS, order.id()), r -> r)) {
      out.add(
          new LabOrder.OrderedTest(
              r.getString("provider_id"),
              r.getString("name"),
              r.getString("loinc"),
              answers(tx, order.terms().aoe(), r.getInteger("marker_id"))));
    }
    return out;
  }

  private static List<AoeAnswer> answers(Tx tx, JsonNode aoe, int marker) {
    List<AoeAnswer> out = new ArrayList<>();
    for (JsonNode a : aoe) {
      if (a.path("marker_id").asInt() == marker) {
        String answer = text(a, "answer");
        tx.first(QUESTION, marker, a.path("question_id").asLong(), answer)
            .ifPresent(q -> out.add(answer(q, answer)));
      }
    }
    return out;
  }

  private static AoeAnswer answer(Row q, String answer) {
    AnswerKind kind =
        switch (q.getString("type")) {
          case "choice", "multi_choice" -> AnswerKind.CHOICE;
          case "numeric" -> AnswerKind.NUMBER;
          default -> AnswerKind.TEXT;
        };
    String shown = q.getString("answer_text");
    return new AoeAnswer(
        q.getString("code"), q.getString("value"), kind, answer, shown == null ? answer : shown);
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asText("");
  }
}
