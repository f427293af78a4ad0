package io.tributary.fuzz;

import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Laboratory data of one team in one environment. */
final class LabFixture {
  private final TestNode node;
  private final TenantFixture tenant;
  private final int marker;

  /**
   * @param marker a marker that every team can order
   */
  LabFixture(TestNode node, TenantFixture side, int marker) {
    this.node = node;
    this.tenant = side;
    this.marker = marker;
  }

  void fill() {
    test();
    account();
    message();
    order();
  }

  /** Creates a lab test of the team. */
  private void test() {
    tenant.ids.put(
        "lab_test_id",
        tenant
            .call(
                "POST",
                "/v3/lab_tests",
                "{\"name\":\"Own\",\"description\":\"\",\"method\":\"walk_in_test\",\"marker_ids\":[%d]}"
                    .formatted(marker))
            .expect(200)
            .json()
            .get("id")
            .asText());
  }

  /** Stores a message that cannot be read, so that its owner is unknown. */
  private void message() {
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into lab_message (id, connection_name, direction, kind, sender, control_id, hash, body, state)
            values ($1, 'gone', 'in', 'result', 's', $2, '', '', 'parked')
            """,
            id,
            id.toString());
    tenant.ids.put("lab_message_id", id.toString());
  }

  /** Creates an account of the organization and links it to the team. */
  private void account() {
    tenant.ids.put(
        "account_id",
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/lab_account/" + tenant.environment + "/us",
                "{\"lab\":\"tamberline\",\"provider_account_id\":\"7\",\"team_id_allowlist\":[\"%s\"]}"
                    .formatted(tenant.team))
            .expect(200)
            .json()
            .at("/lab_account/id")
            .asText());
  }

  /** Creates a report that has been read. */
  private void report() {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + tenant.team,
            "{\""
                + tenant.environment
                + "\":{\"report_parsing\":true,\"report_human_review\":true}}")
        .expect(200);
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into parsing_job (id, team_id, environment, user_id, status, needs_human_review,
                                     file_count, file_bytes, media_type, pages, data)
            values ($1, $2, $3, $4, 'completed', false, 1, 9, 'application/pdf', 1,
                    '{"metadata": {"gender": "other"}, "results": []}')
            """,
            id,
            UUID.fromString(tenant.team),
            tenant.environment,
            UUID.fromString(tenant.userId()));
    tenant.ids.put("job_id", id.toString());
  }

  private void unmatched() {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + tenant.team,
            "{\"" + tenant.environment + "\":{\"unmatched_review\":true}}")
        .expect(200);
    UUID id = Ids.uuid();
    node.db()
        .query(
            """
            insert into lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id,
                                              status, decision_code, patient, search, fragments, reported_at)
            select $1, $1, 0, $2, $3, min(id), 'pending_customer_review', 'no_match', '{}', '',
                   '{"panels":[],"pieces":[]}', now() from lab
            """,
            id,
            UUID.fromString(tenant.team),
            tenant.environment);
    tenant.ids.put("raw_result_id", id.toString());
  }

  /** Creates an order with a result, complete enough for the read operations. */
  private void order() {
    UUID order = Ids.uuid();
    UUID transaction = Ids.uuid();
    UUID user = UUID.fromString(tenant.userId());
    UUID team = UUID.fromString(tenant.team);
    node.db()
        .query(
            "insert into lab_transaction (id, team_id, environment, user_id) values ($1, $2, $3,"
                + " $4)",
            transaction,
            team,
            tenant.environment,
            user);
    node.db()
        .query(
            """
            insert into lab_order (id, team_id, environment, user_id, transaction_id, origin, lab_id,
                                   lab_test_id, modality, status, patient, address, billing_type,
                                   sample_id)
            select $1, $2, $3, $4, $5, 'initial', t.lab_id, t.id, 'walk_in', 'completed',
                   '{"first_name":"Ada","last_name":"Example","dob":"1990-05-17","gender":"female"}',
                   '{"state":"AZ"}', 'client_bill', $6
              from lab_test t where t.id = $7
            """,
            order,
            team,
            tenant.environment,
            user,
            transaction,
            order.toString(),
            UUID.fromString(tenant.ids.get("lab_test_id")));
    node.db()
        .query("insert into lab_order_event (order_id, status) values ($1, 'completed')", order);
    node.db()
        .query(
            """
            insert into lab_result (order_id, complete, has_content, fragments, report)
            values ($1, true, true, '{"panels":[],"pieces":[]}',
                    '{"metadata":{"patient":"Ada Example","dob":"1990-05-17","status":"final",
                      "specimen_number":"1","laboratory":"L"},
                      "results":[{"name":"Ferritin","slug":"ferritin","result":"50",
                        "type":"numeric","value":50,"unit":"ng/mL","interpretation":"normal",
                        "provider_id":"1"}],
                      "missing_results":[],
                      "sample_information":{"1":{"sample_id":"1"}}}')
            """,
            order);
    node.db()
        .query(
            """
            insert into lab_order_marker (order_id, marker_id, position, provider_id)
            values ($1, $2, 0, '1')
            """,
            order,
            marker);
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      tenant.ids.put(
          type.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT) + "_id",
          tenant
              .call("GET", "/fhir/" + type + "?patient=" + user, null)
              .expect(200)
              .json()
              .at("/entry/0/resource/id")
              .asText());
    }
    tenant.ids.put("order_id", order.toString());
    report();
    unmatched();
    tenant.ids.put("transaction_id", transaction.toString());
  }
}
