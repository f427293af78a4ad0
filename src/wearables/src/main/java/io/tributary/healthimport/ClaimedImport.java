package io.tributary.healthimport;

import io.tributary.core.Tenant;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A claimed import. The lease number is the claim: a later claim or a cancellation makes every
 * write of this one void.
 *
 * @param position where the phase goes on; empty = at its begin
 * @param attempt runs without progress, this one included
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
        r.getInteger("lease_no"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        ExportFormat.of(r.getString("format")),
        ImportPhase.of(r.getString("phase")),
        r.getString("position"),
        r.getInteger("attempt"));
  }
}
