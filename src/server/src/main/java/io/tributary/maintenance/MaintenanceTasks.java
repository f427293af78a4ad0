package io.tributary.maintenance;

import io.tributary.audit.AuditRetention;
import io.tributary.config.MaintenanceConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.erasure.UserErasure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All maintenance tasks, urgent ones first. */
final class MaintenanceTasks {
  private static final String ACCESS_TOKENS =
      """
      delete from access_token where token_hash in (
        select token_hash from access_token where expires_at <= now() limit $1)
      """;
  private static final String SIGN_IN_TOKENS =
      """
      delete from sign_in_token where token_hash in (
        select token_hash from sign_in_token where expires_at <= now() limit $1)
      """;
  private static final String LINK_CODES =
      """
      delete from link_code where code_hmac in (
        select code_hmac from link_code where expires_at <= now() limit $1)
      """;
  private static final String USER_SIGN_INS =
      """
      delete from user_sign_in where id in (
        select id from user_sign_in where expires_at <= now() limit $1)
      """;
  private static final String USER_TOKENS =
      """
      delete from user_access_token where token_hash in (
        select token_hash from user_access_token where expires_at <= now() limit $1)
      """;
  private static final String PUSH_BATCHES =
      """
      delete from sdk_upload where (user_id, batch_id) in (
        select user_id, batch_id from sdk_upload
         where created_at <= now() - make_interval(secs => $2) limit $1)
      """;

  /** Notifications of paused connections are kept no longer than late data is accepted. */
  private static final String PAUSED_NOTIFICATIONS =
      """
      delete from provider_notification where id in (
        select id from provider_notification
         where due_at = 'infinity' and received_at <= now() - make_interval(secs => $2) limit $1)
      """;

  private static final String LINK_SESSIONS =
      """
      delete from link_session where id in (
        select id from link_session
         where expires_at <= now() - make_interval(secs => $2) limit $1)
      """;
  private static final String PORTAL_LINKS =
      """
      delete from portal_link where token_hash in (
        select token_hash from portal_link
         where expires_at <= now() - make_interval(secs => $2) limit $1)
      """;
  private static final String PORTAL_SESSIONS =
      """
      delete from portal_session where token_hash in (
        select token_hash from portal_session where expires_at <= now() limit $1)
      """;
  private static final String REVIEW_LINKS =
      """
      delete from parsing_job_link where token_hash in (
        select token_hash from parsing_job_link
         where expires_at <= now() - make_interval(secs => $2) limit $1)
      """;
  private static final String REFRESHES =
      """
      delete from user_refresh where ctid = any (array(
        select ctid from user_refresh where at <= now() - make_interval(secs => $2) limit $1))
      """;
  // The newest pull of a resource stays, because introspection refers to it.
  private static final String PULL_JOBS =
      """
      delete from pull_job where id in (
        select id from pull_job j
         where j.state in ('success', 'failure') and j.ended_at <= now() - make_interval(secs => $2)
           and not exists (select 1 from historical_pull h where h.job_id = j.id)
         limit $1)
      """;
  private static final String RENORMALISATIONS =
      """
      delete from remap_job where id in (
        select id from remap_job
         where ended_at <= now() - make_interval(secs => $2) limit $1)
      """;
  // A trigger for which an operation still waits must stay.
  private static final String PULL_TRIGGERS =
      """
      delete from pull_trigger where id in (
        select id from pull_trigger t
         where (t.state = 'dropped' or t.state = 'granted' and t.finished_at is not null)
           and coalesce(t.finished_at, t.granted_at, t.queued_at)
               <= now() - make_interval(secs => $2)
           and not exists (select 1 from bulk_op_entry e
                            where e.trigger_id = t.id and e.state = 'pending')
           and not exists (select 1 from pull_job j where j.trigger_id = t.id)
         limit $1)
      """;
  private static final String IMPORTS =
      """
      delete from file_import where id in (
        select id from file_import
         where ended_at <= now() - make_interval(secs => $2) limit $1)
      """;
  // The IDs begin with a timestamp. The payloads of these attempts have already been removed.
  private static final String MANUAL_ATTEMPTS =
      """
      delete from manual_attempt where id in (
        select id from manual_attempt
         where id < (lpad(to_hex((extract(epoch from now() - make_interval(secs => $2)) * 1000)::bigint),
                          12, '0') || repeat('0', 20))::uuid
         order by id limit $1)
      """;
  // The API shows at most 90 days.
  private static final String DELIVERY_COUNTS =
      """
      delete from delivery_count where (endpoint_id, at) in (
        select c.endpoint_id, c.at from webhook_endpoint e
         cross join lateral (
           select endpoint_id, at from delivery_count
            where endpoint_id = e.id and at <= now() - make_interval(secs => $2)
            order by at limit $1) c
         limit $1)
      """;
  // Responses to appointment requests are kept longer than others.
  private static final String LAB_IDEMPOTENCY_KEYS =
      """
      delete from idempotency_key where ctid = any (array(
        select ctid from idempotency_key
         where started_at <= now() - make_interval(secs => $2)
           and (not starts_with(route, 'appointment/') or started_at <= now() - interval '15 days')
         limit $1))
      """;

  // Messages of an order are erased with it; these have none. The row stays, so that a repeated
  // message is recognized. Unprocessed messages stay complete.
  private static final String LAB_BODIES =
      """
      update lab_message set body = '', answer = null where id in (
        select id from lab_message
         where direction = 'in' and order_id is null and state in ('done', 'unmatched') and body <> ''
           and ended_at <= now() - make_interval(secs => $2) limit $1)
      """;
  // Deletes results that a team rejected. Results waiting for review stay, because they may be the
  // only copy.
  private static final String LAB_REVIEWS =
      """
      delete from lab_unmatched_result where id in (
        select id from lab_unmatched_result
         where status = 'resolved' and resolved_user_id is null
           and reviewed_at <= now() - make_interval(secs => $2) limit $1)
      """;

  // Values read from the file stay; only reviewers lose the pages. A file has many rows, so few are
  // deleted at a time.
  private static final String REPORT_FILES =
      """
      with old as materialized (
        select id from parsing_job
         where file_deleted_at is null and status in ('pending_review', 'completed', 'failed')
           and created_at <= now() - make_interval(secs => $2)
         order by created_at limit $1 for update skip locked
      ), files as (
        delete from parsing_job_file f using old where f.job_id = old.id
      ), images as (
        delete from parsing_job_image i using old where i.job_id = old.id
      )
      update parsing_job j set file_deleted_at = now() from old where j.id = old.id
      """;
  private static final int REPORT_BATCH = 50;

  private static final Duration COUNT_RETENTION = Duration.ofDays(91);

  private MaintenanceTasks() {}

  static List<MaintenanceTask> create(
      ServiceConfig config,
      UserErasure erasure,
      ConnectionLifecycle connections,
      AuditRetention audit) {
    MaintenanceConfig h = config.maintenance();
    EndpointPurge endpoints = new EndpointPurge(h.attemptRetention());
    TeamErasure teams = new TeamErasure(erasure, h.batchSize(), h.erasureBatchRows());
    IngestionEndTask expiry =
        new IngestionEndTask(config.pull().ingestionGracePeriod(), connections);
    List<MaintenanceTask> out = new ArrayList<>();
    out.addAll(
        List.of(
            new MaintenanceTask(
                "demo users",
                h.interval(),
                tx -> erasure.deleteExpiredDemoUsers(tx, h.batchSize())),
            new MaintenanceTask(
                "ingestion ends", h.interval(), tx -> expiry.run(tx, h.batchSize())),
            new MaintenanceTask("ended teams", h.interval(), teams::run),
            new MaintenanceTask(
                "erasure", h.interval(), tx -> erasure.eraseNextBatch(tx, h.erasureBatchRows())),
            expiryTask("access tokens", h, ACCESS_TOKENS),
            expiryTask("sign-in tokens", h, SIGN_IN_TOKENS),
            expiryTask("link codes", h, LINK_CODES),
            expiryTask("user sign-ins", h, USER_SIGN_INS),
            expiryTask("user tokens", h, USER_TOKENS),
            retentionTask(
                "push batches", h.retentionInterval(), h, PUSH_BATCHES, config.sdk().batchTtl()),
            retentionTask("refreshes", h.interval(), h, REFRESHES, config.users().refreshWindow()),
            expiryTask("portal sessions", h, PORTAL_SESSIONS),
            retentionTask(
                "portal links", h.retentionInterval(), h, PORTAL_LINKS, h.sessionRetention()),
            retentionTask(
                "review links", h.retentionInterval(), h, REVIEW_LINKS, h.sessionRetention()),
            retentionTask(
                "notices of paused connections",
                h.retentionInterval(),
                h,
                PAUSED_NOTIFICATIONS,
                config.pull().ingestionGracePeriod()),
            retentionTask(
                "link sessions", h.retentionInterval(), h, LINK_SESSIONS, h.sessionRetention()),
            retentionTask("pull jobs", h.retentionInterval(), h, PULL_JOBS, h.jobRetention()),
            retentionTask(
                "renormalisations", h.retentionInterval(), h, RENORMALISATIONS, h.jobRetention()),
            retentionTask(
                "pull triggers", h.retentionInterval(), h, PULL_TRIGGERS, h.jobRetention()),
            retentionTask(
                "keys of orders",
                h.retentionInterval(),
                h,
                LAB_IDEMPOTENCY_KEYS,
                config.orders().idempotencyKeyTtl().plusHours(1)),
            retentionTask(
                "lab messages", h.retentionInterval(), h, LAB_BODIES, h.labMessageRetention()),
            retentionTask(
                "lab reviews", h.retentionInterval(), h, LAB_REVIEWS, h.labMessageRetention()),
            retentionTask("imports", h.retentionInterval(), h, IMPORTS, h.jobRetention()),
            new MaintenanceTask(
                "files of reports",
                h.retentionInterval(),
                tx ->
                    tx.update(
                            REPORT_FILES,
                            REPORT_BATCH,
                            (double)
                                Duration.ofDays(config.report().fileRetentionDays()).toSeconds())
                        == REPORT_BATCH),
            retentionTask(
                "manual attempts", h.retentionInterval(), h, MANUAL_ATTEMPTS, h.payloadRetention()),
            retentionTask("counts", h.retentionInterval(), h, DELIVERY_COUNTS, COUNT_RETENTION),
            new MaintenanceTask(
                "endpoints", h.retentionInterval(), tx -> endpoints.run(tx, h.batchSize())),
            new MaintenanceTask(
                "audit trail", h.retentionInterval(), tx -> audit.run(tx, h.erasureBatchRows()))));
    // Partitions are created before any task that may take long.
    out.addAll(0, new MessageRetention(h).tasks());
    return List.copyOf(out);
  }

  private static MaintenanceTask expiryTask(String name, MaintenanceConfig h, String sql) {
    return new MaintenanceTask(
        name, h.interval(), tx -> tx.update(sql, h.batchSize()) == h.batchSize());
  }

  private static MaintenanceTask retentionTask(
      String name, Duration every, MaintenanceConfig h, String sql, Duration age) {
    double seconds = age.toMillis() / 1000.0;
    return new MaintenanceTask(
        name, every, tx -> tx.update(sql, h.batchSize(), seconds) == h.batchSize());
  }
}
