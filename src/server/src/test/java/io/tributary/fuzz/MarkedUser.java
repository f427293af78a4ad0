package io.tributary.fuzz;

import io.tributary.core.Ids;
import io.tributary.lab.order.OrderBodies;
import io.tributary.link.LinkHarness;
import io.tributary.testkit.Eventually;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A sandbox user of the first team with data in every table that stores user data. Unique marks
 * distinguish it from data of other users. Rows that no call creates quickly are inserted as the
 * service would write them.
 */
final class MarkedUser {
  private static final Duration SOON = Duration.ofSeconds(90);

  private final LinkHarness link;
  private final String tag = Ids.randomHex(5);
  final TenantFixture tenant;

  /** Marks that are stored in clear text while the user exists. */
  final Map<String, String> clearMarks = new LinkedHashMap<>();

  /** Marks that must never be stored in clear text. */
  final Map<String, String> encryptedMarks = new LinkedHashMap<>();

  MarkedUser(LinkHarness link, int marker, OrderBodies bodies) {
    this.link = link;
    this.tenant =
        new TenantFixture(
            link.node, link.node.first().team().toString(), "sandbox", link.node.first().apiKey());
    tenant.fill();
    clearMarks.put("user", tenant.userId());
    named();
    uploadAll();
    linkProviders();
    if (link.node.db().query("select 1 from continuous_query").size() == 0) {
      // Team-level data, created once.
      tenant.createQueries();
    }
    new LabFixture(link.node, tenant, marker).fill();
    // A pending account would block orders.
    link.node.db().query("delete from lab_account_team");
    clearMarks.put("order", tenant.ids.get("order_id"));
    clearMarks.put("job", tenant.ids.get("job_id"));
    placeOrder(bodies);
    rows();
  }

  UUID user() {
    return UUID.fromString(tenant.userId());
  }

  private String mark(String name) {
    String value = name + "-" + tag + "-" + Ids.randomHex(4);
    clearMarks.put(name, value);
    return value;
  }

  private String secret(String name) {
    String value = name + "-" + tag + "-" + Ids.randomHex(8);
    encryptedMarks.put(name, value);
    return value;
  }

  private void named() {
    tenant
        .call(
            "PATCH",
            "/v2/user/" + tenant.userId(),
            "{\"client_user_id\":\"" + mark("reference") + "\"}")
        .expect(200);
    tenant
        .call(
            "PATCH",
            "/v2/user/" + tenant.userId() + "/info",
            """
            {"first_name":"%s","last_name":"Moor","email":"%s@example.org","phone_number":"+4930901820",
             "gender":"female","dob":"1990-05-17","address":{"first_line":"Hauptstr. 1","country":"DE",
             "zip":"10115","city":"Berlin","state":"BE"}}
            """
                .formatted(secret("Name"), secret("mail")))
        .expect(200);
    String token =
        tenant
            .call("POST", "/v2/user/" + tenant.userId() + "/sign_in_token", null)
            .expect(200)
            .json()
            .get("sign_in_token")
            .asText();
    encryptedMarks.put("sign-in token", token);
    link.node
        .send("POST", "/v2/user/sign_in", "{\"sign_in_token\":\"" + token + "\"}", Map.of())
        .expect(200);
    String code = "/v2/link/code/create?user_id=" + tenant.userId();
    tenant.call("POST", code, null).expect(200);
  }

  private void uploadAll() {
    tenant
        .call(
            "POST",
            "/v2/timeseries/" + tenant.userId() + "/note",
            UploadBodies.daily(
                "[{\"value\":\"%s\",\"unit\":\"text\",\"start_date\":\"2026-03-02T07:48:11Z\",\"tags\":[\"food\"]}]"
                    .formatted(mark("note"))))
        .expect(200);
    tenant
        .call(
            "POST",
            "/v2/summary/meal/" + tenant.userId(),
            UploadBodies.daily(
                "{\"meals\":[{\"id\":\"M2\",\"timestamp\":\"2026-03-02T12:30:00Z\",\"name\":\"%s\",\"energy\":{\"unit\":\"kcal\",\"value\":500}}]}"
                    .formatted(mark("meal"))))
        .expect(200);
    String batch = mark("batch");
    link.node
        .send(
            "POST",
            "/v2/timeseries/" + tenant.userId() + "/steps",
            UploadBodies.daily(
                "[{\"value\":7,\"unit\":\"count\",\"start_date\":\"2026-03-04T06:00:00Z\",\"end_date\":\"2026-03-04T07:00:00Z\"}]"),
            Map.of("x-service-api-key", tenant.key, "idempotency-key", batch))
        .expect(200);
  }

  private void linkProviders() {
    String user = tenant.userId();
    link.token(user, ",\"redirect_url\":\"https://app.test/" + mark("redirect") + "\"");
    link.linkUser(user);
    tenant
        .call(
            "POST",
            "/v2/link/bulk_import",
            """
            {"provider":"garmin","wait_for_completion":true,"connections":[{"user_id":"%s",
             "access_token":"%s","refresh_token":"%s","provider_id":"%s","expires_at":2147483647}]}
            """
                .formatted(user, secret("access"), secret("refresh"), mark("account")))
        .expect(200);
    tenant
        .call(
            "POST",
            "/v2/link/bulk_export",
            "{\"provider\":\"garmin\",\"user_ids\":[\"" + user + "\"]}")
        .expect(200);
    Eventually.eventually(
        SOON,
        () -> {
          String sql =
              "select 1 from raw_coverage where user_id = $1 and exists (select from summary"
                  + " where user_id = $1 and provider = 'oura')";
          if (link.node.db().query(sql, user()).size() == 0) {
            throw new AssertionError("nothing was pulled");
          }
        });
  }

  /** Places an order with an idempotency key, so that the response is stored. */
  private void placeOrder(OrderBodies bodies) {
    String body =
        bodies.walkIn(tenant.userId()).toString().replace("Ada Example", mark("recipient"));
    clearMarks.put(
        "placed order",
        link.node
            .send(
                "POST",
                "/v3/order/create",
                body,
                Map.of("x-service-api-key", tenant.key, "x-idempotency-key", Ids.randomHex(8)))
            .expect(200)
            .json()
            .at("/order/id")
            .asText());
  }

  private void sql(String statement, Object... more) {
    Object[] args = new Object[more.length + 1];
    args[0] = user();
    System.arraycopy(more, 0, args, 1, more.length);
    link.node.db().query(statement, args);
  }

  private void rows() {
    UUID order = UUID.fromString(tenant.ids.get("order_id"));
    UUID job = UUID.fromString(tenant.ids.get("job_id"));
    sql(
        """
        update lab_order set patient_name = $3, passthrough = $4, sample_id = $5, dob = '1990-05-17',
               patient = jsonb_build_object('first_name', $3::text, 'last_name', 'of ' || $3, 'dob', '1990-05-17')
         where user_id = $1 and id = $2
        """,
        order,
        mark("patient"),
        mark("passthrough"),
        mark("sample"));
    sql(
        """
        insert into lab_order_search (order_id, trigrams)
        select id, array[$2, 'x'] from lab_order where user_id = $1 on conflict do nothing
        """,
        mark("gram"));
    for (String of :
        List.of(
            "lab_order_dispatch (order_id, kind, state) select id, 'order', 'done'",
            "lab_result_version (order_id, version, report, created_at)"
                + " select id, 1, jsonb_build_object('r', passthrough), now()",
            "lab_result_file (order_id, content, reported_at)"
                + " select id, convert_to(passthrough, 'UTF8'), now()",
            "lab_result_value (order_id, position, user_id, provider_id, name, value,"
                + " interpretation, at) select id, 0, user_id, '1', passthrough, 1, 'normal',"
                + " now()",
            "patient_notification (id, order_id, kind, channel, state, due_at)"
                + " select gen_random_uuid(), id, 'k', 'sms', 'sent', now()",
            "lab_sandbox_run (order_id, id, final_status, delay_ms, flags, state)"
                + " select id, gen_random_uuid(), 'x', 1, '{}', 'ended'",
            "lab_message (id, connection_name, direction, kind, order_id, sender, control_id, hash,"
                + " body, state) select gen_random_uuid(), 'l', 'in', 'result', id, passthrough,"
                + " id::text, '', 'm', 'done'",
            // A message about several people, one with an order of another user or with none.
            "lab_message (id, connection_name, direction, kind, sender, control_id, hash, body,"
                + " state) select md5('m' || id)::uuid, 'l', 'in', 'result', '', md5('m' || id),"
                + " '', convert_to(passthrough, 'UTF8'), 'done'",
            "lab_result_message (lab_message_id, order_id) select md5('m' || id)::uuid, id",
            "appointment (id, order_id, team_id, environment, user_id, transaction_id, type,"
                + " provider, provider_id, status, address, lat, lng, notes, confirmation) select"
                + " id, id, team_id, environment, user_id, transaction_id,"
                + " 'patient_service_center', 'p', 'p', 'completed', '{}', 1, 1, passthrough,"
                + " 'direct'",
            "appointment_event (appointment_id, status) select id, 'completed'",
            "lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id,"
                + " status, decision_code, patient, search, fragments, reported_at,"
                + " resolved_user_id) select gen_random_uuid(), gen_random_uuid(), 0, team_id,"
                + " environment, lab_id, 'resolved', 'no_match', jsonb_build_object('first_name',"
                + " patient_name), patient_name, '{}', now(), user_id",
            "lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id,"
                + " status, decision_code, patient, search, fragments, reported_at,"
                + " source_order_id) select gen_random_uuid(), gen_random_uuid(), 0, team_id,"
                + " environment, lab_id, 'pending_ops_review', 'match_cancelled', '{}',"
                + " passthrough, '{}', now(), id",
            "lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id,"
                + " status, decision_code, patient, search, fragments, reported_at, candidates)"
                + " select gen_random_uuid(), gen_random_uuid(), 0, team_id, environment, lab_id,"
                + " 'pending_customer_review', 'multiple_demo_match', '{}', '', '{}', now(),"
                + " jsonb_build_array(jsonb_build_object('user_id', user_id::text, 'candidates',"
                + " '[]'), jsonb_build_object('user_id', 'another', 'candidates', '[]'))")) {
      sql("insert into " + of + " from lab_order where user_id = $1 and id = $2", order);
    }
    sql(
        """
        insert into insurance (id, user_id, is_primary, payor_id, document_encrypted)
        select gen_random_uuid(), $1, true, min(id), 'x' from payor
        """);
    String detail = mark("detail");
    for (String of :
        List.of(
            "parsing_job_file (job_id, part, chunk, bytes) select id, 0, 0, 'x'",
            "parsing_job_image (job_id, page, media_type, bytes) select id, 1, 'image/png', 'x'",
            "parsing_job_audit (job_id, actor, action, detail) select id, 'a', 'b', $3",
            "parsing_job_link (token_hash, job_id, reviewer, kind, management_key_id, expires_at)"
                + " select convert_to($3, 'UTF8'), id, $3, 'link', (select min(id::text)::uuid from"
                + " management_key), now() + interval '1 day'")) {
      sql(
          "insert into "
              + of
              + " from parsing_job where user_id = $1 and id = $2 and $3::text <> ''",
          job,
          detail);
    }
    sql(
        """
        insert into file_import_pending_record (import_id, kind, source, day, at, end_at, name, value, offset_s)
        select id, 'k', $2, '2026-03-02', now(), now(), 'n', 1, 0 from file_import where user_id = $1
        """,
        mark("fact"));
    sql("insert into user_refresh (user_id) values ($1)");
    sql("insert into sdk_client (user_id, provider) values ($1, 'health_connect')");
    sql(
        "insert into permit_reserved (provider, app_id, user_id, permits)"
            + " values ('x', gen_random_uuid(), $1, 1)");
    sql(
        "insert into provider_cooldown (provider, app_id, user_id, expires_at)"
            + " values ('x', gen_random_uuid(), $1, now() + interval '30 days')");
  }

  /** Inserts rows that a concurrent transaction writes after the deletion. */
  void insertAfterDeletion() {
    UUID connection = Ids.uuid();
    sql(
        """
        insert into connection (id, user_id, team_id, environment, provider, status, app_id, external_user_id)
        select $2, id, team_id, environment, 'strava', 'paused', $3, $4 from app_user where id = $1
        """,
        connection,
        Ids.DEFAULT_APP,
        mark("late account"));
    clearMarks.put("connection", connection.toString());
    for (String of :
        List.of(
            "provider_notification (id, provider, app_id, connection_id, kind, dedupe_hash, state,"
                + " due_at) select gen_random_uuid(), provider, app_id, id, 'changed', 'x',"
                + " 'queued', 'infinity'",
            "provider_subscription (id, provider, app_id, connection_id, kind, state)"
                + " select gen_random_uuid(), provider, app_id, id, 'k', 'active'",
            "pull_trigger (id, provider, app_id, connection_id, state)"
                + " select gen_random_uuid(), provider, app_id, id, 'dropped'",
            "pull_job (id, connection_id, user_id, team_id, environment, provider, app_id, feed,"
                + " resources, generation, state, range_start, range_end, trace_id, release)"
                + " select gen_random_uuid(), id, user_id, team_id, environment, provider, app_id,"
                + " 'f', '{}', 1, 'success', now(), now(), 't', 'r'",
            "deregistration (id, team_id, environment, provider, app_id, external_user_id, user_id,"
                + " due_at) select gen_random_uuid(), team_id, environment, provider, app_id,"
                + " external_user_id, user_id, now() + interval '30 days'")) {
      sql("insert into " + of + " from connection where user_id = $1 and id = $2", connection);
    }
    sql(
        """
        insert into continuous_query_row (query_id, user_id, key_hash, bucket, keys, cells)
        select id, $1, 'late', now(), '[]', '[]' from continuous_query limit 1
        """);
    sql(
        """
        insert into continuous_query_task (id, query_id, user_id, status, due_at)
        select gen_random_uuid(), id, $1, 'completed', now() from continuous_query limit 1
        """);
    sql(
        "insert into sign_in_token (token_hash, user_id, expires_at) values"
            + " (convert_to(gen_random_uuid()::text, 'UTF8'), $1, now() + interval '1 day')");
    sql(
        """
        with s as (
          insert into user_sign_in (id, user_id, refresh_hash, expires_at)
          select gen_random_uuid(), $1, convert_to(gen_random_uuid()::text, 'UTF8'), now() + interval '30 days'
          returning id, user_id
        )
        insert into user_access_token (token_hash, sign_in_id, user_id, expires_at)
        select convert_to(gen_random_uuid()::text, 'UTF8'), id, user_id, now() + interval '30 days' from s
        """);
    sql(
        """
        insert into lab_unmatched_result (id, lab_message_id, position, team_id, environment, lab_id, status,
               decision_code, patient, search, fragments, reported_at, created_at)
        select gen_random_uuid(), gen_random_uuid(), 0, team_id, environment, lab_id, 'pending_ops_review',
               'no_match', patient || jsonb_build_object('dob', '1990-05-17T00:00:00+00:00'), $2, '{}',
               now(), now()
          from lab_order where user_id = $1 and passthrough is not null
        """,
        mark("unfound"));
  }
}
