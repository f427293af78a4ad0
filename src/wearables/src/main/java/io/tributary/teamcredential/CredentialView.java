package io.tributary.teamcredential;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.UUID;

/**
 * A team's application without its secrets.
 *
 * @param clientId null for none
 * @param secretHash SHA-256 of the secret in hex, or null
 * @param details as responses show them, or null
 */
record CredentialView(
    UUID id,
    UUID team,
    String provider,
    String clientId,
    String secretHash,
    ObjectNode details,
    String redirect,
    Instant createdAt,
    Instant updatedAt) {
  static final String COLUMNS =
      "a.id, a.team_id, a.provider, a.client_id, a.client_secret_hash,"
          + " a.details::text as details, a.redirect_url_override, a.created_at, a.updated_at";

  static CredentialView read(Row r) {
    return new CredentialView(
        r.getUUID("id"),
        r.getUUID("team_id"),
        r.getString("provider"),
        r.getString("client_id"),
        r.getString("client_secret_hash"),
        CredentialDetails.toResponse(r.getString("provider"), RowMapping.object(r, "details")),
        r.getString("redirect_url_override"),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"));
  }

  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("id", id.toString())
            .put("client_id", clientId)
            .put("client_secret_hash", secretHash)
            .put("source", provider)
            .put("team_id", team.toString())
            .put("created_at", Times.format(createdAt))
            .put("updated_at", Times.format(updatedAt));
    if (details == null) {
      out.putNull("details");
    } else {
      out.set("details", details);
    }
    return out.putNull("app_url").put("redirect_url_override", redirect);
  }
}
