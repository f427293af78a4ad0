package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Tenant;
import io.tributary.db.Rows;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The link of one user with one provider, without its tokens; at most one per user and slug.
 *
 * @param clientUserId the customer's reference of the user, or null
 * @param appId credentials of the link: nil = the installation's, {@code Ids.DEMO_APP} = simulator
 * @param externalUserId the provider's id of the user, or null
 * @param scopesGranted null when the provider knows no scopes
 * @param generation rises with every link; a job of an older one must not write
 * @param state what the adapter keeps of the account; nothing secret
 * @param createdAt first link; kept over re-links
 * @param error present in status error only
 */
public record Connection(
    UUID id,
    UUID userId,
    Tenant tenant,
    String clientUserId,
    String provider,
    ConnectionStatus status,
    UUID appId,
    boolean demo,
    String externalUserId,
    List<String> scopesRequested,
    List<String> scopesGranted,
    int generation,
    ObjectNode state,
    Instant createdAt,
    Optional<ErrorDetails> error) {

  /** Why a connection is in status error: wearables.md §3. */
  public record ErrorDetails(String errorType, String errorMessage, Instant erroredAt) {}

  public Connection {
    scopesRequested = List.copyOf(scopesRequested);
    scopesGranted = scopesGranted == null ? null : List.copyOf(scopesGranted);
  }

  /** Columns for {@link #read} of {@code connection c join app_user u}. */
  public static final String COLUMNS =
      "c.id, c.user_id, c.team_id, c.environment, u.client_user_id, c.provider, c.status, c.app_id,"
          + " c.demo, c.external_user_id, c.scopes_requested, c.scopes_granted, c.generation,"
          + " c.provider_state::text as provider_state, c.created_at, c.error_type,"
          + " c.error_message, c.errored_at";

  /** A row of {@link #COLUMNS}. */
  public static Connection read(Row r) {
    String error = r.getString("error_type");
    return new Connection(
        r.getUUID("id"),
        r.getUUID("user_id"),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        r.getString("client_user_id"),
        r.getString("provider"),
        ConnectionStatus.of(r.getString("status")),
        r.getUUID("app_id"),
        r.getBoolean("demo"),
        r.getString("external_user_id"),
        Rows.texts(r, "scopes_requested"),
        Rows.texts(r, "scopes_granted"),
        r.getInteger("generation"),
        Rows.object(r, "provider_state"),
        Rows.instant(r, "created_at"),
        error == null
            ? Optional.empty()
            : Optional.of(
                new ErrorDetails(
                    error, r.getString("error_message"), Rows.instant(r, "errored_at"))));
  }

  public boolean connected() {
    return status == ConnectionStatus.CONNECTED;
  }
}
