package io.tributary.report.parsing;

import io.tributary.core.Tenant;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * Claimed job. The lease number identifies the claim; a later claim invalidates all writes of this
 * one.
 *
 * @param attempt number of failed attempts before this one
 */
record JobClaim(
    UUID id,
    int leaseNo,
    Tenant tenant,
    UUID user,
    String mediaType,
    boolean needsHumanReview,
    int attempt) {
  static final String COLUMNS =
      "j.id, j.lease_epoch, j.team_id, j.environment, j.user_id, j.media_type,"
          + " j.needs_human_review, j.attempt";

  static JobClaim read(Row r) {
    return new JobClaim(
        r.getUUID("id"),
        r.getInteger("lease_epoch"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getUUID("user_id"),
        r.getString("media_type"),
        r.getBoolean("needs_human_review"),
        r.getInteger("attempt"));
  }
}
