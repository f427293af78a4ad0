package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Link between one user and one provider, without its tokens. A user has at most one per provider
 * slug.
 *
 * @param clientUserId the customer's ID of the user, or null
 * @param appId OAuth application of the link: the nil UUID is the installation's, {@code
 *     Ids.DEMO_APP} the simulator's
 * @param externalUserId the provider's ID of the user, or null
 * @param scopesGranted null when the provider has no scopes
 * @param generation incremented by every link; a job of an older generation must not write
 * @param state account state kept by the adapter; contains no secrets
 * @param createdAt time of the first link; kept when the user links again
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

  /** Reason why a connection is in status error. */
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
        RowMapping.texts(r, "scopes_requested"),
        RowMapping.texts(r, "scopes_granted"),
        r.getInteger("generation"),
        RowMapping.object(r, "provider_state"),
        RowMapping.instant(r, "created_at"),
        error == null
            ? Optional.empty()
            : Optional.of(
                new ErrorDetails(
                    error, r.getString("error_message"), RowMapping.instant(r, "errored_at"))));
  }

  public boolean connected() {
    return status == ConnectionStatus.CONNECTED;
  }
}
