package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.AsyncReads;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.OrderedTests;
import io.tributary.lab.state.FullStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.TransactionStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Renders orders in the form of the API and its events. */
final class OrderView {
  private static final String EVENTS =
      """
      select id, order_id, status, status_detail, created_at from lab_order_event
       where order_id = any($1::uuid[]) order by order_id, id
      """;
  private static final String SIBLINGS =
      """
      select id, transaction_id, parent_id, origin, modality, status, status_at, created_at,
             updated_at
        from lab_order where transaction_id = any($1::uuid[]) order by created_at, id
      """;

  /** An order with its outcome, which only this class reads. */
  record OrderWithOutcome(
      OrderRow order, String interpretation, Boolean hasMissing, Instant collectedAt) {
    static OrderWithOutcome read(Row r) {
      return new OrderWithOutcome(
          OrderRow.read(r),
          r.getString("interpretation"),
          r.getBoolean("has_missing"),
          RowMapping.instant(r, "collected_at"));
    }
  }

  private record RelatedRows(
      Map<UUID, List<Row>> events, Map<UUID, List<Row>> siblings, Map<UUID, ObjectNode> tests) {}

  private OrderView() {}

  /** Renders the orders in the order of the rows, which {@link OrderRow#COLUMNS} selected. */
  static Future<List<ObjectNode>> render(AsyncReads from, RowSet<Row> rows) {
    List<OrderWithOutcome> found = RowMapping.list(rows, OrderWithOutcome::read);
    if (found.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    UUID[] ids = found.stream().map(f -> f.order().id()).toArray(UUID[]::new);
    UUID[] transactions =
        found.stream().map(f -> f.order().transaction()).distinct().toArray(UUID[]::new);
    Future<Map<UUID, List<Row>>> events =
        from.read(EVENTS, (Object) ids).map(r -> grouped(r, "order_id"));
    Future<Map<UUID, List<Row>>> siblings = siblings(from, transactions);
    Future<Map<UUID, ObjectNode>> tests =
        OrderedTests.testsJson(from, found.stream().map(f -> f.order().labTest()).toList());
    return Future.all(events, siblings, tests)
        .map(
            all -> {
              RelatedRows around =
                  new RelatedRows(events.result(), siblings.result(), tests.result());
              return found.stream().map(f -> json(f, around)).toList();
            });
  }

  static Future<Map<UUID, List<Row>>> siblings(AsyncReads from, UUID... transactions) {
    return from.read(SIBLINGS, (Object) transactions).map(r -> grouped(r, "transaction_id"));
  }

  private static Map<UUID, List<Row>> grouped(RowSet<Row> rows, String column) {
    Map<UUID, List<Row>> out = new HashMap<>();
    rows.forEach(r -> out.computeIfAbsent(r.getUUID(column), k -> new ArrayList<>()).add(r));
    return out;
  }

  private static ObjectNode json(OrderWithOutcome f, RelatedRows around) {
    OrderRow o = f.order();
    ObjectNode out =
        Json.object()
            .put("id", o.id().toString())
            .put("team_id", o.tenant().team().toString())
            .put("user_id", o.user().toString());
    out.set("patient_details", patient(o.patient()));
    out.set("patient_address", address(o.address()));
    ObjectNode test = around.tests().get(o.labTest());
    out.set("lab_test", test);
    out.set("details", details(o));
    out.put("sample_id", o.sampleId().orElse(null)).putNull("notes");
    OrderTerms terms = o.terms();
    out.put("clinical_notes", terms.clinicalNotes().orElse(null))
        .put("created_at", Times.format(o.createdAt()))
        .put("updated_at", Times.format(o.updatedAt()));
    ArrayNode events = out.putArray("events");
    around.events().getOrDefault(o.id(), List.of()).forEach(r -> events.add(event(o, r)));
    out.set("last_event", events.get(events.size() - 1));
    out.put("status", o.status().low().highStatus(o.modality()).wireName());
    out.set("physician", physician(terms.physician()));
    out.put("health_insurance_id", textOrNull(terms.insurance().orElse(null)))
        .putNull("requisition_form_url")
        .put("priority", terms.priority());
    out.set("shipping_details", o.shipping());
    out.put("activate_by", textOrNull(terms.activateBy().orElse(null)))
        .put("passthrough", terms.passthrough().orElse(null))
        .put("billing_type", terms.billing().wireName());
    terms.icdCodes().forEach(out.putArray("icd_codes")::add);
    out.put("has_abn", false)
        .put("interpretation", f.interpretation())
        .put("has_missing_results", f.hasMissing())
        .put("expected_result_by_date", textOrNull(expectedDate(f, test.get("common_tat_days"))))
        .put(
            "worst_case_result_by_date",
            textOrNull(expectedDate(f, test.get("worst_case_tat_days"))))
        .put("origin", o.origin().wireName());
    out.set("order_transaction", transaction(o.transaction(), around));
    return out;
  }

  private static String textOrNull(Object value) {
    return value == null ? null : value.toString();
  }

  /** Expected result date; null before the collection and for an unknown turnaround time. */
  private static LocalDate expectedDate(OrderWithOutcome f, JsonNode days) {
    if (f.collectedAt() == null || days == null || days.isNull()) {
      return null;
    }
    ZoneId zone =
        StateTimeZones.zoneOf(f.order().address().path("state").asText()).orElse(ZoneId.of("UTC"));
    return f.collectedAt().atZone(zone).toLocalDate().plusDays(days.asInt());
  }

  private static ObjectNode patient(JsonNode p) {
    if (p.isNull()) {
      return null;
    }
    ObjectNode out = Json.object();
    copyFields(p, out, "first_name", "last_name");
    out.put("dob", p.path("dob").asText() + "T00:00:00+00:00");
    copyFields(p, out, "gender", "phone_number", "email", "medical_proxy");
    copyFields(p, out, "race", "ethnicity", "sexual_orientation", "gender_identity");
    return out;
  }

  private static ObjectNode address(JsonNode a) {
    if (a.isNull()) {
      return null;
    }
    ObjectNode out = Json.object();
    copyFields(
        a, out, "receiver_name", "first_line", "second_line", "city", "state", "zip", "country");
    copyFields(a, out, "phone_number", "access_notes");
    return out;
  }

  private static void copyFields(JsonNode from, ObjectNode to, String... names) {
    for (String name : names) {
      JsonNode v = from.get(name);
      to.set(name, v == null ? null : v);
    }
  }

  private static ObjectNode physician(JsonNode p) {
    if (p.isNull()) {
      return null;
    }
    ObjectNode out = Json.object();
    copyFields(p, out, "first_name", "last_name", "npi");
    return out;
  }

  private static ObjectNode details(OrderRow o) {
    ObjectNode out = Json.object().put("type", o.modality().collectionMethod());
    ObjectNode data = out.putObject("data").put("id", o.id().toString());
    switch (o.modality()) {
      case WALK_IN, PHLEBOTOMY ->
          data.put("appointment_id", textOrNull(o.appointment().orElse(null)));
      case KIT, REGISTRABLE_KIT -> data.set("shipment", o.shipment());
      case ON_SITE -> {}
    }
    data.put("created_at", Times.format(o.createdAt()))
        .put("updated_at", Times.format(o.updatedAt()));
    return out;
  }

  private static ObjectNode event(OrderRow o, Row r) {
    return Json.object()
        .put("id", r.getLong("id"))
        .put("created_at", Times.format(RowMapping.instant(r, "created_at")))
        .put(
            "status",
            FullStatus.format(
                o.modality(), LowStatus.fromWireName(r.getString("status")).orElseThrow()))
        .put("status_detail", r.getString("status_detail"));
  }

  private static ObjectNode transaction(UUID id, RelatedRows around) {
    List<Row> siblings = around.siblings().get(id);
    ObjectNode out =
        Json.object()
            .put("id", id.toString())
            .put("status", transactionStatus(siblings).wireName());
    ArrayNode list = out.putArray("orders");
    for (Row r : siblings) {
      list.addObject()
          .put("id", r.getUUID("id").toString())
          .put("low_level_status", r.getString("status"))
          .put("low_level_status_created_at", Times.format(RowMapping.instant(r, "status_at")))
          .put("origin", r.getString("origin"))
          .put("parent_id", textOrNull(r.getUUID("parent_id")))
          .put("created_at", Times.format(RowMapping.instant(r, "created_at")))
          .put("updated_at", Times.format(RowMapping.instant(r, "updated_at")));
    }
    return out;
  }

  /** Renders a transaction with its orders; it must exist. */
  static Future<ObjectNode> transaction(AsyncReads from, UUID id) {
    return siblings(from, new UUID[] {id})
        .map(siblings -> transaction(id, new RelatedRows(Map.of(), siblings, Map.of())));
  }

  /** Combined status of the orders of a transaction. */
  static TransactionStatus transactionStatus(Collection<Row> siblings) {
    return TransactionStatus.of(
        siblings.stream()
            .map(
                r ->
                    new TransactionStatus.Member(
                        OrderRow.parseEnum(Modality.values(), r.getString("modality")),
                        LowStatus.fromWireName(r.getString("status")).orElseThrow()))
            .toList());
  }
}
