package io.tributary.fileimport;

import io.tributary.kernel.Tenant;
import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A claimed import. The lease number is the claim: a later claim or a cancellation makes every
 * write of this one void.
 *
 * @param position where the phase goes on; empty = at its begin
 * @param attempt runs without progress, this one included
 */
record ImportJob(
    UUID id,
    int leaseNo,
    UUID user,
    Tenant tenant,
    Format format,
    Phase phase,
    String position,
    int attempt) {

  static ImportJob read(Row r) {
    return new ImportJob(
        r.getUUID("id"),
        r.getInteger("lease_no"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        Format.of(r.getString("format")),
        Phase.of(r.getString("phase")),
        r.getString("position"),
        r.getInteger("attempt"));
  }
}
