package io.tributary.healthimport;

import io.tributary.core.Tenant;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * Claimed import.
 *
 * <p>The lease number is the fencing token: after a later claim or a cancellation, writes with this
 * number have no effect.
 *
 * @param position where the phase resumes; empty for its beginning
 * @param attempt number of runs without progress, including this one
 */
record ClaimedImport(
    UUID id,
    int leaseNo,
    UUID user,
    Tenant tenant,
    ExportFormat format,
    ImportPhase phase,
    String position,
    int attempt) {

  static ClaimedImport read(Row r) {
    return new ClaimedImport(
        r.getUUID("id"),
        r.getInteger("lease_epoch"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        ExportFormat.of(r.getString("format")),
        ImportPhase.of(r.getString("phase")),
        r.getString("position"),
        r.getInteger("attempt"));
  }
}
