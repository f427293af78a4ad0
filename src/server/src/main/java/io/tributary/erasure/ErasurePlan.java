package io.tributary.erasure;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All data that the service stores about a user, in the order of deletion.
 *
 * <p>Encryption keys come first, then child rows before their parents. A test compares the plan
 * with the existing tables: every new table must be listed here, or in the test as holding no user
 * data.
 */
final class ErasurePlan {
  /**
   * Unmatched results without an order that belong to the user, according to a reviewer's decision
   * or the sample ID.
   */
  private static final String UNMATCHED =
      """
      select r.ctid from lab_unmatched_result r
       where r.resolved_user_id = $1
       union
      select r.ctid from lab_order o join lab_unmatched_result r on r.source_order_id = o.id
       where o.user_id = $1 and r.decision_code <> 'match_sample_id_mismatch_demo'
         and (r.resolved_user_id is null or r.resolved_user_id = $1)
       union
      select r.ctid from app_user u join lab_unmatched_result r
          on (r.team_id = u.team_id or r.team_id is null) and r.environment = u.environment
       where u.id = $1 and exists (select from lab_order where user_id = $1)
         and r.status <> 'resolved' and r.source_order_id is null
         and jsonb_array_length(r.candidates) = 1
         and r.candidates @> jsonb_build_array(jsonb_build_object('user_id', u.id::text))
      """;

  /**
   * Unmatched results that arrived when only the deleted user could have matched: same laboratory,
   * name and birth date, and no other user's order has these. Results without a team are excluded,
   * because they may belong to another team's patient.
   */
  private static final String UNMATCHED_BY_DEMOGRAPHICS =
      """
      select r.ctid from app_user u
        join erasure e on e.user_id = u.id
        join lab_order o on o.user_id = u.id
        join lab_unmatched_result r on r.team_id = u.team_id and r.environment = u.environment
         and r.lab_id = o.lab_id
       where u.id = $1 and r.created_at >= e.requested_at and r.source_order_id is null
         and r.status in ('pending_customer_review', 'pending_ops_review')
         and r.resolved_user_id is null and r.candidates = '[]'
         and left(r.patient ->> 'dob', 10) = o.dob::text
         and lower(r.patient ->> 'first_name') = lower(o.patient ->> 'first_name')
         and lower(r.patient ->> 'last_name') = lower(o.patient ->> 'last_name')
         and not exists (
           select from lab_order x
            where x.dob = o.dob and x.environment = u.environment and x.user_id <> u.id
              and lower(x.patient ->> 'last_name') = lower(o.patient ->> 'last_name'))
      """;

  /** Unmatched results that belong to the user. */
  static final String UNMATCHED_RESULTS =
      "select ctid from ("
          + UNMATCHED
          + ") u union select ctid from ("
          + UNMATCHED_BY_DEMOGRAPHICS
          + ") f";

  /** Counter name for laboratory messages that are kept without their content. */
  static final String EMPTIED_COUNTER = "lab_message_freed";

  private static final String CANDIDATE =
      """
      select r.ctid from app_user u join lab_unmatched_result r
          on (r.team_id = u.team_id or r.team_id is null) and r.environment = u.environment
       where u.id = $1 and exists (select from lab_order where user_id = $1)
         and r.candidates @> jsonb_build_array(jsonb_build_object('user_id', u.id::text))
      """;

  /**
   * Messages about several patients: the bytes are removed; values taken from them stay with the
   * other patients' orders.
   */
  private static final String SHARED_MESSAGES =
      """
      select m.ctid from lab_order o
        join lab_result_message h on h.order_id = o.id
        join lab_message m on m.id = h.lab_message_id
       where o.user_id = $1 and m.body <> ''
         and (m.order_id is null or m.order_id not in (select id from lab_order where user_id = $1))
      """;

  /** Messages of unmatched results. */
  private static final String UNMATCHED_MESSAGES =
      """
      select m.ctid from lab_unmatched_result r join lab_message m on m.id = r.lab_message_id
       where m.body <> '' and r.ctid in (%s)
      """;

  private static final String NIL = "'00000000-0000-0000-0000-000000000000'";

  /** Stored responses to requests with an idempotency key; no column identifies their user. */
  private static final String IDEMPOTENT_RESPONSES =
      """
      select i.ctid from app_user u join idempotency_key i
          on i.team_id = u.team_id and i.environment = u.environment
       where u.id = $1 and exists (select from lab_transaction where user_id = $1)
         and strpos(i.body, u.id::text) > 0
      """;

  /**
   * First laboratory step. Until it runs, all rows that link the user to laboratory messages still
   * exist.
   */
  static final ErasureStep FIRST_LAB_STEP =
      ErasureStep.deleteFound("idempotency_key", IDEMPOTENT_RESPONSES).once();

  static final List<ErasureStep> STEPS =
      Stream.of(
              List.of(
                  ErasureStep.deleteOwn("data_key"),
                  ErasureStep.deleteOwn("deregistration"),
                  ErasureStep.deleteSized(
                      "sample_block",
                      "sample_count",
                      "select b.ctid from series r join sample_block b on b.series_id = r.id"
                          + " where r.user_id = $1")),
              own("summary", "raw_document", "workout_stream", "raw_coverage", "remap_job"),
              own("continuous_query_row", "continuous_query_task"),
              of("file_import", "import_id", "file_import_pending_record"),
              own("file_import", "sdk_upload", "sdk_client"),
              reports(),
              labs(),
              of("connection", "connection_id", "provider_notification", "provider_subscription"),
              List.of(
                  ErasureStep.freed(
                      "pull_trigger",
                      "connection_id = null",
                      "select t.ctid from connection c join pull_trigger t"
                          + " on t.connection_id = c.id where c.user_id = $1")),
              own("pull_job", "historical_pull", "resource_status", "connection", "device"),
              own(
                  "data_origin",
                  "sample_context",
                  "series",
                  "permit_reserved",
                  "provider_cooldown"),
              own("link_session", "link_code", "sign_in_token", "user_access_token"),
              own("user_sign_in", "user_demographics", "user_refresh"),
              // A trigger deletes their deliveries and attempts.
              List.of(
                  ErasureStep.deleteByKey("message", "id"),
                  ErasureStep.deleteOwn("user_sequence"),
                  ErasureStep.freed(
                      "bulk_op_entry",
                      "user_id = " + NIL,
                      "select ctid from bulk_op_entry where user_id = $1"),
                  ErasureStep.freed(
                          "bulk_export_audit",
                          "user_ids = array_replace(user_ids, $1, " + NIL + "::uuid)",
                          "select a.ctid from app_user u join bulk_export_audit a"
                              + " on a.team_id = u.team_id and a.environment = u.environment"
                              + " where u.id = $1 and a.user_ids @> array[$1::uuid]")
                      .once()),
              own("revocation"))
          .flatMap(List::stream)
          .toList();

  private ErasurePlan() {}

  private static List<ErasureStep> own(String... tables) {
    return Stream.of(tables).map(ErasureStep::deleteOwn).toList();
  }

  private static List<ErasureStep> of(String parent, String column, String... tables) {
    return Stream.of(tables).map(t -> ErasureStep.deleteChildren(parent, "id", t, column)).toList();
  }

  private static List<ErasureStep> reports() {
    List<ErasureStep> out =
        new ArrayList<>(
            of(
                "parsing_job",
                "job_id",
                "parsing_job_file",
                "parsing_job_image",
                "parsing_job_audit",
                "parsing_job_link"));
    out.add(ErasureStep.deleteOwn("parsing_job"));
    return out;
  }

  private static List<ErasureStep> labs() {
    List<ErasureStep> out = new ArrayList<>();
    out.add(FIRST_LAB_STEP);
    String emptied = "body = '', answer = null";
    for (String loose : List.of(UNMATCHED, UNMATCHED_BY_DEMOGRAPHICS)) {
      out.add(ErasureStep.freed("lab_message", emptied, UNMATCHED_MESSAGES.formatted(loose)));
      out.add(
          ErasureStep.deleteFound("lab_unmatched_result", "select ctid from (" + loose + ") f"));
    }
    out.add(
        ErasureStep.freed(
            "lab_unmatched_result",
            "candidates = coalesce((select jsonb_agg(c) from jsonb_array_elements(candidates) c"
                + " where c ->> 'user_id' <> $1::uuid::text), '[]')",
            CANDIDATE));
    out.add(ErasureStep.freed("lab_message", emptied, SHARED_MESSAGES));
    out.addAll(
        of(
            "lab_order",
            "order_id",
            "lab_message",
            "lab_result_message",
            "lab_result_version",
            "lab_result_file"));
    out.add(ErasureStep.deleteOwn("lab_result_value"));
    out.addAll(
        of(
            "lab_order",
            "order_id",
            "lab_result",
            "patient_notification",
            "lab_order_search",
            "lab_order_event",
            "lab_order_marker",
            "lab_order_dispatch",
            "lab_sandbox_run"));
    out.addAll(of("appointment", "appointment_id", "appointment_event"));
    out.addAll(own("appointment", "lab_order", "lab_transaction", "insurance"));
    return out;
  }
}
